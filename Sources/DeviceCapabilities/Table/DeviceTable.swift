import SessionCore
import YAMLDocuments

/// The device table: one row a device, and the ways to find a row.
package struct DeviceTable: Sendable, Equatable {
  /// The rows, in the order of their files.
  package private(set) var rows: [DeviceRow]

  /// Creates a table of rows that are known not to contradict each other.
  package init(rows: [DeviceRow]) { self.rows = rows }

  /// The row for webcams that no other row knows.
  package var unknownWebcam: DeviceRow? { rows.first { $0.kind == .unknownWebcam } }

  /// The row that says most about a camera; nil when none fits.
  package func row(for camera: CameraIdentity) -> DeviceRow? {
    best { $0.matches(camera) }
  }

  /// The row that says most about a machine; nil when none fits.
  package func row(for machine: MachineIdentity) -> DeviceRow? {
    best { $0.matches(machine) }
  }

  private func best(_ fits: (MatchCondition) -> Bool) -> DeviceRow? {
    var best: (row: DeviceRow, specificity: Int)?
    for row in rows {
      for condition in row.matches where fits(condition) {
        if condition.specificity > best?.specificity ?? -1 {
          best = (row, condition.specificity)
        }
      }
    }
    return best?.row
  }

  /// A search by name.
  package enum NameResult: Sendable, Equatable {
    /// The row of that name or alias.
    case found(DeviceRow)
    /// There is none; the nearest names, best first.
    case unknown(nearest: [String])
  }

  /// How many near names are worth showing.
  private static let shownNearNames = 3

  /// The row of a name or alias, without regard to case, spaces and punctuation.
  package func row(named name: String) -> NameResult {
    let wanted = Self.normalized(name)
    if let row = rows.first(where: { row in
      ([row.name] + row.aliases).contains { Self.normalized($0) == wanted }
    }) {
      return .found(row)
    }
    return .unknown(nearest: nearest(to: wanted))
  }

  private func nearest(to wanted: String) -> [String] {
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    let rated = rows.map { row in
      let distances = ([row.name] + row.aliases).map { Self.distance(wanted, Self.normalized($0)) }
      return (name: row.name, distance: distances.min() ?? .max)
    }
    // More than half of the letters wrong is not a slip any more.
    return rated.filter { $0.distance * 2 <= max(wanted.count, 2) }
      .sorted { $0.distance < $1.distance }.prefix(Self.shownNearNames).map(\.name)
  }

  /// Edits between two names; a name that holds the other counts by what is left over, halved.
  private static func distance(_ a: String, _ b: String) -> Int {
    let edits = Spelling.distance(a, b)
    // The short names that people say: XR.
    if a.count >= 2, b.hasSuffix(a) { return min(edits, 1) }
    guard a.count >= 3, b.contains(a) || a.contains(b) else { return edits }
    return min(edits, (abs(a.count - b.count) + 1) / 2)
  }

  /// Letters and digits in lower case; a dot stays (9.7).
  static func normalized(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "." }
  }
}

extension DeviceTable {
  /// What is known about a camera's lens for a picture size.
  package struct LensAnswer: Sendable, Equatable {
    /// The horizontal field of view in radians.
    package var horizontalFieldOfView: Double
    /// The view of the row that it comes from.
    package var view: DeviceLens.FieldOfView
    /// The row's name.
    package var device: String

    /// What a camera source is given.
    package var specification: IntrinsicsSpecification {
      .horizontalFieldOfView(horizontalFieldOfView)
    }
  }

  /// The lens of a camera's colour pictures of a size; nil when the table does not know it.
  package func lens(for camera: CameraIdentity, width: Int, height: Int) -> LensAnswer? {
    guard let row = row(for: camera) else { return nil }
    for color in row.colorCameras {
      if let (angle, view) = color.lens?.horizontalFieldOfView(width: width, height: height) {
        return LensAnswer(horizontalFieldOfView: angle, view: view, device: row.name)
      }
    }
    return nil
  }

  /// The lens of a USB camera's colour pictures of a size, as a camera source wants it; nil when the
  /// table does not know it, so that the caller's own assumption counts.
  ///
  /// - Parameters:
  ///   - usbVendor: the vendor's number, such as 0x046d.
  ///   - product: the product's number, such as 0x082d.
  ///   - card: V4L2's card name, for numbers that several products share.
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height in pixels.
  /// - Returns: the horizontal field of view for that aspect ratio.
  package func intrinsics(
    usbVendor: UInt16, product: UInt16, card: String = "", width: Int, height: Int
  ) -> IntrinsicsSpecification? {
    let usb = USBIdentifier(vendor: usbVendor, product: product)
    return lens(for: CameraIdentity(usb: usb, card: card), width: width, height: height)?
      .specification
  }
}

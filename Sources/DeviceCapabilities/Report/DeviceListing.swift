import Foundation
import SessionCore

/// Video nodes with what they are: of this machine, or of a dump from another one.
package struct DeviceListing: Sendable, Equatable {
  /// A node.
  package struct Device: Sendable, Equatable, Encodable {
    /// A pixel format with its sizes.
    package struct Format: Sendable, Equatable, Encodable {
      /// A size with its rates.
      package struct Size: Sendable, Equatable, Encodable {
        /// In pixels.
        package var width: Int, height: Int
        /// Pictures a second.
        package var rates: [Double]

        /// Creates a size.
        package init(width: Int, height: Int, rates: [Double]) {
          (self.width, self.height, self.rates) = (width, height, rates)
        }
      }

      /// The four letters.
      package var pixelFormat: String
      /// Whether this program reads it.
      package var isRead: Bool
      /// None where the driver names a range, or they are not known.
      package var sizes: [Size]

      /// Creates a format.
      package init(pixelFormat: String, isRead: Bool, sizes: [Size]) {
        self.pixelFormat = pixelFormat
        self.isRead = isRead
        self.sizes = sizes
      }
    }

    /// The node; nil when a dump does not say.
    package var node: String?
    /// What to write into a session file; nil in a dump.
    package var path: String?
    /// The device's name; nil when not known.
    package var name: String?
    package var driver: String?
    package var bus: String?
    package var usb: String?
    /// What it is, in a word.
    package var kind: String
    /// Whether it can be used as a camera; nil when that cannot be told.
    package var usable: Bool?
    /// Why it is what it is.
    package var reason: String
    /// What would have to be known to tell.
    package var missing: [String]
    /// The row of the device table that knows it.
    package var row: String?
    /// Nil when they are not known.
    package var formats: [Format]?

    /// Creates a node of which nothing but its kind is known.
    package init(kind: String, usable: Bool?, reason: String, missing: [String]) {
      self.kind = kind
      self.usable = usable
      self.reason = reason
      self.missing = missing
    }

    /// `null` is written out: it says that an answer is not known.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(node, forKey: .node)
      try container.encode(path, forKey: .path)
      try container.encode(name, forKey: .name)
      try container.encode(driver, forKey: .driver)
      try container.encode(bus, forKey: .bus)
      try container.encode(usb, forKey: .usb)
      try container.encode(kind, forKey: .kind)
      try container.encode(usable, forKey: .usable)
      try container.encode(reason, forKey: .reason)
      try container.encode(missing, forKey: .missing)
      try container.encode(row, forKey: .row)
      try container.encode(formats, forKey: .formats)
    }

    private enum CodingKeys: String, CodingKey {
      case node, path, name, driver, bus, usb, kind, usable, reason, missing, row, formats
    }
  }

  /// The nodes.
  package var devices: [Device]
  /// What to say when there are none.
  package var nothing: String

  /// Creates a list.
  package init(devices: [Device], nothing: String) {
    self.devices = devices
    self.nothing = nothing
  }

  /// Whether there is a camera among them: true for one, false when all are something else, nil when
  /// that cannot be told.
  package var usable: Bool? {
    if devices.contains(where: { $0.usable == true }) { return true }
    return devices.isEmpty || devices.contains { $0.usable == nil } ? nil : false
  }

  /// The node that the answer for all stands on: the first of that answer.
  private var decisive: Device? { devices.first { $0.usable == usable } }

  private struct Document: Encodable {
    var usable: Bool?
    var reason: String
    var missing: [String]
    var devices: [Device]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(usable, forKey: .usable)
      try container.encode(reason, forKey: .reason)
      try container.encode(missing, forKey: .missing)
      try container.encode(devices, forKey: .devices)
    }

    private enum CodingKeys: String, CodingKey { case usable, reason, missing, devices }
  }

  /// One JSON object: the answer for all of them, and each.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let document = Document(
      usable: usable, reason: decisive?.reason ?? nothing,
      missing: decisive?.missing ?? ["a device"],
      devices: devices)
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  /// The list for people, at most 80 columns.
  ///
  /// - Parameters:
  ///   - withFormats: also formats, sizes and rates.
  ///   - isColored: with colours of a terminal.
  /// - Returns: the list; empty when there are no devices.
  package func text(withFormats: Bool = false, isColored: Bool = false) -> String {
    if devices.isEmpty { return "" }
    var page = Page(isColored ? .colored : .plain)
    for (index, device) in devices.enumerated() {
      if index > 0 { page.line() }
      Self.add(device, withFormats, &page)
    }
    return page.text
  }

  private static func add(_ device: Device, _ withFormats: Bool, _ page: inout Page) {
    page.line([device.node, device.name].compactMap { $0 }.joined(separator: "  "))
    let answer: CapabilityAnswer =
      device.usable.map { $0 ? .yes : .no } ?? .unknown
    let word = device.usable.map { $0 ? "camera" : "no camera" } ?? "cannot tell"
    page.entry(word, device.reason, labelWidth: labelWidth, answer: answer)
    if !device.missing.isEmpty {
      page.entry("missing", device.missing.joined(separator: "; "), labelWidth: labelWidth)
    }
    if let path = device.path, path != device.node {
      page.entry("device", path, labelWidth: labelWidth)
    }
    let origin = [
      device.driver.flatMap { $0.isEmpty ? nil : "driver \($0)" }, device.usb.map { "USB \($0)" },
      device.row.map { "known as \($0)" },
    ].compactMap { $0 }
    if !origin.isEmpty { page.entry("", origin.joined(separator: ", "), labelWidth: labelWidth) }
    if withFormats {
      for format in device.formats ?? [] { add(format, &page) }
    }
  }

  private static let labelWidth = 13

  private static func add(_ format: Device.Format, _ page: inout Page) {
    let note = format.isRead ? "" : " (not read)"
    if format.sizes.isEmpty {
      page.entry(format.pixelFormat, "any size, or not listed" + note, labelWidth: labelWidth)
    }
    for (index, size) in format.sizes.enumerated() {
      let rates = size.rates.map(SupportedVideoFormat.text).joined(separator: ", ")
      let text = "\(size.width)x\(size.height)" + (rates.isEmpty ? "" : " at \(rates)")
      page.entry(
        index == 0 ? format.pixelFormat : "", text + (index == 0 ? note : ""),
        labelWidth: labelWidth)
    }
  }
}

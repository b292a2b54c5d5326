import Foundation
import SessionCore
import SpatialMath

/// What is known of one user: the face at rest, how far it moves, and how the eyes look.
///
/// A YAML file in the user's own data folder; `UserProfileStore` knows where.
package struct UserProfile: Sendable, Equatable {
  /// The version that is written, and the only one that is read.
  package static let version = 1

  /// The face at rest, as the face tracker encodes it.
  package var restFace: [UInt8]
  /// The mesh of the face at rest, for what is drawn from coefficients alone; nil in profiles that were
  /// learnt before it was kept.
  package var restGeometry: FaceGeometry?
  /// What each coefficient reaches from rest to the user's utmost; those that were not shown are absent.
  package var ranges: [BlendShapeLocation: ClosedRange<Float>]
  /// How the head is held to the camera while the user looks straight ahead, radians.
  package var straightPose: EulerAngles
  /// How far each eye's measured direction is from the true one, radians to the face's left and up.
  package var leftGazeOffset: Vector2, rightGazeOffset: Vector2
  /// The correction of where the gaze meets the screen; nil before `bifrons calibrate gaze`.
  package var screenCalibration: GazeCalibration?

  /// Creates a profile.
  package init(
    restFace: [UInt8], restGeometry: FaceGeometry? = nil,
    ranges: [BlendShapeLocation: ClosedRange<Float>] = [:],
    straightPose: EulerAngles = EulerAngles(), leftGazeOffset: Vector2 = .zero,
    rightGazeOffset: Vector2 = .zero, screenCalibration: GazeCalibration? = nil
  ) {
    self.restFace = restFace
    self.restGeometry = restGeometry
    self.ranges = ranges
    self.straightPose = straightPose
    self.leftGazeOffset = leftGazeOffset
    self.rightGazeOffset = rightGazeOffset
    self.screenCalibration = screenCalibration
  }

  /// The file's text.
  package var text: String {
    let degrees = 180 / Double.pi
    func list(_ values: [Double], _ digits: Int = 4) -> String {
      "["
        + values.map { String(format: "%.\(digits)f", locale: Locale(identifier: "C"), $0) }
        .joined(separator: ", ") + "]"
    }
    var result =
      "# Learnt by `bifrons calibrate face`; read for `session.user`.\nversion: \(Self.version)\n"
      + "straight-pose: "
      + list([straightPose.pitch, straightPose.yaw, straightPose.roll].map { $0 * degrees }, 2)
      + "  # pitch, yaw, roll, degrees\n"
      + "gaze-offsets:  # to the face's left and up, degrees\n"
      + "  left: \(list([leftGazeOffset.x, leftGazeOffset.y].map { $0 * degrees }, 3))\n"
      + "  right: \(list([rightGazeOffset.x, rightGazeOffset.y].map { $0 * degrees }, 3))\n"
    if let screen = screenCalibration {
      result +=
        "screen:  # a corrected point is x · x-axis + y · y-axis + offset\n"
        + "  x-axis: \(list([screen.xAxis.x, screen.xAxis.y], 6))\n"
        + "  y-axis: \(list([screen.yAxis.x, screen.yAxis.y], 6))\n"
        + "  offset: \(list([screen.offset.x, screen.offset.y], 6))\n"
        + "  residual: \(String(format: "%.4f", locale: Locale(identifier: "C"), screen.residual))\n"
    }
    result += "ranges:\(ranges.isEmpty ? " {}" : "")\n"
    for location in BlendShapeLocation.allCases {
      guard let range = ranges[location] else { continue }
      let ends = [range.lowerBound, range.upperBound].map(Double.init)
      result += "  \(location.rawValue): \(list(ends, 3))\n"
    }
    if let mesh = restGeometry.map(Self.encoded) {
      result +=
        "rest-mesh-check: \(Self.checksum(mesh))\n"
        + "rest-mesh: \(Data(mesh).base64EncodedString())\n"
    }
    return result + "rest-face-check: \(Self.checksum(restFace))\n"
      + "rest-face: \(Data(restFace).base64EncodedString())\n"
  }

  /// FNV-1a, 32 bits: a changed letter in thousands would otherwise be read as another face.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

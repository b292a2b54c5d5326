import Foundation
import ImageProcessing
import SessionCore
import SpatialMath

/// What makes a face easy or hard to read in a picture, measured.
package struct FaceConditions: Sendable, Equatable {
  /// The width of the landmarks' box in pixels.
  package var width: Double
  /// The mean brightness of the face, 0…1 of the picture's range.
  package var brightness: Double
  /// How far the brightness of the face varies (standard deviation), 0…1.
  package var contrast: Double
  /// How much of that variation is fine detail: above a third in sharp pictures, .11 to .22 when blurred
  /// by a sixtieth of the face's width.
  package var sharpness: Double
  /// The face's turn in camera space, radians: yaw towards its own left.
  package var yaw: Double, pitch: Double
  /// The share of landmarks beyond the picture's edge.
  package var shareOutside: Double
  /// How sure the landmark network is that a face is there, 0…1: a covered face makes it less sure.
  package var presence: Double
  /// What something is before, 0…1 by part.
  package var covered = CoveredParts()

  private enum Limit {
    /// Narrower faces move too few pixels for their coefficients to be believed.
    static let width = 60.0
    /// Below, sensors show more noise than face.
    static let brightness = 0.16
    /// Above, skin is clipped.
    static let brightest = 0.92
    /// Below, a face is a shade.
    static let contrast = 0.03
    static let sharpness = 0.12
    /// Beyond, half the landmarks are guessed.
    static let yaw = 50 * Double.pi / 180
    static let pitch = 40 * Double.pi / 180
    static let shareOutside = 0.1
    static let presence = 0.8
  }

  /// Measures a face.
  package init(reading: LandmarkReading, cameraFromFace: Pose, picture: PixelBuffer) {
    width = reading.box.size.x
    shareOutside = reading.shareOutside(of: picture)
    let patch = FacePatch(reading.box, of: picture)
    brightness = patch.mean
    contrast = patch.deviation
    sharpness = patch.sharpness
    presence = reading.presence
    let forward = cameraFromFace.rotation.act(Vector3(0, 0, 1))
    yaw = atan2(forward.x, forward.z)
    pitch = asin(max(-1, min(1, -forward.y)))
  }

  /// A near face, seen well.
  package static let clear = FaceConditions(
    width: 200, brightness: 0.5, contrast: 0.2, sharpness: 0.4, yaw: 0, pitch: 0, shareOutside: 0,
    presence: 1)

  private init(
    width: Double, brightness: Double, contrast: Double, sharpness: Double, yaw: Double,
    pitch: Double, shareOutside: Double, presence: Double
  ) {
    self.width = width
    self.brightness = brightness
    self.contrast = contrast
    self.sharpness = sharpness
    self.yaw = yaw
    self.pitch = pitch
    self.shareOutside = shareOutside
    self.presence = presence
  }

  /// Why the face is hard to read, in words, the strongest reason first; nil when all is well.
  package var reason: String? {
    if shareOutside > Limit.shareOutside { return "the face is partly outside the picture" }
    if let covered = covered.reason { return covered }
    if width < Limit.width {
      return "the face is small (\(Int(saturating: width)) pixels wide): come nearer"
    }
    if brightness < Limit.brightness { return "the face is dark: more light is needed" }
    if brightness > Limit.brightest { return "the face is overexposed: less light is needed" }
    if abs(yaw) > Limit.yaw {
      return "the face is turned away (\(Int(saturating: abs(yaw) * 180 / .pi))° to the side)"
    }
    if abs(pitch) > Limit.pitch { return "the face is turned \(pitch > 0 ? "down" : "up")" }
    if contrast < Limit.contrast { return "the face has hardly any contrast: check the light" }
    if sharpness < Limit.sharpness {
      return "the face is blurred: hold still, or check the focus and the light"
    }
    if presence < Limit.presence { return "the face is partly covered" }
    return nil
  }

  /// Why the face was lost, judged by how it was last seen.
  package var lossReason: String { reason ?? "the face left the picture or is covered" }
}

/// The brightness of a box of a picture on a coarse grid.
private struct FacePatch {
  /// The grid's side: finer detail than a 64th of a face is not looked at.
  private static let side = 64

  private(set) var mean = 0.0
  private(set) var deviation = 0.0
  private(set) var sharpness = 0.0

  init(_ box: PixelBox, of picture: PixelBuffer) {
    let side = Self.side
    let plane = picture.planes[0]
    func places(_ low: Double, _ length: Double, _ limit: Int) -> [Int] {
      (0..<side).map { i in
        let place = low + length * Double(i) / Double(side - 1)
        return min(max(Int(saturating: place), 0), limit - 1)
      }
    }
    let columns = places(box.minimum.x, box.size.x, picture.width)
    let rows = places(box.minimum.y, box.size.y, picture.height)
    var values: [Float] = []
    values.reserveCapacity(side * side)
    for y in rows {
      for x in columns {
        // Green is close enough to brightness.
        let byte = plane.base.load(fromByteOffset: y * plane.stride + 3 * x + 1, as: UInt8.self)
        values.append(Float(byte) / 255)
      }
    }
    let count = Float(values.count)
    let average = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - average) * ($1 - average) } / count
    mean = Double(average)
    deviation = Double(variance.squareRoot())
    var bends: Float = 0
    for y in 1..<side - 1 {
      for x in 1..<side - 1 {
        let i = y * side + x
        let twice = 2 * values[i]
        bends += abs(values[i - 1] + values[i + 1] - twice)
        bends += abs(values[i - side] + values[i + side] - twice)
      }
    }
    let inner = Double((side - 2) * (side - 2))
    sharpness = Double(bends) / inner / max(deviation, 1e-3)
  }
}

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
  /// The face's turn in camera space, radians: yaw towards its own left.
  package var yaw: Double, pitch: Double
  /// The share of landmarks beyond the picture's edge.
  package var shareOutside: Double

  private enum Limit {
    /// Narrower faces are found by chance only.
    static let width = 60.0
    /// Below, sensors show more noise than face.
    static let brightness = 0.16
    /// Beyond, half the landmarks are guessed.
    static let yaw = 50 * Double.pi / 180
    static let pitch = 40 * Double.pi / 180
    static let shareOutside = 0.1
  }

  /// Measures a face.
  package init(reading: LandmarkReading, cameraFromFace: Pose, picture: PixelBuffer) {
    let (w, h) = (Double(picture.width), Double(picture.height))
    width = reading.box.size.x
    var outside = 0
    var light = 0
    var samples = 0
    let pixels = picture.planes[0]
    for p in reading.points {
      guard p.x >= 0, p.y >= 0, p.x < w, p.y < h else {
        outside += 1
        continue
      }
      let place = Int(p.y) * pixels.stride + Int(p.x) * 3
      // Green is close enough to brightness.
      light += Int(pixels.base.load(fromByteOffset: place + 1, as: UInt8.self))
      samples += 1
    }
    shareOutside = Double(outside) / Double(reading.points.count)
    brightness = samples > 0 ? Double(light) / Double(samples) / 255 : 0
    let forward = cameraFromFace.rotation.act(Vector3(0, 0, 1))
    yaw = atan2(forward.x, forward.z)
    pitch = asin(max(-1, min(1, -forward.y)))
  }

  /// Why the face is hard to read, in words, the strongest reason first; nil when all is well.
  package var reason: String? {
    if shareOutside > Limit.shareOutside { return "the face is partly outside the picture" }
    if width < Limit.width {
      return "the face is small (\(Int(saturating: width)) pixels wide): come nearer"
    }
    if brightness < Limit.brightness { return "the face is dark: more light is needed" }
    if abs(yaw) > Limit.yaw {
      return "the face is turned away (\(Int(saturating: abs(yaw) * 180 / .pi))° to the side)"
    }
    if abs(pitch) > Limit.pitch { return "the face is turned \(pitch > 0 ? "down" : "up")" }
    return nil
  }

  /// Why the face was lost, judged by how it was last seen.
  package var lossReason: String { reason ?? "the face left the picture or is covered" }
}

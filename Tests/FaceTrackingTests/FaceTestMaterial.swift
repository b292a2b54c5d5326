import FaceTracking
import Foundation
import ImageProcessing
import MediaFiles
import SessionCore
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// The models and the pictures that these tests need.
enum FaceTestMaterial {
  /// Where `Tools/setup` put the models; tests that need them are skipped where it has not run.
  static let models = try? ModelStore()
  /// Whether the models are there.
  static var hasModels: Bool { models != nil }
  /// Whether the models and the recorded faces are there.
  static var hasFaces: Bool { hasModels && TestData.has("faces/golden") }

  /// The vertical field of view that MediaPipe assumes, so that its matrices can be compared.
  static func intrinsics(_ width: Int, _ height: Int) -> CameraIntrinsics {
    let focal = Double(height) / (2 * tan(63 * Double.pi / 360))
    return CameraIntrinsics(
      width: width, height: height, fx: focal, fy: focal, cx: Double(width) / 2,
      cy: Double(height) / 2)
  }

  /// A frame of the front camera.
  static func frame(
    _ pixels: PixelBuffer, sequence: Int = 0, milliseconds: Double = 0
  ) -> CameraFrame {
    CameraFrame(
      role: .front, sequence: sequence, timestamp: Samples.time(milliseconds), pixels: pixels,
      intrinsics: intrinsics(pixels.width, pixels.height))
  }

  /// A still picture of the recorded faces.
  static func still(_ name: String) throws -> PixelBuffer {
    try PictureFile.read(TestData.path("faces/" + name))
  }

  /// A picture without any face.
  static func blank(_ width: Int, _ height: Int) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: 90)
    }
  }

  /// An `rgb8` picture moved right and down by pixels, grey where nothing is.
  static func moved(_ picture: PixelBuffer, by shift: (x: Int, y: Int)) -> PixelBuffer {
    let source = picture.rgb()
    return PixelBuffer.make(width: source.width, height: source.height, format: .rgb8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: 90)
      for y in max(0, shift.y)..<min(source.height, source.height + shift.y) {
        let from = source.planes[0].base + (y - shift.y) * source.planes[0].stride
        for x in max(0, shift.x)..<min(source.width, source.width + shift.x) {
          for c in 0..<3 {
            planes[0][(y * source.width + x) * 3 + c] = from.load(
              fromByteOffset: 3 * (x - shift.x) + c, as: UInt8.self)
          }
        }
      }
    }
  }

  /// Two `rgb8` pictures of one size side by side.
  static func sideBySide(_ a: PixelBuffer, _ b: PixelBuffer) -> PixelBuffer {
    let (left, right) = (a.rgb(), b.rgb())
    let row = left.width * 3
    return PixelBuffer.make(width: 2 * left.width, height: left.height, format: .rgb8) { planes in
      for y in 0..<left.height {
        for (offset, picture) in [(0, left), (row, right)] {
          UnsafeMutableRawBufferPointer(
            rebasing: planes[0][2 * row * y + offset..<2 * row * y + offset + row]
          ).copyMemory(
            from: UnsafeRawBufferPointer(
              start: picture.planes[0].base + y * picture.planes[0].stride, count: row))
        }
      }
    }
  }

  /// An `rgb8` picture with each pixel the mean of a square of so many pixels, for shrinking it.
  static func blurred(_ picture: PixelBuffer, _ width: Double) -> PixelBuffer {
    let source = picture.rgb()
    let reach = max(0, Int(width / 2))
    let base = source.planes[0].base
    let stride = source.planes[0].stride
    return PixelBuffer.make(width: source.width, height: source.height, format: .rgb8) { planes in
      for y in 0..<source.height {
        for x in 0..<source.width {
          for c in 0..<3 {
            var sum = 0
            var count = 0
            for row in max(0, y - reach)...min(source.height - 1, y + reach) {
              for column in max(0, x - reach)...min(source.width - 1, x + reach) {
                sum += Int(
                  base.load(fromByteOffset: row * stride + 3 * column + c, as: UInt8.self))
                count += 1
              }
            }
            planes[0][(y * source.width + x) * 3 + c] = UInt8(sum / count)
          }
        }
      }
    }
  }
}

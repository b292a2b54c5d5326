import COpenCVImaging
import SessionCore
import SpatialMath

/// Why a picture could not be resampled.
package struct PictureCropError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the imaging library said.
  package var reason: String
  /// The message.
  package var description: String { "a part of a picture could not be resampled: \(reason)" }
}

/// Cuts turned rectangles out of `rgb8` pictures, resampled to one size, as input of a network.
///
/// Resampling is OpenCV 4's `warpAffine` with linear interpolation, which differs by at most one
/// level from the `warpPerspective` that MediaPipe's results come from: the networks' results agree
/// with others' only on the same pixels. Owns its intermediate memory; bound to one thread at a
/// time.
package final class PictureCropper {
  /// What lies beyond the picture.
  package enum Border: Sendable {
    /// The nearest pixel of the picture.
    case replicated
    /// Black.
    case black
    /// Grey: a network takes it for less than it takes smeared pixels for.
    case grey
  }

  /// The size of the results in pixels.
  package let width: Int, height: Int
  private let scratch: UnsafeMutableBufferPointer<UInt8>

  /// Creates a cropper for one result size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    scratch = .allocate(capacity: width * height * 3)
  }

  deinit { scratch.deallocate() }

  /// Resamples a rectangle of a picture into `result`, `height × width × 3` values
  /// `byte · scale + offset`, red first.
  ///
  /// - Throws: `PictureCropError` for a picture that is not `rgb8` or a result of another size.
  package func crop(
    _ rectangle: OrientedRectangle, of picture: PixelBuffer, border: Border, scale: Float,
    offset: Float, into result: UnsafeMutableBufferPointer<Float>
  ) throws(PictureCropError) {
    guard picture.format == .rgb8 else {
      throw PictureCropError(reason: "its format is \(picture.format), not rgb8")
    }
    guard result.count == width * height * 3 else {
      throw PictureCropError(reason: "\(result.count) values asked for \(width) × \(height) × 3")
    }
    var source = bifrons_cv_picture(
      base: picture.planes[0].base.assumingMemoryBound(to: UInt8.self),
      width: Int32(picture.width), height: Int32(picture.height), channels: 3,
      stride: picture.planes[0].stride)
    var corners = InlineArray<8, Float>(repeating: 0)
    for (index, corner) in rectangle.corners.enumerated() {
      corners[2 * index] = Float(corner.x)
      corners[2 * index + 1] = Float(corner.y)
    }
    var failure = bifrons_cv_error()
    let status = corners.span.withUnsafeBufferPointer {
      bifrons_cv_warp_to_float(
        &source, $0.baseAddress, Int32(width), Int32(height), border.code, scale, offset,
        scratch.baseAddress, result.baseAddress, &failure)
    }
    guard status == 0 else { throw PictureCropError(reason: failure.text) }
  }
}

extension PictureCropper.Border {
  /// What the shim calls it.
  fileprivate var code: Int32 {
    switch self {
    case .replicated: BIFRONS_CV_BORDER_REPLICATED
    case .black: BIFRONS_CV_BORDER_BLACK
    case .grey: BIFRONS_CV_BORDER_GREY
    }
  }
}

extension bifrons_cv_error {
  /// The message.
  var text: String {
    withUnsafeBytes(of: message) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

import COpenCVTracking
import ImageProcessing
import SessionCore

/// A picture's luma at full, half, quarter… size, for optical flow and patches.
///
/// Pixel coordinates inside world tracking have whole numbers at pixel **centres**, as OpenCV
/// counts; `Lens` converts.
///
/// Safety: the handle is immutable after creation and freed once, when the last reference goes.
package final class ImagePyramid: @unchecked Sendable {
  /// The images, the largest first; their memory lives as long as the pyramid.
  let levels: [bifrons_luma]
  fileprivate let handle: OpaquePointer

  /// Copies a picture's luma and shrinks it.
  package init(
    _ pixels: PixelBuffer, parameters: TrackingParameters
  ) throws(SessionError) {
    let luma = pixels.luma()
    handle = try withExtendedLifetime(luma) { () throws(SessionError) in
      let image = bifrons_luma(
        base: luma.planes[0].base.assumingMemoryBound(to: UInt8.self),
        stride: Int64(luma.planes[0].stride), width: Int32(luma.width),
        height: Int32(luma.height))
      return try OpenCVCall.pointer("build an image pyramid") {
        bifrons_pyramid_create(
          image, Int32(parameters.flowWindow), Int32(parameters.flowLevels), &$0)
      }
    }
    levels = Self.levels(of: handle)
  }

  private init(handle: OpaquePointer) {
    self.handle = handle
    levels = Self.levels(of: handle)
  }

  deinit { bifrons_pyramid_release(handle) }

  /// The same images without what only optical flow needs: a quarter of the memory.
  func imagesOnly() throws(SessionError) -> ImagePyramid {
    ImagePyramid(
      handle: try OpenCVCall.pointer("share an image pyramid") {
        bifrons_pyramid_images(handle, &$0)
      })
  }

  private static func levels(of handle: OpaquePointer) -> [bifrons_luma] {
    (0..<bifrons_pyramid_level_count(handle)).map { bifrons_pyramid_level(handle, $0) }
  }
}

/// Pyramidal Lucas-Kanade flow between two pictures.
enum OpticalFlow {
  /// Follows points; `places` holds the predicted places on entry and the found ones on return.
  ///
  /// `backCheck` is the squared distance in pixels within which a point must lead back; 0 for no
  /// check. Says for each point whether it was found.
  static func track(
    _ points: [SIMD2<Float>], to places: inout [SIMD2<Float>], from previous: ImagePyramid,
    in next: ImagePyramid, backCheck: Double, parameters: TrackingParameters
  ) throws(SessionError) -> [Bool] {
    guard !points.isEmpty else { return [] }
    var found = [UInt8](repeating: 0, count: points.count)
    _ = try OpenCVCall.status("follow points") { error in
      points.withUnsafeBytes { from in
        places.withUnsafeMutableBytes { to in
          bifrons_track_flow(
            previous.handle, next.handle, from.assumingMemoryBound(to: Float.self).baseAddress,
            to.assumingMemoryBound(to: Float.self).baseAddress, &found, Int32(points.count),
            Int32(parameters.flowWindow), Int32(parameters.flowLevels), Float(backCheck), &error)
        }
      }
    }
    return found.map { $0 != 0 }
  }
}

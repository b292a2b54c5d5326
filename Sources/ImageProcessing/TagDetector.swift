import CAprilTag
import SpatialMath

/// AprilTag's detector with the family 36h11; bound to one thread at a time.
package final class TagDetector {
  /// A tag's number and its corners in pixels from the top left pixel's corner: top left, top right,
  /// bottom right, bottom left of the upright tag.
  package struct Tag {
    package var number: Int
    package var corners: [Vector2]
  }

  private let detector: UnsafeMutablePointer<apriltag_detector_t>
  private let family: UnsafeMutablePointer<apriltag_family_t>

  /// Creates a detector that looks for squares in a picture `decimation` times smaller; their corners
  /// are refined at full size.
  ///
  /// Nil when there is no memory.
  package init?(decimation: Float = 1) {
    guard let detector = apriltag_detector_create() else { return nil }
    guard let family = tag36h11_create() else {
      apriltag_detector_destroy(detector)
      return nil
    }
    apriltag_detector_add_family(detector, family)
    detector.pointee.nthreads = 1
    detector.pointee.quad_decimate = decimation
    self.detector = detector
    self.family = family
  }

  deinit {
    apriltag_detector_destroy(detector)
    tag36h11_destroy(family)
  }

  /// Finds tags that were read without a wrong bit.
  package func tags(in pixels: [UInt8], width: Int, height: Int) -> [Tag] {
    var pixels = pixels
    return pixels.withUnsafeMutableBufferPointer { buffer in
      guard
        let found = bifrons_detect_tags(
          detector, Int32(width), Int32(height), Int32(width), buffer.baseAddress)
      else { return [] }
      defer { apriltag_detections_destroy(found) }
      return (0..<found.pointee.size).compactMap { index in
        guard let tag = bifrons_tag_at(found, index)?.pointee, tag.hamming == 0 else {
          return nil
        }
        // The library begins at the bottom left and goes against the clock.
        let p = [tag.p.3, tag.p.2, tag.p.1, tag.p.0]
        return Tag(number: Int(tag.id), corners: p.map { Vector2($0.0, $0.1) })
      }
    }
  }

  /// The cells of a tag with its white border, row by row, true for black.
  ///
  /// - Parameter number: from 0 to 586.
  /// - Returns: the cells of a side, and all of them; nil for other numbers.
  package static func cells(of number: Int) -> (side: Int, isBlack: [Bool])? {
    guard let family = tag36h11_create() else { return nil }
    defer { tag36h11_destroy(family) }
    guard number >= 0, number < Int(family.pointee.ncodes),
      let image = apriltag_to_image(family, Int32(number))
    else { return nil }
    defer { bifrons_free_tag_image(image) }
    let side = Int(image.pointee.width)
    let stride = Int(image.pointee.stride)
    let cells = (0..<side * side).map { image.pointee.buf[$0 / side * stride + $0 % side] < 128 }
    return (side, cells)
  }
}

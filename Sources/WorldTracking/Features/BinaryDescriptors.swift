import COpenCVTracking
import SessionCore
import SpatialMath

/// A 256-bit description of a corner's surroundings (ORB; Rublee et al., ICCV 2011).
typealias BinaryDescriptor = SIMD4<UInt64>

/// Corners with their descriptors.
struct DescribedCorners {
  /// Pixels.
  var pixels: [Vector2]
  /// One descriptor a pixel.
  var descriptors: [BinaryDescriptor]
}

/// Describes corners so that they are known again after a loss.
///
/// Safety: the handle is used by one thread at a time, by whoever owns the extractor.
final class DescriptorExtractor {
  /// Corners looked for in a picture when the camera is lost.
  static let features = 900
  /// The described sizes of a map point: as it is, and shrunk by two steps of ORB's 1.2.
  static let shrinks: [Float] = [1, 1.44]

  private let handle: OpaquePointer

  private let corners: Int

  /// Creates an extractor that finds at most so many corners on so many sizes of a picture.
  init(corners: Int = DescriptorExtractor.features, sizes: Int = 6) throws(SessionError) {
    self.corners = corners
    handle = try OpenCVCall.pointer("create a descriptor extractor") {
      bifrons_orb_create(Int32(corners), 1.2, Int32(sizes), 12, &$0)
    }
  }

  deinit { bifrons_orb_release(handle) }

  /// Finds and describes corners on several sizes of a picture.
  func detect(in image: bifrons_luma) throws(SessionError) -> DescribedCorners {
    var points = [SIMD2<Float>](repeating: .zero, count: corners)
    var descriptors = [BinaryDescriptor](repeating: .zero, count: corners)
    let count = try OpenCVCall.status("describe a picture") { error in
      points.withUnsafeMutableBytes { points in
        descriptors.withUnsafeMutableBytes { descriptors in
          bifrons_orb_detect(
            handle, image, points.assumingMemoryBound(to: Float.self).baseAddress,
            descriptors.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(corners),
            &error)
        }
      }
    }
    return DescribedCorners(
      pixels: points[..<count].map { Vector2(Double($0.x), Double($0.y)) },
      descriptors: Array(descriptors[..<count]))
  }

  /// Describes given pixels at each of `shrinks`.
  ///
  /// - Returns: for each pixel its descriptors: none near the picture's edge.
  func describe(
    _ pixels: [Vector2], in image: bifrons_luma
  ) throws(SessionError) -> [[BinaryDescriptor]] {
    var result = [[BinaryDescriptor]](repeating: [], count: pixels.count)
    guard !pixels.isEmpty else { return result }
    let points = pixels.map { SIMD2<Float>(Float($0.x), Float($0.y)) }
    var kept = [Int32](repeating: 0, count: pixels.count)
    var descriptors = [BinaryDescriptor](repeating: .zero, count: pixels.count)
    for shrink in Self.shrinks {
      let count = try OpenCVCall.status("describe corners") { error in
        points.withUnsafeBytes { points in
          descriptors.withUnsafeMutableBytes { descriptors in
            bifrons_orb_describe(
              handle, image, points.assumingMemoryBound(to: Float.self).baseAddress,
              Int32(pixels.count), shrink, &kept,
              descriptors.assumingMemoryBound(to: UInt8.self).baseAddress, &error)
          }
        }
      }
      for k in 0..<count { result[Int(kept[k])].append(descriptors[k]) }
    }
    return result
  }

  /// The Hamming distances of all pairs, row after row; 255 stands for more.
  static func distances(
    _ rows: [BinaryDescriptor], _ columns: [BinaryDescriptor]
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rows.count * columns.count) { buffer, count in
      rows.withUnsafeBytes { rows in
        columns.withUnsafeBytes { columns in
          bifrons_hamming_distances(
            rows.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(rows.count / 32),
            columns.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(columns.count / 32),
            buffer.baseAddress)
        }
      }
      count = rows.count * columns.count
    }
  }
}

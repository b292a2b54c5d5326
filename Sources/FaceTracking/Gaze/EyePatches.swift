import Foundation

/// The eyes as the landmark network's own picture of a face shows them: grey values of a few rows each,
/// level, equally large, the left eye in the mirror.
struct EyePatches {
  /// Pixels of a patch.
  let width: Int, height: Int
  /// How many of them the outer corners of both eyes lie apart.
  private let apart: Float
  /// Grey values that are added to a patch's deviation: an even one stays even.
  private let floor: Float

  /// Grey of red, green and blue (ITU-R BT.601), 0…255 of 0…1.
  private static let grey = SIMD3<Float>(0.299, 0.587, 0.114) * 255

  /// Unpacks the patches' measures.
  init(_ reader: inout PackedReader) {
    width = reader.short()
    height = reader.short()
    apart = reader.floats(1)[0]
    floor = reader.floats(1)[0]
  }

  /// Reads the right or the left eye off the picture; `result` gets values of mean 0 and deviation 1.
  func read(
    _ eye: (outer: Int, inner: Int, side: Float), of reading: LandmarkReading,
    picture: LandmarkPicture, into result: inout [Float]
  ) {
    let scale = Float(LandmarkPicture.side)
    let (right, left) = (
      reading.regionPoints[LandmarkIndices.rightEyeOuterCorner],
      reading.regionPoints[LandmarkIndices.leftEyeOuterCorner]
    )
    let roll = atan2(left.y - right.y, left.x - right.x)
    let step = reading.eyeDistance * scale / apart
    let across = SIMD2(cos(roll), sin(roll)) * step
    let down = SIMD2(-across.y, across.x)
    let along = -eye.side * across
    let middle = (reading.regionPoints[eye.outer] + reading.regionPoints[eye.inner]) / 2 * scale
    // The middle of a pixel lies at its half.
    let start = middle - 0.5 - along * (Float(width - 1) / 2) - down * (Float(height - 1) / 2)
    result.removeAll(keepingCapacity: true)
    for row in 0..<height {
      for column in 0..<width {
        let place = start + along * Float(column) + down * Float(row)
        result.append((picture.color(at: place) * Self.grey).sum())
      }
    }
    normalize(&result)
  }

  /// Gives a patch the mean 0 and the deviation 1.
  func normalize(_ values: inout [Float]) {
    let count = Float(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let scale = 1 / (variance.squareRoot() + floor)
    for i in values.indices { values[i] = (values[i] - mean) * scale }
  }
}

/// The square picture of a face that the landmark network was given: red, green and blue, 0…1.
struct LandmarkPicture {
  /// Pixels in each direction.
  static let side = 256

  private let values: UnsafeBufferPointer<Float>

  /// Wraps the network's input for as long as it is locked.
  init(values: UnsafeBufferPointer<Float>) { self.values = values }

  /// The colour at a place, in pixels from the first one's middle; beyond the border that of the border.
  func color(at place: SIMD2<Float>) -> SIMD3<Float> {
    let last = Float(Self.side) - 1.001
    let inside = place.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: last))
    let (column, row) = (Int(inside.x), Int(inside.y))
    let f = inside - SIMD2(Float(column), Float(row))
    let top = pixel(column, row) * (1 - f.x) + pixel(column + 1, row) * f.x
    let bottom = pixel(column, row + 1) * (1 - f.x) + pixel(column + 1, row + 1) * f.x
    return top * (1 - f.y) + bottom * f.y
  }

  private func pixel(_ column: Int, _ row: Int) -> SIMD3<Float> {
    let first = 3 * (row * Self.side + column)
    return SIMD3(values[first], values[first + 1], values[first + 2])
  }
}

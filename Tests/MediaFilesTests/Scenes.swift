import Foundation
import MediaFiles
import SessionCore

/// A moving picture to encode: smooth colour ramps that drift from frame to frame, and a square.
func sceneRGBA(width: Int, height: Int, number: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 255, count: width * height * 4)
  bytes.withUnsafeMutableBufferPointer { p in
    for y in 0..<height {
      for x in 0..<width {
        let inSquare = abs(x - (10 + 3 * number) % width) < 8 && abs(y - height / 2) < 8
        let place = 4 * (y * width + x)
        p[place] = inSquare ? 230 : UInt8((x * 160 / width + number) & 255)
        p[place + 1] = inSquare ? 220 : UInt8(40 + y * 150 / height)
        p[place + 2] = inSquare ? 40 : UInt8(200 - x * 120 / width)
      }
    }
  }
  return bytes
}

/// Writes a number of scene pictures as a video.
@discardableResult func writeScene(
  to path: String, frames: Int, width: Int = 96, height: Int = 64, rate: Double = 30,
  encoder: VideoFileWriter.Encoder = .automatic
) throws -> VideoFileWriter {
  let writer = try VideoFileWriter(
    path: path, width: width, height: height, rate: rate, encoder: encoder)
  try appendScene(to: writer, numbers: 0..<frames, width: width, height: height)
  try writer.close()
  return writer
}

/// Appends scene pictures to an open video.
func appendScene(
  to writer: VideoFileWriter, numbers: Range<Int>, width: Int = 96, height: Int = 64
) throws {
  for number in numbers {
    let pixels = sceneRGBA(width: width, height: height, number: number)
    try pixels.withUnsafeBytes {
      try writer.write(PackedPixels($0, width: width, height: height, layout: .rgba8))
    }
  }
}

/// All pictures of a video.
func readAll(_ path: String) throws -> [VideoFileReader.Frame] {
  let reader = try VideoFileReader(path: path)
  var frames: [VideoFileReader.Frame] = []
  while let frame = try reader.next() { frames.append(frame) }
  return frames
}

extension PixelBuffer {
  /// A byte of a plane.
  func byte(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
    planes[plane].base.load(fromByteOffset: y * planes[plane].stride + x, as: UInt8.self)
  }

  /// The decibels between this picture's luma and the limited-range BT.601 luma of RGBA bytes.
  func lumaPSNR(against rgba: [UInt8]) -> Double {
    var sum = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let p = 4 * (y * width + x)
        let (r, g, b) = (Double(rgba[p]), Double(rgba[p + 1]), Double(rgba[p + 2]))
        let expected = 16 + (0.299 * r + 0.587 * g + 0.114 * b) * 219 / 255
        let error = Double(byte(0, x, y)) - expected
        sum += error * error
      }
    }
    return 10 * log10(219 * 219 / max(sum / Double(width * height), 1e-9))
  }
}

/// The bytes of a file.
func contents(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Writes bytes as a file.
func create(_ path: String, _ bytes: [UInt8]) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

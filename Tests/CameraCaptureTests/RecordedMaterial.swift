import Foundation
import MediaFiles
import SessionCore
import SessionTesting

/// A small picture whose first luma bytes tell its number.
func numberedPicture(_ number: Int, width: Int = 48, height: Int = 32) -> PixelBuffer {
  PixelBuffer.make(width: width, height: height, format: .gray8) { planes in
    for i in planes[0].indices { planes[0][i] = UInt8((number * 20 + i / width) & 255) }
  }
}

/// Fills a folder with numbered PNG pictures.
func makePictures(_ names: [String], in folder: TemporaryFolder) throws {
  for (number, name) in names.enumerated() {
    try PictureFile.write(png: numberedPicture(number), to: folder.file(name))
  }
}

/// Writes text as a file.
func create(_ path: String, _ text: String) throws {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
}

/// A short video of numbered pictures.
func makeVideo(_ path: String, count: Int, rate: Double) throws {
  let writer = try VideoFileWriter(path: path, width: 48, height: 32, rate: rate)
  for number in 0..<count { try writer.write(numberedPicture(number)) }
  try writer.close()
}

/// All pictures of a source, as fast as possible.
func readAll(_ source: any FrameSource) throws -> [CameraFrame] {
  try source.start(origin: .zero, pacing: .asFastAsPossible)
  var frames: [CameraFrame] = []
  while case .frame(let frame) = try source.next() { frames.append(frame) }
  return frames
}

extension CameraFrame {
  /// The first byte of the picture.
  var firstByte: UInt8 { pixels.planes[0].base.load(as: UInt8.self) }
}

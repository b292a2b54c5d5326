import CameraCapture
import ImageProcessing
import SessionCore
import SimulatedCameras
import SpatialMath
import SystemSupport

extension Benchmark {
  /// What a capture thread spends on a picture of 640 × 480, from the wait for it to its brightness.
  ///
  /// The kernel's part is left out: a made-up driver has its pictures ready in mapped memory. Raw
  /// pictures are YUYV, MJPEG ones are the simulated rear camera's in 4:2:2.
  ///
  /// - Parameter count: pictures of each kind.
  /// - Returns: the numbers; `yuyvPicturesCopied` counts pictures that are not the driver's memory.
  /// - Throws: `LaunchError`.
  package static func capture(count: Int) throws(LaunchError) -> Report {
    do throws(SessionError) {
      var material = try BenchmarkMaterial(SimulatedRearCamera(), count: 1)
      guard let picture = try material.next()?.pixels else {
        throw SessionError(.sensorFailed, "the simulated rear camera gives no picture")
      }
      let raw = try captureRaw(picture, count)
      let compressed = try captureCompressed(picture, count)
      return Report(
        "capture of \(picture.width)x\(picture.height), made-up driver",
        [("frames", Double(count), "")] + raw + compressed)
    } catch {
      throw .session(error)
    }
  }

  private typealias Values = [(String, Double, String)]

  private static func captureRaw(
    _ picture: PixelBuffer, _ count: Int
  ) throws(SessionError) -> Values {
    let (width, height) = (picture.width, picture.height)
    var format = VideoFormat(code: .yuyv, width: width, height: height)
    format.memories = [.init(bytesPerLine: 2 * width, sizeImage: 2 * width * height)]
    // What the bytes are makes no difference to the copying of every other one.
    let bytes = (0..<2 * width * height).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let system = MemoryVideoSystem(format, rate: 30, picture: bytes)
    var copies = 0
    var brightness = 0
    let seconds = try seconds(system, format, count) { frame in
      if !system.owns(frame.pixels.planes[0].base) { copies += 1 }
      brightness &+= Int(frame.pixels.luma().planes[0].base.load(as: UInt8.self))
    }
    let bare = try self.seconds(system, format, count) { _ in }
    return [
      ("yuyvMillisecondsPerFrame", seconds * 1000, "ms"),
      ("yuyvWithoutBrightness", bare * 1000, "ms"),
      ("yuyvPicturesCopied", Double(copies), ""),
    ]
  }

  private static func captureCompressed(
    _ picture: PixelBuffer, _ count: Int
  ) throws(SessionError) -> Values {
    let bytes: [UInt8]
    let decoder: JPEGDecoder
    do throws(JPEGError) {
      bytes = try JPEGEncoder().encode(picture, quality: 80)
      decoder = try JPEGDecoder(pool: PixelBufferPool())
    } catch {
      throw SessionError(.sensorFailed, "JPEG: \(error)")
    }
    var format = VideoFormat(code: .motionJPEG, width: picture.width, height: picture.height)
    format.memories = [.init(bytesPerLine: 0, sizeImage: bytes.count)]
    let system = MemoryVideoSystem(format, rate: 30, picture: bytes)
    let whole = try seconds(system, format, count) { _ = $0.pixels.luma() }
    let start = ProcessUsage.threadCPUSeconds()
    for _ in 0..<count { bytes.withUnsafeBytes { _ = try? decoder.decode($0) } }
    let decoding = (ProcessUsage.threadCPUSeconds() - start) / Double(count)
    return [
      ("mjpegMillisecondsPerFrame", whole * 1000, "ms"),
      ("mjpegDecoderAlone", decoding * 1000, "ms"),
      ("mjpegDecoderShare", decoding / whole, ""),
    ]
  }

  /// CPU seconds of this thread for each picture, waiting, taking, making and using it.
  private static func seconds(
    _ system: MemoryVideoSystem, _ format: VideoFormat, _ count: Int,
    use: (CameraFrame) -> Void
  ) throws(SessionError) -> Double {
    let options = VideoDeviceOptions(
      device: MemoryVideoSystem.path, width: format.width, height: format.height,
      preference: .only(format.code))
    let source = VideoDeviceSource(role: .rear, options: options, system: system)
    try source.start(origin: .zero, pacing: .realTime)
    defer { source.stop() }
    var start = 0.0
    // The first pictures pay for what is made once.
    for number in -10..<count {
      if number == 0 { start = ProcessUsage.threadCPUSeconds() }
      guard case .frame(let frame) = try source.next() else {
        throw SessionError(.sensorFailed, "the made-up driver gives no picture")
      }
      use(frame)
    }
    return (ProcessUsage.threadCPUSeconds() - start) / Double(count)
  }
}

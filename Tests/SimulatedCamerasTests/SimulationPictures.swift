import SessionCore
import SimulatedCameras
import SoftwareRendering
import SpatialMath
import Testing

/// What the tests of the simulated cameras share.
enum SimulationPictures {
  /// A coarse room, built once.
  static let room = SimulatedRoom(seed: 3, detail: 0.3)

  /// A small camera in the coarse room, without noise.
  static func rearOptions(frameCount: Int? = 8) -> SimulatedRearCamera.Options {
    var options = SimulatedRearCamera.Options()
    (options.width, options.height) = (160, 120)
    options.seed = 3
    options.frameCount = frameCount
    options.sensor.noise = 0
    options.sensor.vignetting = 0
    return options
  }

  /// All pictures of a camera, as fast as they come.
  static func pictures(of source: any FrameSource, atMost limit: Int = 1000) throws
    -> [CameraFrame]
  {
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    var frames: [CameraFrame] = []
    while frames.count < limit, case .frame(let frame) = try source.next() {
      frames.append(frame)
    }
    return frames
  }
}

extension PixelBuffer {
  /// The luma of a pixel.
  func luma(_ x: Int, _ y: Int) -> Int {
    Int(planes[0].base.load(fromByteOffset: y * planes[0].stride + x, as: UInt8.self))
  }

  /// The luma between pixels, coordinates from the corner of the top-left pixel.
  func luma(at p: Vector2) -> Double {
    let x = min(max(p.x - 0.5, 0), Double(width) - 1.001)
    let y = min(max(p.y - 0.5, 0), Double(height) - 1.001)
    let (ix, iy) = (Int(x), Int(y))
    let (fx, fy) = (x - Double(ix), y - Double(iy))
    let top = Double(luma(ix, iy)) * (1 - fx) + Double(luma(ix + 1, iy)) * fx
    let bottom = Double(luma(ix, iy + 1)) * (1 - fx) + Double(luma(ix + 1, iy + 1)) * fx
    return top * (1 - fy) + bottom * fy
  }
}

import SessionCore
import SoftwareRendering
import SpatialMath

/// Draws and develops the rear camera's pictures.
///
/// Bound to one thread at a time.
final class RoomDarkroom {
  private let options: SimulatedRearCamera.Options
  private let path: HandheldPath
  private let renderer: FacetRenderer
  private let passers: RoomPassers?
  /// By the exposure's gain.
  private var sensors: [Double: SensorModel] = [:]
  private var packed: [UInt32]
  /// Sums of packed colours over the exposure, a colour's four bytes in 16 bits each.
  private var sums: [UInt64]

  init(
    scene: FacetScene, intrinsics: CameraIntrinsics, path: HandheldPath,
    options: SimulatedRearCamera.Options
  ) {
    self.options = options
    self.path = path
    renderer = FacetRenderer(scene: scene, intrinsics: intrinsics)
    passers =
      options.motion == .passers ? RoomPassers(seed: options.seed, intrinsics: intrinsics) : nil
    packed = Array(repeating: 0, count: options.width * options.height)
    sums = options.motionBlurSamples > 1 ? Array(repeating: 0, count: packed.count) : []
  }

  /// The bytes of a picture, in full-range 4:2:0.
  func picture(sequence: Int) -> PixelBuffer {
    let middle = Double(sequence) / options.rate
    let samples = max(1, options.motionBlurSamples)
    if samples == 1 {
      render(at: middle)
    } else {
      for i in 0..<sums.count { sums[i] = 0 }
      for sample in 0..<samples {
        let shift = (Double(sample) + 0.5) / Double(samples) - 0.5
        render(at: middle + shift * options.exposureDuration)
        accumulate()
      }
      average(samples)
    }
    let sensor = sensor(gain: options.motion.gain(at: middle))
    return sensor.picture(packed, width: options.width, height: options.height, sequence: sequence)
  }

  private func sensor(gain: Double) -> SensorModel {
    if let sensor = sensors[gain] { return sensor }
    var settings = options.sensor
    settings.gain *= gain
    let sensor = SensorModel(
      width: options.width, height: options.height, settings: settings, seed: options.seed)
    sensors[gain] = sensor
    return sensor
  }

  private func render(at time: Double) {
    let shutter: FacetRenderer.Shutter
    if options.rollingShutterReadout > 0 {
      let rows = options.height
      shutter = .rolling(
        (0..<rows).map { row in
          // The picture's time is that of its middle row.
          let share = (Double(row) + 0.5) / Double(rows) - 0.5
          return FacetView(
            sceneFromCamera: path.roomFromCamera(at: time + share * options.rollingShutterReadout)
          )
        })
    } else {
      shutter = .global(FacetView(sceneFromCamera: path.roomFromCamera(at: time)))
    }
    packed.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      renderer.render(shutter, into: base)
      passers?.draw(
        at: time, from: FacetView(sceneFromCamera: path.roomFromCamera(at: time)), into: base)
    }
  }

  private func accumulate() {
    for i in 0..<packed.count {
      let color = UInt64(packed[i])
      sums[i] &+= color & 0xFF | (color & 0xFF00) << 8 | (color & 0xFF_0000) << 16
    }
  }

  private func average(_ samples: Int) {
    let n = UInt64(samples)
    for i in 0..<packed.count {
      let y = ((sums[i] & 0xFFFF) + n / 2) / n
      let u = ((sums[i] >> 16 & 0xFFFF) + n / 2) / n
      let v = ((sums[i] >> 32 & 0xFFFF) + n / 2) / n
      packed[i] = UInt32(y | u << 8 | v << 16)
    }
  }
}

import SessionCore
import SoftwareRendering
import SpatialMath

/// Draws and develops the front camera's pictures.
///
/// Bound to one thread at a time.
final class FrontStudio {
  private let renderer: PersonRenderer
  private let sensor: SensorModel
  private let background: [UInt32]
  private let size: (width: Int, height: Int)
  private var packed: [UInt32]

  init(
    renderer: PersonRenderer, background: [UInt32], options: SimulatedFrontCamera.Options
  ) {
    self.renderer = renderer
    self.background = background
    size = (options.width, options.height)
    sensor = SensorModel(
      width: options.width, height: options.height, settings: options.sensor,
      seed: options.seed &+ 0xF)
    packed = background
  }

  /// The bytes of a picture, in full-range 4:2:0.
  func picture(of pose: PersonPose, sequence: Int) -> PixelBuffer {
    packed.withUnsafeMutableBufferPointer { target in
      background.withUnsafeBufferPointer { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        to.update(from: from, count: source.count)
        renderer.render(pose, into: to)
      }
    }
    return sensor.picture(packed, width: size.width, height: size.height, sequence: sequence)
  }
}

/// The room behind the person, out of focus.
enum FrontBackground {
  /// The detail of a room that is only seen blurred.
  static let detail = 0.15

  /// Where the front camera hangs: on the back of the rear one, looking the other way.
  private static let roomFromCamera = Pose(
    rotation: Quaternion(angle: .pi, axis: Vector3(0, 1, 0)),
    translation: Vector3(0, 1.34, 0.95))
  /// The radius of the blur as a share of the picture's width: a lens focused at half a metre.
  private static let blur = 0.007

  /// Draws the room and blurs it: three box means are nearly a lens's disc.
  static func picture(room: SimulatedRoom, intrinsics: CameraIntrinsics) -> [UInt32] {
    let (w, h) = (intrinsics.width, intrinsics.height)
    var packed = [UInt32](repeating: 0, count: w * h)
    let renderer = FacetRenderer(scene: room.scene, intrinsics: intrinsics)
    packed.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      renderer.render(.global(FacetView(sceneFromCamera: roomFromCamera)), into: base)
    }
    var linear = packed.map(PackedColor.decode)
    let radius = max(1, Int(Double(w) * blur))
    BoxBlur.apply(&linear, width: w, height: h, radius: radius, rounds: 3)
    return linear.map(PackedColor.encode)
  }
}

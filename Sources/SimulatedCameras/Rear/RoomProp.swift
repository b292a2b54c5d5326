import ImageProcessing
import SoftwareRendering
import SpatialMath

/// Something of known size that a simulated room can have on its table besides.
package enum RoomProp: String, CaseIterable, Sendable {
  /// A framed photograph, 30 cm wide, that stands at the back and leans.
  case picture
  /// A postcard that lies in the middle, 16 cm wide.
  case postcard
  /// An AprilTag, number 0 of the family 36h11, its black square 10 cm wide.
  case tag
  /// A blank sheet of A4.
  case sheet
  /// A plain card of the size of bank cards (ID-1), with a stripe.
  case card

  /// The width of the tag's black square, metres.
  package static let tagSize = 0.10

  /// Width and height, metres.
  private var size: SIMD2<Float> {
    switch self {
    case .picture: SIMD2(0.30, 0.22)
    case .postcard: SIMD2(0.16, 0.11)
    // One white cell round the eight of the black square.
    case .tag: SIMD2(repeating: Float(Self.tagSize) * 10 / 8)
    case .sheet: SIMD2(0.297, 0.210)
    case .card: SIMD2(0.0856, 0.05398)
    }
  }

  /// Room from print: +X right, +Z down along it, +Y out of it.
  private var pose: Pose {
    let top = Double(RoomMeasures.tableHeight)
    func lying(_ x: Double, _ z: Double, _ yaw: Double) -> Pose {
      Pose(
        rotation: Quaternion(angle: yaw, axis: Vector3(0, 1, 0)),
        translation: Vector3(x, top + 0.0045, z))
    }
    switch self {
    case .picture:
      let turn = Quaternion(angle: 0.15, axis: Vector3(0, 1, 0))
      let lean = Quaternion(angle: .pi / 2 - 0.26, axis: Vector3(1, 0, 0))
      return Pose(rotation: turn * lean, translation: Vector3(0.02, top + 0.112, -0.19))
    case .postcard: return lying(-0.14, 0.16, 0.3)
    case .tag: return lying(0.19, 0.14, -0.25)
    case .sheet: return lying(-0.02, 0.08, 0.22)
    case .card: return lying(-0.16, 0.17, -0.2)
    }
  }

  /// Adds it to a room.
  func add(to room: inout RoomBuilder, seed: UInt64) {
    let pose = pose
    let right = SIMD3<Float>(pose.rotation.act(Vector3(1, 0, 0)))
    let down = SIMD3<Float>(pose.rotation.act(Vector3(0, 0, 1)))
    let origin =
      SIMD3<Float>(pose.translation) - right * (size.x / 2) - down * (size.y / 2)
    room.panel(
      origin: origin, u: right * size.x, v: down * size.y, density: 1200, lightDensity: 40,
      paint: paint(seed: seed))
  }

  /// The print that a reference image can be made of; nil for what has no picture.
  func print(seed: UInt64) -> RoomPrint? {
    guard self == .picture || self == .postcard else { return nil }
    return RoomPrint(
      name: rawValue, roomFromPrint: pose, size: size, paint: paint(seed: seed))
  }

  private func paint(seed: UInt64) -> RoomBuilder.Paint {
    switch self {
    case .picture: return RoomPrints.photograph(seed: seed)
    case .postcard: return RoomPrints.photograph(seed: seed &+ 7)
    case .tag: return Self.tagPaint
    case .sheet: return { canvas in canvas.paint { _, _ in SIMD3(0.80, 0.79, 0.76) } }
    case .card:
      return { canvas in
        let size = canvas.size
        canvas.paint { _, _ in SIMD3(0.70, 0.72, 0.75) }
        canvas.rectangle(
          SIMD2(0, size.y * 0.16), SIMD2(size.x, size.y * 0.36), color: SIMD3(0.1, 0.1, 0.12))
      }
    }
  }

  private static func tagPaint(_ canvas: inout Canvas) {
    guard let (side, isBlack) = TagDetector.cells(of: 0) else { return }
    let size = canvas.size
    canvas.paint { u, v in
      let x = min(side - 1, Int(u / size.x * Float(side)))
      let y = min(side - 1, Int(v / size.y * Float(side)))
      return SIMD3(repeating: isBlack[y * side + x] ? 0.05 : 0.82)
    }
  }
}

extension RoomPrints {
  /// A print with as much detail as photographs have: a landscape with clouds, woods and things.
  static func photograph(seed: UInt64) -> Paint {
    { canvas in
      var g = SeededGenerator(seed: seed)
      let size = canvas.size
      picture(&canvas, from: .zero, to: size, generator: &g)
      picture(
        &canvas, from: size * SIMD2(0.55, 0.05), to: size * SIMD2(0.97, 0.55), generator: &g)
      let noise = LatticeNoise(seed: seed)
      let scale = 1 / size.max()
      canvas.modulate { u, v in
        let coarse = noise.fractal(u * scale * 9, v * scale * 9, octaves: 4)
        let fine = noise.value(u * scale * 70, v * scale * 70)
        return 0.62 + 0.6 * coarse + (v > size.y * 0.45 ? 0.35 * fine : 0.1 * fine)
      }
      let word = words[Int(g.next() % UInt64(words.count))]
      canvas.write(
        word, at: SIMD2(size.x * 0.06, size.y * 0.80), height: size.y * 0.11,
        color: SIMD3(0.85, 0.83, 0.78))
    }
  }
}

import SpatialMath

/// A movement of a model's parts over time.
public struct AnimationClip {
  /// What a track moves.
  public enum Property: Sendable { case translation, rotation, scale, weights }
  /// What lies between two keys.
  public enum Interpolation: Sendable { case linear, step, cubicSpline }

  /// One property of one entity.
  public struct Track {
    /// What is moved.
    public var entity: Entity
    /// The models below it whose targets are moved by `weights`.
    public var morphed: [MorphedEntity]
    /// Which property.
    public var property: Property
    /// What lies between two keys.
    public var interpolation: Interpolation
    /// Seconds, rising.
    public var times: [Float]
    /// Numbers a key; for splines in-tangent, value, out-tangent.
    public var values: [Float]

    /// Creates a track.
    public init(
      entity: Entity, morphed: [MorphedEntity], property: Property, interpolation: Interpolation,
      times: [Float], values: [Float]
    ) {
      self.entity = entity
      self.morphed = morphed
      self.property = property
      self.interpolation = interpolation
      self.times = times
      self.values = values
    }
  }

  /// Its name.
  public var name: String
  /// The tracks.
  public var tracks: [Track]
  /// Seconds.
  public var duration: Double { Double(tracks.compactMap(\.times.last).max() ?? 0) }

  /// Creates a movement.
  public init(name: String, tracks: [Track]) {
    self.name = name
    self.tracks = tracks
  }

  /// Moves everything to where it is at a time.
  public func apply(at seconds: Double) {
    for track in tracks { track.apply(Float(seconds)) }
  }
}

extension AnimationClip.Track {
  func apply(_ time: Float) {
    let v = sample(time)
    switch property {
    case .translation: entity.position = Vector3(Double(v[0]), Double(v[1]), Double(v[2]))
    case .scale: entity.scale = Vector3(Double(v[0]), Double(v[1]), Double(v[2]))
    case .rotation:
      let q = Vector4(Double(v[0]), Double(v[1]), Double(v[2]), Double(v[3]))
      let length = (q * q).sum().squareRoot()
      guard length > 1e-9 else { return }
      entity.orientation = Quaternion(imaginary: q.xyz / length, real: q.w / length)
    case .weights:
      for model in morphed { model.weights = Array(v.prefix(model.weights.count)) }
    }
  }

  /// The numbers at a time, by glTF's rules.
  func sample(_ time: Float) -> [Float] {
    let isSpline = interpolation == .cubicSpline
    let width = values.count / max(1, times.count) / (isSpline ? 3 : 1)
    func key(_ index: Int, _ part: Int = 1) -> ArraySlice<Float> {
      let start = isSpline ? (index * 3 + part) * width : index * width
      return values[start..<start + width]
    }
    guard width > 0, let next = times.firstIndex(where: { $0 > time }) else {
      return Array(key(times.count - 1))
    }
    guard next > 0 else { return Array(key(0)) }
    let span = times[next] - times[next - 1]
    let t = (time - times[next - 1]) / span
    let (a, b) = (Array(key(next - 1)), Array(key(next)))
    switch interpolation {
    case .step: return a
    case .linear: return property == .rotation ? Self.turned(a, b, t) : Self.mixed(a, b, t)
    case .cubicSpline:
      let (out, into) = (Array(key(next - 1, 2)), Array(key(next, 0)))
      let (t2, t3) = (t * t, t * t * t)
      let (h0, h1) = (2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t)
      let (h2, h3) = (-2 * t3 + 3 * t2, t3 - t2)
      return (0..<width).map { i -> Float in
        let start = h0 * a[i] + h1 * span * out[i]
        return start + h2 * b[i] + h3 * span * into[i]
      }
    }
  }

  private static func mixed(_ a: [Float], _ b: [Float], _ t: Float) -> [Float] {
    zip(a, b).map { $0 + ($1 - $0) * t }
  }

  private static func turned(_ a: [Float], _ b: [Float], _ t: Float) -> [Float] {
    func quaternion(_ v: [Float]) -> Quaternion {
      Quaternion(
        imaginary: Vector3(Double(v[0]), Double(v[1]), Double(v[2])), real: Double(v[3]))
    }
    let q = quaternion(a).interpolated(to: quaternion(b), fraction: Double(t))
    return [Float(q.imaginary.x), Float(q.imaginary.y), Float(q.imaginary.z), Float(q.real)]
  }
}

/// The one-euro filter's three parameters (Casiez, Roussel, Vogel, CHI 2012).
public struct OneEuroParameters: Sendable, Equatable {
  /// The cut-off frequency at rest in hertz: lower is steadier.
  public var minimumCutoff: Double
  /// How much the cut-off rises with speed: higher follows faster.
  public var beta: Double
  /// The cut-off frequency of the speed itself in hertz.
  public var derivativeCutoff: Double

  /// Creates parameters; the defaults are MediaPipe's for face landmarks.
  public init(
    minimumCutoff: Double = 0.05, beta: Double = 80, derivativeCutoff: Double = 1
  ) {
    self.minimumCutoff = minimumCutoff
    self.beta = beta
    self.derivativeCutoff = derivativeCutoff
  }

  /// The smoothing factor of a low-pass with a cut-off at a sampling rate, both in hertz.
  @inlinable public static func smoothingFactor(cutoff: Double, rate: Double) -> Double {
    1 / (1 + rate / (2 * .pi * cutoff))
  }
}

/// A one-euro filter over one value.
public struct OneEuroFilter: Sendable {
  /// The parameters in use.
  public var parameters: OneEuroParameters
  private var value: Double?
  private var lastRaw = 0.0
  private var derivative = 0.0
  private var lastTime = Timestamp.zero

  /// Creates a filter without history.
  public init(_ parameters: OneEuroParameters) { self.parameters = parameters }

  /// Forgets all history.
  public mutating func reset() {
    value = nil
    derivative = 0
  }

  /// The filtered value for a new sample; `scale` divides the speed (1 / the value's natural size).
  ///
  /// A sample that is not later than the one before is smoothed as if 1 ms had passed.
  public mutating func filter(_ raw: Double, at time: Timestamp, scale: Double = 1) -> Double {
    guard let old = value else {
      value = raw
      lastRaw = raw
      lastTime = time
      return raw
    }
    let rate = 1 / max(0.001, time.seconds(since: lastTime))
    let slope = (raw - lastRaw) * scale * rate
    let a = OneEuroParameters.smoothingFactor(cutoff: parameters.derivativeCutoff, rate: rate)
    derivative += a * (slope - derivative)
    let cutoff = parameters.minimumCutoff + parameters.beta * abs(derivative)
    let new = old + OneEuroParameters.smoothingFactor(cutoff: cutoff, rate: rate) * (raw - old)
    value = new
    lastRaw = raw
    lastTime = time
    return new
  }
}

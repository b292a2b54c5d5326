import Glibc
import SessionCore

/// What a camera agreed to.
struct NegotiatedFormat: Sendable, Equatable {
  var format: VideoFormat
  var rate: Double
  /// What it was asked for.
  var request: VideoNegotiation.Request
}

/// Chooses what to ask a camera for, in which order, and reads back what came of it.
struct VideoNegotiation: Sendable {
  /// One thing to ask for.
  struct Request: Sendable, Equatable, CustomStringConvertible {
    var code: FourCharacterCode
    var width: Int, height: Int
    var rate: Double

    var description: String { "\(width)x\(height) \(code) at \(shortText(rate)) Hz" }

    fileprivate var pixelRate: Double { Double(width * height) * rate }
  }

  let options: VideoDeviceOptions

  /// A step down is worth trying when it saves a quarter of the pixels.
  private static let leastSaving = 0.75
  /// Two ratios nearer than this are one shape.
  private static let sameShape = 0.025
  /// For 29.97 where 30 is asked for.
  private static let rateTolerance = 0.01

  /// What to try, best first.
  ///
  /// What comes after the first is for a bus that has no bandwidth left (ENOSPC): MJPEG, then ever
  /// fewer pixels a second, down to what the options allow. A format that is asked for by name
  /// stays; a smaller picture keeps its shape where the camera can, since the lens depends on it.
  func requests(for device: VideoDevice) -> [Request] {
    let ordered = preferred(on: device)
    guard let best = ordered.first else { return [] }
    let jpeg = ordered.first { $0.layout?.reading == .jpeg }
    let raw = ordered.first { $0.layout?.reading != .jpeg }
    var requests = [request(best)]
    if let jpeg { requests.append(request(jpeg)) }
    for code in [jpeg, raw].compactMap({ $0 }) { requests += steps(code, device) }
    return requests.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Asks for a format and a rate; drivers change both in silence.
  func apply(
    _ request: Request, to device: VideoDevice
  ) throws(SystemCallError) -> NegotiatedFormat {
    var format = try device.setFormat(
      VideoFormat(code: request.code, width: request.width, height: request.height))
    let isWanted = options.preference == .automatic || format.code == request.code
    guard isWanted, Self.reads(format.code, of: device.capability), format.width > 0,
      format.height > 0
    else { throw SystemCallError(EINVAL) }
    if options.colorRange != .automatic, format.code.hasRange {
      format.encoding.isFullRange = options.colorRange == .full
    }
    // Loopback devices have no rate to set: theirs is what the producer has.
    let interval = try? device.setInterval(FrameInterval(rate: request.rate))
    return NegotiatedFormat(
      format: format, rate: interval?.rate ?? request.rate, request: request)
  }

  /// Whether pictures of a format are read; a bare sensor's only of a USB webcam, which has nothing
  /// behind its sensor.
  static func reads(_ code: FourCharacterCode, of capability: VideoCapability) -> Bool {
    guard code.layout != nil else { return false }
    return !FourCharacterCode.bayer.contains(code) || capability.bus.hasPrefix("usb")
  }

  private func request(_ code: FourCharacterCode, rate: Double? = nil) -> Request {
    Request(code: code, width: options.width, height: options.height, rate: rate ?? options.rate)
  }

  /// Raw formats cost no decoding but, over USB, bandwidth.
  ///
  /// They come first where the camera offers them at the rate asked for. Old webcams' own formats
  /// come last but for grey pictures.
  private func preferred(on device: VideoDevice) -> [FourCharacterCode] {
    let offered = device.pixelFormats().filter { Self.reads($0, of: device.capability) }
    let jpegs: [FourCharacterCode] = [.motionJPEG, .jpeg].filter(offered.contains)
    switch options.preference {
    case .mjpeg: return jpegs
    case .only(let code): return offered.filter { $0 == code }
    case .automatic:
      let raw = FourCharacterCode.rawByCost.filter(offered.contains)
      let fast = raw.filter { keepsUp($0, device) }
      let slow = raw.filter { !fast.contains($0) }
      let rest = (FourCharacterCode.decoded + FourCharacterCode.greys).filter(offered.contains)
      return fast + jpegs + slow + rest
    }
  }

  private func keepsUp(_ code: FourCharacterCode, _ device: VideoDevice) -> Bool {
    let sizes = device.frameSizes(code)
    let hasSize = sizes.contains { $0.width == options.width && $0.height == options.height }
    if !sizes.isEmpty, !hasSize { return false }
    let format = VideoFormat(code: code, width: options.width, height: options.height)
    // A driver that does not say is believed.
    guard let highest = device.rates(format).first else { return true }
    return highest >= options.rate * (1 - Self.rateTolerance)
  }

  /// Ever fewer pixels a second of one format, within the options.
  private func steps(_ code: FourCharacterCode, _ device: VideoDevice) -> [Request] {
    var sizes = device.frameSizes(code)
    if sizes.isEmpty {
      sizes = [(options.width, options.height), (options.width / 2, options.height / 2)]
    }
    let allowed = sizes.filter { isAllowed($0) }
    let sameShape = allowed.filter { hasShape($0) }
    let candidates = (sameShape.isEmpty ? allowed : sameShape).flatMap { size in
      rates(code, size, device).map {
        Request(code: code, width: size.width, height: size.height, rate: $0)
      }
    }
    var last = request(code).pixelRate
    return candidates.sorted { $0.pixelRate > $1.pixelRate }.filter { candidate in
      guard candidate.pixelRate <= last * Self.leastSaving else { return false }
      last = candidate.pixelRate
      return true
    }
  }

  private func isAllowed(_ size: (width: Int, height: Int)) -> Bool {
    size.width <= options.width && size.height <= options.height
      && size.width >= min(options.minimumWidth, options.width)
      && size.height >= min(options.minimumHeight, options.height)
  }

  private func hasShape(_ size: (width: Int, height: Int)) -> Bool {
    let wanted = Double(options.width) / Double(options.height)
    return abs(Double(size.width) / Double(size.height) - wanted) <= Self.sameShape * wanted
  }

  private func rates(
    _ code: FourCharacterCode, _ size: (width: Int, height: Int), _ device: VideoDevice
  ) -> [Double] {
    let offered = device.rates(VideoFormat(code: code, width: size.width, height: size.height))
    let all = offered.isEmpty ? [options.rate, options.rate / 2] : offered
    let least = min(options.minimumRate, options.rate) * (1 - Self.rateTolerance)
    return all.filter { $0 >= least && $0 <= options.rate * (1 + Self.rateTolerance) }
  }
}

/// A number without needless decimals.
func shortText(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
}

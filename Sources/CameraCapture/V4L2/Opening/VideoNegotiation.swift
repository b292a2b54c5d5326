import Glibc
import SessionCore

/// What a camera agreed to.
struct NegotiatedFormat: Sendable, Equatable {
  var format: VideoFormat
  var rate: Double
}

/// Chooses what to ask a camera for, in which order, and reads back what came of it.
struct VideoNegotiation: Sendable {
  /// One thing to ask for.
  struct Request: Sendable, Equatable, CustomStringConvertible {
    var code: FourCharacterCode
    var width: Int, height: Int
    var rate: Double

    var description: String { "\(width)x\(height) \(code) at \(shortText(rate)) Hz" }
  }

  let options: VideoDeviceOptions

  /// What to try, best first.
  ///
  /// What comes after the first is for a bus that has no bandwidth left (ENOSPC): MJPEG, then a
  /// lower rate, then a smaller picture.
  func requests(for device: VideoDevice) -> [Request] {
    let offered = device.pixelFormats().filter { $0.pixelFormat != nil }
    let ordered = preferred(offered, on: device)
    let compressed = ordered.first(where: \.isCompressed)
    var requests = ordered.prefix(1).map { request($0) }
    if let compressed { requests.append(request(compressed)) }
    guard let thrifty = compressed ?? ordered.first else { return [] }
    requests.append(request(thrifty, rate: options.rate / 2))
    if options.width > 320 {
      // The smallest common size of the same shape.
      let height = options.width * 3 == options.height * 4 ? 240 : 180
      requests.append(Request(code: thrifty, width: 320, height: height, rate: options.rate / 2))
    }
    return requests.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Asks for a format and a rate; drivers change both in silence.
  func apply(
    _ request: Request, to device: VideoDevice
  ) throws(SystemCallError) -> NegotiatedFormat {
    let format = try device.setFormat(
      VideoFormat(code: request.code, width: request.width, height: request.height))
    guard format.code.pixelFormat != nil, format.width > 0, format.height > 0 else {
      throw SystemCallError(EINVAL)
    }
    // Loopback devices have no rate to set: theirs is what the producer has.
    let interval = try? device.setInterval(FrameInterval(rate: request.rate))
    return NegotiatedFormat(format: format, rate: interval?.rate ?? request.rate)
  }

  private func request(_ code: FourCharacterCode, rate: Double? = nil) -> Request {
    Request(code: code, width: options.width, height: options.height, rate: rate ?? options.rate)
  }

  /// Raw formats cost no decoding but, over USB, bandwidth: they come first where the camera offers
  /// them at the rate asked for.
  private func preferred(
    _ offered: [FourCharacterCode], on device: VideoDevice
  ) -> [FourCharacterCode] {
    let raw: [FourCharacterCode] = [.yuyv, .nv12, .yuv420]
    let compressed: [FourCharacterCode] = [.motionJPEG, .jpeg]
    let order: [FourCharacterCode] =
      switch options.preference {
      case .mjpeg: compressed + raw
      case .yuyv: raw + compressed
      case .automatic:
        raw.filter { keepsUp($0, device) } + compressed + raw.filter { !keepsUp($0, device) }
      }
    return order.filter(offered.contains)
  }

  private func keepsUp(_ code: FourCharacterCode, _ device: VideoDevice) -> Bool {
    let sizes = device.frameSizes(code)
    let hasSize = sizes.contains { $0.width == options.width && $0.height == options.height }
    if !sizes.isEmpty, !hasSize { return false }
    let format = VideoFormat(code: code, width: options.width, height: options.height)
    // 1 % for 29.97; a driver that does not say is believed.
    return device.highestRate(format).map { $0 >= options.rate * 0.99 } ?? true
  }
}

/// A number without needless decimals.
func shortText(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
}

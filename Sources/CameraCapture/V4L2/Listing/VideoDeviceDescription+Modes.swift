import SessionCore

extension VideoDeviceDescription {
  /// What the camera says that it can deliver in formats that are read: sizes with their highest
  /// rate; empty where the driver names ranges or the node cannot be opened.
  ///
  /// Opens the node for a moment; may be called while it streams.
  package func modes(
    system: any VideoDeviceSystem = LinuxVideoDeviceSystem()
  ) -> [SupportedVideoFormat] {
    guard isUsable, let device = try? VideoDevice(path: path, system: system) else { return [] }
    defer { device.close() }
    let readable = formats.filter { VideoNegotiation.reads($0, of: device.capability) }
    return Self.offers(readable, of: device).flatMap(\.modes)
  }

  /// Everything that the node offers, with its sizes and rates; formats alone where it cannot be
  /// opened.
  ///
  /// Opens the node for a moment; may be called while it streams.
  package func offers(
    system: any VideoDeviceSystem = LinuxVideoDeviceSystem()
  ) -> [OfferedFormat] {
    guard let device = try? VideoDevice(path: path, system: system) else {
      return formats.map { OfferedFormat(code: $0) }
    }
    defer { device.close() }
    return Self.offers(formats, of: device)
  }

  private static func offers(
    _ formats: [FourCharacterCode], of device: VideoDevice
  ) -> [OfferedFormat] {
    formats.map { code in
      let sizes = device.frameSizes(code).map { width, height in
        let format = VideoFormat(code: code, width: width, height: height)
        return OfferedFormat.Size(width: width, height: height, rates: device.rates(format))
      }
      return OfferedFormat(code: code, sizes: sizes)
    }
  }
}

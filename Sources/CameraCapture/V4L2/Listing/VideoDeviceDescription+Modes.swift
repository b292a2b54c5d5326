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
    return readable.flatMap { code in
      device.frameSizes(code).compactMap { width, height in
        let format = VideoFormat(code: code, width: width, height: height)
        return device.rates(format).first.map {
          SupportedVideoFormat(
            size: PictureSize(width: width, height: height), rate: $0,
            pixelFormat: code.description)
        }
      }
    }
  }
}

import CVideo4Linux

extension VideoCapability {
  /// Reads the flags of one node (`V4L2_CAP_…` of `videodev2.h`).
  ///
  /// - Parameters:
  ///   - driver: the driver's name.
  ///   - card: the device's name.
  ///   - bus: where it is plugged in.
  ///   - flags: the node's own flags (`device_caps`), or the device's where the driver has no others.
  package init(driver: String, card: String, bus: String, flags: UInt32) {
    func has(_ flag: Int32) -> Bool { flags & UInt32(bitPattern: flag) != 0 }
    self.init(driver: driver, card: card, bus: bus)
    isCapture = has(V4L2_CAP_VIDEO_CAPTURE)
    isMultiplanarCapture = has(V4L2_CAP_VIDEO_CAPTURE_MPLANE)
    isStreaming = has(V4L2_CAP_STREAMING)
    isMetadata = has(V4L2_CAP_META_CAPTURE) || has(V4L2_CAP_META_OUTPUT)
    isMemoryToMemory = has(V4L2_CAP_VIDEO_M2M) || has(V4L2_CAP_VIDEO_M2M_MPLANE)
    isOutput = has(V4L2_CAP_VIDEO_OUTPUT) || has(V4L2_CAP_VIDEO_OUTPUT_MPLANE)
  }
}

import CVideo4Linux
import Foundation
import SessionCore
import SpatialMath

// Every structure is zeroed before its call: drivers read reserved fields.
extension LinuxVideoDeviceSystem {
  private static let captureType = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

  /// VIDIOC_QUERYCAP; `device_caps` where the driver fills it in, as all do since Linux 3.4.
  package func capability(_ device: Int32) throws(SystemCallError) -> VideoCapability {
    var answer = v4l2_capability()
    try check(bifrons_ioctl(device, bifrons_vidioc_querycap, &answer))
    let all = answer.capabilities
    let caps = all & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? answer.device_caps : all
    func has(_ flag: Int32) -> Bool { caps & UInt32(bitPattern: flag) != 0 }
    var result = VideoCapability(
      driver: Self.text(answer.driver), card: Self.text(answer.card),
      bus: Self.text(answer.bus_info))
    result.isCapture = has(V4L2_CAP_VIDEO_CAPTURE)
    result.isMultiplanarCapture = has(V4L2_CAP_VIDEO_CAPTURE_MPLANE)
    result.isStreaming = has(V4L2_CAP_STREAMING)
    result.isMetadata = has(V4L2_CAP_META_CAPTURE) || has(V4L2_CAP_META_OUTPUT)
    result.isMemoryToMemory = has(V4L2_CAP_VIDEO_M2M) || has(V4L2_CAP_VIDEO_M2M_MPLANE)
    result.isOutput = has(V4L2_CAP_VIDEO_OUTPUT) || has(V4L2_CAP_VIDEO_OUTPUT_MPLANE)
    return result
  }

  /// VIDIOC_ENUM_FMT.
  package func pixelFormat(
    _ device: Int32, index: Int
  ) throws(SystemCallError) -> FourCharacterCode {
    var answer = v4l2_fmtdesc()
    answer.type = Self.captureType
    answer.index = UInt32(index)
    try check(bifrons_ioctl(device, bifrons_vidioc_enum_fmt, &answer))
    return FourCharacterCode(rawValue: answer.pixelformat)
  }

  /// VIDIOC_ENUM_FRAMESIZES.
  package func frameSize(
    _ device: Int32, code: FourCharacterCode, index: Int
  ) throws(SystemCallError) -> (width: Int, height: Int)? {
    var answer = v4l2_frmsizeenum()
    answer.pixel_format = code.rawValue
    answer.index = UInt32(index)
    try check(bifrons_ioctl(device, bifrons_vidioc_enum_framesizes, &answer))
    guard answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else { return nil }
    return (Int(answer.discrete.width), Int(answer.discrete.height))
  }

  /// VIDIOC_ENUM_FRAMEINTERVALS; of a range the shortest.
  package func frameInterval(
    _ device: Int32, format: VideoFormat, index: Int
  ) throws(SystemCallError) -> FrameInterval {
    var answer = v4l2_frmivalenum()
    answer.pixel_format = format.code.rawValue
    answer.width = UInt32(format.width)
    answer.height = UInt32(format.height)
    answer.index = UInt32(index)
    try check(bifrons_ioctl(device, bifrons_vidioc_enum_frameintervals, &answer))
    let shortest =
      answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue ? answer.discrete : answer.stepwise.min
    return FrameInterval(shortest.numerator, shortest.denominator)
  }

  /// VIDIOC_S_FMT.
  package func setFormat(
    _ device: Int32, _ format: VideoFormat
  ) throws(SystemCallError) -> VideoFormat {
    var request = v4l2_format()
    request.type = Self.captureType
    request.fmt.pix.width = UInt32(format.width)
    request.fmt.pix.height = UInt32(format.height)
    request.fmt.pix.pixelformat = format.code.rawValue
    request.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    // Without it the kernel leaves out the colour fields below.
    request.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    try check(bifrons_ioctl(device, bifrons_vidioc_s_fmt, &request))
    let pix = request.fmt.pix
    var result = VideoFormat(
      code: FourCharacterCode(rawValue: pix.pixelformat), width: Int(pix.width),
      height: Int(pix.height))
    result.bytesPerLine = Int(pix.bytesperline)
    result.sizeImage = Int(pix.sizeimage)
    if !result.code.isCompressed { result.encoding = Self.encoding(of: pix) }
    return result
  }

  /// VIDIOC_S_PARM.
  package func setInterval(
    _ device: Int32, _ interval: FrameInterval
  ) throws(SystemCallError) -> FrameInterval {
    var request = v4l2_streamparm()
    request.type = Self.captureType
    request.parm.capture.timeperframe = v4l2_fract(
      numerator: interval.numerator, denominator: interval.denominator)
    try check(bifrons_ioctl(device, bifrons_vidioc_s_parm, &request))
    let answer = request.parm.capture.timeperframe
    return FrameInterval(answer.numerator, answer.denominator)
  }

  /// VIDIOC_QUERYCTRL, then VIDIOC_S_CTRL where the setting is there and may be changed.
  package func set(
    _ device: Int32, _ control: VideoControl, to value: Int32
  ) throws(SystemCallError) {
    let identifier: UInt32 =
      switch control {
      // V4L2_CID_CAMERA_CLASS_BASE + 3 and V4L2_CID_BASE + 24, whose names are macros of macros.
      case .exposureDynamicFrameRate: 0x009A_0900 + 3
      case .powerLineFrequency: 0x0098_0900 + 24
      }
    var query = v4l2_queryctrl()
    query.id = identifier
    try check(bifrons_ioctl(device, bifrons_vidioc_queryctrl, &query))
    let fixed = UInt32(
      V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_INACTIVE)
    if query.flags & fixed != 0 { return }
    var request = v4l2_control()
    request.id = identifier
    request.value = min(max(value, query.minimum), query.maximum)
    try check(bifrons_ioctl(device, bifrons_vidioc_s_ctrl, &request))
  }

  /// VIDIOC_REQBUFS.
  package func requestBuffers(_ device: Int32, count: Int) throws(SystemCallError) -> Int {
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = Self.captureType
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try check(bifrons_ioctl(device, bifrons_vidioc_reqbufs, &request))
    return Int(request.count)
  }

  /// VIDIOC_QUERYBUF and mmap.
  package func map(
    _ device: Int32, buffer index: Int
  ) throws(SystemCallError) -> UnsafeMutableRawBufferPointer {
    var buffer = Self.buffer(index)
    try check(bifrons_ioctl(device, bifrons_vidioc_querybuf, &buffer))
    let memory = mmap(
      nil, Int(buffer.length), PROT_READ | PROT_WRITE, MAP_SHARED, device, Int(buffer.m.offset))
    guard let memory, memory != MAP_FAILED else { throw SystemCallError(errno) }
    return UnsafeMutableRawBufferPointer(start: memory, count: Int(buffer.length))
  }

  /// munmap.
  package func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    if let base = memory.baseAddress { _ = munmap(base, memory.count) }
  }

  /// VIDIOC_QBUF.
  package func queue(_ device: Int32, buffer index: Int) throws(SystemCallError) {
    var buffer = Self.buffer(index)
    try check(bifrons_ioctl(device, bifrons_vidioc_qbuf, &buffer))
  }

  /// VIDIOC_DQBUF.
  package func dequeue(_ device: Int32) throws(SystemCallError) -> FilledBuffer {
    var buffer = Self.buffer(0)
    try check(bifrons_ioctl(device, bifrons_vidioc_dqbuf, &buffer))
    let isMonotonic =
      buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
      == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    let stamp = Timestamp(
      nanoseconds: Int64(buffer.timestamp.tv_sec) * 1_000_000_000
        + Int64(buffer.timestamp.tv_usec) * 1000)
    return FilledBuffer(
      index: Int(buffer.index), bytesUsed: Int(buffer.bytesused), sequence: buffer.sequence,
      timestamp: isMonotonic ? stamp : nil,
      isDamaged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0)
  }

  /// VIDIOC_STREAMON.
  package func startStreaming(_ device: Int32) throws(SystemCallError) {
    var type = Self.captureType
    try check(bifrons_ioctl(device, bifrons_vidioc_streamon, &type))
  }

  /// VIDIOC_STREAMOFF.
  package func stopStreaming(_ device: Int32) throws(SystemCallError) {
    var type = Self.captureType
    try check(bifrons_ioctl(device, bifrons_vidioc_streamoff, &type))
  }

  private static func buffer(_ index: Int) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.type = captureType
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    buffer.index = UInt32(index)
    return buffer
  }

  /// V4L2's defaults: full range only where the colour space is JPEG's, BT.709 only where it is
  /// named (V4L2_MAP_QUANTIZATION_DEFAULT, V4L2_MAP_YCBCR_ENC_DEFAULT).
  private static func encoding(of pix: v4l2_pix_format) -> ColorEncoding {
    let isFullRange =
      switch pix.quantization {
      case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
      case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
      default: pix.colorspace == V4L2_COLORSPACE_JPEG.rawValue
      }
    let isBT709 =
      switch pix.ycbcr_enc {
      case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: true
      case V4L2_YCBCR_ENC_DEFAULT.rawValue: pix.colorspace == V4L2_COLORSPACE_REC709.rawValue
      default: false
      }
    return ColorEncoding(matrix: isBT709 ? .bt709 : .bt601, isFullRange: isFullRange)
  }

  /// The text in a C array of characters, which need not end in 0.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

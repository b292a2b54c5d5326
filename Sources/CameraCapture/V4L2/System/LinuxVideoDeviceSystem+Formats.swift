import CVideo4Linux
import SessionCore

// Every structure is zeroed before its call: drivers read reserved fields.
extension LinuxVideoDeviceSystem {
  /// VIDIOC_QUERYCAP; `device_caps` where the driver fills it in, as all do since Linux 3.4.
  package func capability(_ descriptor: Int32) throws(SystemCallError) -> VideoCapability {
    var answer = v4l2_capability()
    try check(bifrons_ioctl(descriptor, bifrons_vidioc_querycap, &answer))
    let all = answer.capabilities
    let caps = all & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? answer.device_caps : all
    return VideoCapability(
      driver: Self.text(answer.driver), card: Self.text(answer.card),
      bus: Self.text(answer.bus_info), flags: caps)
  }

  /// VIDIOC_ENUM_FMT.
  package func pixelFormat(
    _ node: VideoNode, index: Int
  ) throws(SystemCallError) -> FourCharacterCode {
    var answer = v4l2_fmtdesc()
    answer.type = node.bufferType
    answer.index = UInt32(index)
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_enum_fmt, &answer))
    return FourCharacterCode(rawValue: answer.pixelformat)
  }

  /// VIDIOC_ENUM_FRAMESIZES.
  package func frameSize(
    _ node: VideoNode, code: FourCharacterCode, index: Int
  ) throws(SystemCallError) -> (width: Int, height: Int)? {
    var answer = v4l2_frmsizeenum()
    answer.pixel_format = code.rawValue
    answer.index = UInt32(index)
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_enum_framesizes, &answer))
    guard answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else { return nil }
    return (Int(answer.discrete.width), Int(answer.discrete.height))
  }

  /// VIDIOC_ENUM_FRAMEINTERVALS; of a range the shortest.
  package func frameInterval(
    _ node: VideoNode, format: VideoFormat, index: Int
  ) throws(SystemCallError) -> FrameInterval {
    var answer = v4l2_frmivalenum()
    answer.pixel_format = format.code.rawValue
    answer.width = UInt32(format.width)
    answer.height = UInt32(format.height)
    answer.index = UInt32(index)
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_enum_frameintervals, &answer))
    let shortest =
      answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue ? answer.discrete : answer.stepwise.min
    return FrameInterval(shortest.numerator, shortest.denominator)
  }

  /// VIDIOC_S_FMT.
  package func setFormat(
    _ node: VideoNode, _ format: VideoFormat
  ) throws(SystemCallError) -> VideoFormat {
    var request = v4l2_format()
    request.type = node.bufferType
    if node.isMultiplanar {
      request.fmt.pix_mp.width = UInt32(format.width)
      request.fmt.pix_mp.height = UInt32(format.height)
      request.fmt.pix_mp.pixelformat = format.code.rawValue
      request.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
    } else {
      request.fmt.pix.width = UInt32(format.width)
      request.fmt.pix.height = UInt32(format.height)
      request.fmt.pix.pixelformat = format.code.rawValue
      request.fmt.pix.field = V4L2_FIELD_NONE.rawValue
      // Without it the kernel leaves out the colour fields below.
      request.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    }
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_s_fmt, &request))
    return node.isMultiplanar ? Self.format(request.fmt.pix_mp) : Self.format(request.fmt.pix)
  }

  private static func format(_ pix: v4l2_pix_format) -> VideoFormat {
    var result = VideoFormat(
      code: FourCharacterCode(rawValue: pix.pixelformat), width: Int(pix.width),
      height: Int(pix.height))
    result.memories = [
      VideoFormat.Memory(bytesPerLine: Int(pix.bytesperline), sizeImage: Int(pix.sizeimage))
    ]
    result.encoding = encoding(
      result.code, pix.colorspace, matrix: pix.ycbcr_enc, range: pix.quantization)
    return result
  }

  private static func format(_ pix: v4l2_pix_format_mplane) -> VideoFormat {
    var result = VideoFormat(
      code: FourCharacterCode(rawValue: pix.pixelformat), width: Int(pix.width),
      height: Int(pix.height))
    result.memories = withUnsafeBytes(of: pix.plane_fmt) { bytes in
      bytes.bindMemory(to: v4l2_plane_pix_format.self).prefix(max(1, Int(pix.num_planes))).map {
        VideoFormat.Memory(bytesPerLine: Int($0.bytesperline), sizeImage: Int($0.sizeimage))
      }
    }
    result.encoding = encoding(
      result.code, pix.colorspace, matrix: UInt32(pix.ycbcr_enc), range: UInt32(pix.quantization))
    return result
  }

  /// VIDIOC_S_PARM.
  package func setInterval(
    _ node: VideoNode, _ interval: FrameInterval
  ) throws(SystemCallError) -> FrameInterval {
    var request = v4l2_streamparm()
    request.type = node.bufferType
    request.parm.capture.timeperframe = v4l2_fract(
      numerator: interval.numerator, denominator: interval.denominator)
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_s_parm, &request))
    let answer = request.parm.capture.timeperframe
    return FrameInterval(answer.numerator, answer.denominator)
  }

  /// V4L2's defaults: full range only where the colour space is JPEG's or the pixels are no YUV,
  /// BT.709 only where it is named (V4L2_MAP_QUANTIZATION_DEFAULT, V4L2_MAP_YCBCR_ENC_DEFAULT).
  private static func encoding(
    _ code: FourCharacterCode, _ colorspace: UInt32, matrix: UInt32, range: UInt32
  ) -> ColorEncoding {
    guard code.hasRange else { return .jpeg }
    let isFullRange =
      switch range {
      case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
      case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
      default: colorspace == V4L2_COLORSPACE_JPEG.rawValue
      }
    let isBT709 =
      switch matrix {
      case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: true
      case V4L2_YCBCR_ENC_DEFAULT.rawValue: colorspace == V4L2_COLORSPACE_REC709.rawValue
      default: false
      }
    return ColorEncoding(matrix: isBT709 ? .bt709 : .bt601, isFullRange: isFullRange)
  }

  /// The text in a C array of characters, which need not end in 0.
  ///
  /// Devices name themselves: what would steer a terminal becomes a space.
  private static func text<Characters>(_ characters: Characters) -> String {
    let text = withUnsafeBytes(of: characters) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isSteering ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  /// A control character, or one that turns the direction of writing.
  fileprivate var isSteering: Bool {
    let category = properties.generalCategory
    return category == .control || category == .format
  }
}

import CVideo4Linux

extension LinuxVideoDeviceSystem {
  /// VIDIOC_QUERYCTRL.
  package func info(
    _ node: VideoNode, _ control: VideoControl
  ) throws(SystemCallError) -> VideoControlInfo {
    var query = v4l2_queryctrl()
    query.id = control.rawValue
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_queryctrl, &query))
    func has(_ flag: Int32) -> Bool { query.flags & UInt32(flag) != 0 }
    if has(V4L2_CTRL_FLAG_DISABLED) { throw SystemCallError(EINVAL) }
    var info = VideoControlInfo(
      query.minimum...max(query.minimum, query.maximum), step: query.step,
      factory: query.default_value)
    info.isReadOnly = has(V4L2_CTRL_FLAG_READ_ONLY)
    info.isInactive = has(V4L2_CTRL_FLAG_INACTIVE)
    info.isVolatile = has(V4L2_CTRL_FLAG_VOLATILE)
    return info
  }

  /// VIDIOC_QUERYMENU.
  package func hasMenuItem(
    _ node: VideoNode, _ control: VideoControl, _ index: Int32
  ) throws(SystemCallError) -> Bool {
    var menu = v4l2_querymenu()
    menu.id = control.rawValue
    menu.index = UInt32(bitPattern: index)
    do throws(SystemCallError) {
      try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_querymenu, &menu))
      return true
    } catch {
      if error.code == EINVAL { return false }
      throw error
    }
  }

  /// VIDIOC_G_CTRL.
  package func value(
    _ node: VideoNode, _ control: VideoControl
  ) throws(SystemCallError) -> Int32 {
    var request = v4l2_control()
    request.id = control.rawValue
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_g_ctrl, &request))
    return request.value
  }

  /// VIDIOC_S_CTRL.
  package func set(
    _ node: VideoNode, _ control: VideoControl, to value: Int32
  ) throws(SystemCallError) {
    var request = v4l2_control()
    request.id = control.rawValue
    request.value = value
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_s_ctrl, &request))
  }
}

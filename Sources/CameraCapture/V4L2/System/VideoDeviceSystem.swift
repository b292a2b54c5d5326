import SpatialMath

/// Every system call of the V4L2 part, one function each: the real one is
/// `LinuxVideoDeviceSystem`, tests have a fake.
///
/// Calls that fail throw `errno` as it is; `EINTR` is retried by the caller, `VideoDevice`, in one
/// place. Thread-safe.
package protocol VideoDeviceSystem: Sendable {
  /// Now on CLOCK_MONOTONIC.
  func now() -> Timestamp

  /// The names in a folder, none when there is no such folder.
  func names(in folder: String) -> [String]
  /// The path that a path leads to when all symbolic links are followed; nil when nothing is there.
  func destination(of path: String) -> String?
  /// The text of a small file without its line end.
  func text(of file: String) -> String?
  /// The programs that have a device node open, as `name (pid 123)`; what may be seen of them.
  func holders(of path: String) -> [String]

  /// Opens a node: O_RDWR, O_NONBLOCK, O_CLOEXEC (open).
  func open(_ path: String) throws(SystemCallError) -> Int32
  /// Closes it (close).
  func close(_ device: Int32)
  /// What the node is (VIDIOC_QUERYCAP).
  func capability(_ descriptor: Int32) throws(SystemCallError) -> VideoCapability
  /// A pixel format by its number; EINVAL after the last (VIDIOC_ENUM_FMT).
  func pixelFormat(_ node: VideoNode, index: Int) throws(SystemCallError) -> FourCharacterCode
  /// A picture size by its number; nil when the driver names a range (VIDIOC_ENUM_FRAMESIZES).
  func frameSize(
    _ node: VideoNode, code: FourCharacterCode, index: Int
  ) throws(SystemCallError) -> (width: Int, height: Int)?
  /// The shortest of one entry of the intervals of a size (VIDIOC_ENUM_FRAMEINTERVALS).
  func frameInterval(
    _ node: VideoNode, format: VideoFormat, index: Int
  ) throws(SystemCallError) -> FrameInterval
  /// Asks for a format and says what came of it (VIDIOC_S_FMT).
  func setFormat(_ node: VideoNode, _ format: VideoFormat) throws(SystemCallError) -> VideoFormat
  /// Asks for a rate and says what came of it (VIDIOC_S_PARM).
  func setInterval(
    _ node: VideoNode, _ interval: FrameInterval
  ) throws(SystemCallError) -> FrameInterval

  /// What the camera says about a setting; EINVAL when it has none (VIDIOC_QUERYCTRL).
  func info(
    _ node: VideoNode, _ control: VideoControl
  ) throws(SystemCallError) -> VideoControlInfo
  /// Whether a setting's menu has an item (VIDIOC_QUERYMENU).
  func hasMenuItem(
    _ node: VideoNode, _ control: VideoControl, _ index: Int32
  ) throws(SystemCallError) -> Bool
  /// A setting's value (VIDIOC_G_CTRL).
  func value(_ node: VideoNode, _ control: VideoControl) throws(SystemCallError) -> Int32
  /// Changes a setting (VIDIOC_S_CTRL).
  func set(_ node: VideoNode, _ control: VideoControl, to value: Int32) throws(SystemCallError)

  /// Asks for buffers and says how many there are; 0 frees them (VIDIOC_REQBUFS).
  func requestBuffers(_ node: VideoNode, count: Int) throws(SystemCallError) -> Int
  /// Maps all memories of a buffer (VIDIOC_QUERYBUF, mmap).
  func map(
    _ node: VideoNode, buffer: Int
  ) throws(SystemCallError) -> [UnsafeMutableRawBufferPointer]
  /// Ends a mapping (munmap).
  func unmap(_ memory: UnsafeMutableRawBufferPointer)
  /// Gives a buffer to the driver (VIDIOC_QBUF).
  func queue(_ node: VideoNode, buffer: Int) throws(SystemCallError)
  /// Takes a filled buffer; EAGAIN when there is none (VIDIOC_DQBUF).
  func dequeue(_ node: VideoNode) throws(SystemCallError) -> FilledBuffer
  /// Starts the stream (VIDIOC_STREAMON).
  func startStreaming(_ node: VideoNode) throws(SystemCallError)
  /// Ends the stream (VIDIOC_STREAMOFF).
  func stopStreaming(_ node: VideoNode) throws(SystemCallError)

  /// Waits for a descriptor, if one is given, or a wake-up (poll).
  func wait(
    for descriptor: Int32?, wakeUp: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceEvent
  /// Makes a wake-up (eventfd).
  func makeWakeUp() throws(SystemCallError) -> Int32
  /// Signals a wake-up; it stays signalled.
  func signal(_ wakeUp: Int32)
  /// Makes a descriptor that is ready once something in some folders has changed (inotify).
  func watch(_ folders: [String]) throws(SystemCallError) -> Int32
}

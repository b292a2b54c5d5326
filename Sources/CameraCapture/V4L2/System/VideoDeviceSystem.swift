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
  func capability(_ device: Int32) throws(SystemCallError) -> VideoCapability
  /// A pixel format by its number; EINVAL after the last (VIDIOC_ENUM_FMT).
  func pixelFormat(_ device: Int32, index: Int) throws(SystemCallError) -> FourCharacterCode
  /// A picture size by its number; nil when the driver names a range (VIDIOC_ENUM_FRAMESIZES).
  func frameSize(
    _ device: Int32, code: FourCharacterCode, index: Int
  ) throws(SystemCallError) -> (width: Int, height: Int)?
  /// The shortest of one entry of the intervals of a size (VIDIOC_ENUM_FRAMEINTERVALS).
  func frameInterval(
    _ device: Int32, format: VideoFormat, index: Int
  ) throws(SystemCallError) -> FrameInterval
  /// Asks for a format and says what came of it (VIDIOC_S_FMT).
  func setFormat(_ device: Int32, _ format: VideoFormat) throws(SystemCallError) -> VideoFormat
  /// Asks for a rate and says what came of it (VIDIOC_S_PARM).
  func setInterval(
    _ device: Int32, _ interval: FrameInterval
  ) throws(SystemCallError) -> FrameInterval
  /// Changes a setting where the camera has it and it may be changed (VIDIOC_S_CTRL).
  func set(_ device: Int32, _ control: VideoControl, to value: Int32) throws(SystemCallError)

  /// Asks for buffers and says how many there are; 0 frees them (VIDIOC_REQBUFS).
  func requestBuffers(_ device: Int32, count: Int) throws(SystemCallError) -> Int
  /// Maps a buffer into memory (VIDIOC_QUERYBUF, mmap).
  func map(_ device: Int32, buffer: Int) throws(SystemCallError) -> UnsafeMutableRawBufferPointer
  /// Ends a mapping (munmap).
  func unmap(_ memory: UnsafeMutableRawBufferPointer)
  /// Gives a buffer to the driver (VIDIOC_QBUF).
  func queue(_ device: Int32, buffer: Int) throws(SystemCallError)
  /// Takes a filled buffer; EAGAIN when there is none (VIDIOC_DQBUF).
  func dequeue(_ device: Int32) throws(SystemCallError) -> FilledBuffer
  /// Starts the stream (VIDIOC_STREAMON).
  func startStreaming(_ device: Int32) throws(SystemCallError)
  /// Ends the stream (VIDIOC_STREAMOFF).
  func stopStreaming(_ device: Int32) throws(SystemCallError)

  /// Waits for a device, if one is given, or a wake-up (poll).
  func wait(
    device: Int32?, wakeUp: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceEvent
  /// Makes a wake-up (eventfd).
  func makeWakeUp() throws(SystemCallError) -> Int32
  /// Signals a wake-up; it stays signalled.
  func signal(_ wakeUp: Int32)
}

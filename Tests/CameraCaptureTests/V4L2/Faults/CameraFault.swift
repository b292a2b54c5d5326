/// A fault that users of cameras meet, and what the program does then.
///
/// The list is `Configs/CAMERA-FAULTS.md`'s; each has a trial on made-up drivers, and most have one
/// on real ones (`FaultTrial`).
struct CameraFault: Sendable, Equatable {
  let number: Int
  let name: String
  let behaviour: String
  /// Where users met it: public issue threads.
  let evidence: String

  /// All of them.
  static let all: [CameraFault] = texts.enumerated().map { index, text in
    CameraFault(number: index + 1, name: text.0, behaviour: text.1, evidence: text.2)
  }

  private static let texts: [(String, String, String)] = [
    (
      "after a reboot the numbers are exchanged, and front and rear with them",
      "goes by names that stay, never by numbers", "obs-studio#3003, #3824"
    ),
    (
      "two cameras of one make share their name", "goes by the socket", "WPILibPi#118"
    ),
    (
      "a node that never gives a picture (metadata)", "says what it is instead of waiting",
      "qTox#6309, PipeWire#62"
    ),
    (
      "the infrared camera is taken for the face camera",
      "passes grey-only cameras over; takes one that is named", "howdy#513"
    ),
    (
      "\"no space left on device\" when the second camera starts",
      "says USB bandwidth; takes MJPEG, then fewer pixels a second, and says which",
      "ustreamer#53, usb_cam#204, opencv#15628"
    ),
    (
      "a camera reserves more bandwidth than it needs", "names the driver's option that helps",
      "nova#808"
    ),
    (
      "half the rate in the dark", "keeps the rate where the camera can; else says the true one",
      "libcamera-rs#55"
    ),
    (
      "mains flicker", "sets the configured frequency after every opening", "Octolapse#696"
    ),
    (
      "MJPEG without Huffman tables", "takes the standard ones", "zune-image#136, godot#102458"
    ),
    (
      "truncated JPEG", "drops and counts it, and goes on", "obs-studio#12093"
    ),
    (
      "superfluous bytes in every JPEG", "takes the picture, says it once", "motion#65"
    ),
    (
      "the first pictures are black or damaged",
      "throws two away, then waits up to 25 for the exposure", "libuvc#122"
    ),
    (
      "pictures marked as damaged, or empty", "gives the buffer back and counts",
      "PipeWire#72, librealsense#10772"
    ),
    (
      "unplugged: flooded log, busy processor", "closes, interrupts the session, and sleeps",
      "qTox#426"
    ),
    (
      "unplugged while waiting for a picture: hangs", "the wait ends", "raspberrypi/linux#1211"
    ),
    (
      "plugged in again: every call fails", "opens, sets up and maps anew", "ZoneMinder#3724"
    ),
    (
      "no more pictures, and no error",
      "starts the stream once more, then interrupts the session", "ustreamer#284"
    ),
    (
      "in use by another program", "tries again for a while, then says by which", "opencv#15973"
    ),
    (
      "no permission", "says so and what to do, never \"no camera\"", "qubes-issues#5468"
    ),
    (
      "time stamps that cannot be right", "takes the time of arrival, says it once",
      "motion#363, v4l2loopback#66"
    ),
    (
      "time stamps that run back", "they never reach a tracker", "pupil#1812"
    ),
    (
      "another rate than asked for", "reads back, says and measures the true one",
      "opentrack#2163"
    ),
    (
      "a slanted picture", "reads rows by the driver's stride", "motion#1548"
    ),
    (
      "washed-out or crushed colours", "believes the driver, or the configuration",
      "ustreamer#157"
    ),
    (
      "a device with the multi-planar interface only", "runs", "opencv#22236"
    ),
    (
      "a driver without user memory", "maps the driver's", "libv4l-rs#97"
    ),
    (
      "fewer buffers than asked for, and old pictures",
      "lives with two by copying, drains to the newest", "ipu6-drivers#22"
    ),
    (
      "a laptop's MIPI camera without its software", "says that it needs a relay",
      "ipu6-drivers#435, linux-surface#91"
    ),
    (
      "a virtual camera whose producer does not run", "says so; asks again at every opening",
      "v4l2loopback#78"
    ),
    (
      "dead after a suspend", "opens it again as after an unplug", "pop#76"
    ),
    (
      "plugged in, but without rights for a moment", "tries again", "libusb#1571"
    ),
    (
      "system calls interrupted by signals", "repeats them, in one place", "libv4l-rs#88"
    ),
    (
      "the exposure cannot be set", "sets the mode before the value; says what is refused",
      "libuvc#118"
    ),
    (
      "a closed privacy shutter", "says so", "Framework-Laptop-13#55"
    ),
    (
      "upside down or mirrored", "turns and mirrors by the configuration", "webcam-capture#874"
    ),
    (
      "a picture's size left over from the one before", "reads it with every picture",
      "openrov-software#461"
    ),
  ]
}

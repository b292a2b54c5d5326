import CameraCapture
import MediaFiles
import SessionCore
import SpatialMath

/// Where a calibration's pictures come from.
package enum PictureSupply: Sendable, Equatable {
  /// A folder of pictures, in the order of names.
  case folder(String)
  /// A video file.
  case video(String)
  /// A V4L2 camera: `auto` or a path, at a size.
  case camera(String, PictureSize)

  /// Whether pictures come as long as anybody wants them, of a board that somebody holds.
  package var isLive: Bool {
    if case .camera = self { true } else { false }
  }

  /// The source; started by the caller.
  package func source(_ role: CameraRole) -> any FrameSource {
    switch self {
    case .folder(let path): PictureFolderSource(role: role, folder: path)
    case .video(let path): VideoFileSource(role: role, path: path)
    case .camera(let device, let size):
      VideoDeviceSource(
        role: role,
        options: VideoDeviceOptions(device: device, width: size.width, height: size.height))
    }
  }
}

extension FrameSource {
  /// The next picture.
  ///
  /// Nil at the end. Waits out interruptions.
  func nextPicture() throws(SessionError) -> CameraFrame? {
    while true {
      switch try next() {
      case .frame(let frame): return frame
      case .ended: return nil
      case .interrupted, .resumed: continue
      }
    }
  }
}

import SessionCore
import SessionTesting
import SpatialMath

/// A world tracker that counts its steps since it last began: one metre along +X a picture.
///
/// Told that the camera was away, it looks for its place for some pictures; it sees one plane,
/// which sinks by ten centimetres a picture.
final class OdometerTracker: WorldTracker {
  /// So many pictures it takes to find the place again.
  static let searchedPictures = 2

  var planeDetection: WorldTrackingConfiguration.PlaneDetection = []
  private let log: TrackerLog
  private var steps = 0
  private var searching = 0

  init(log: TrackerLog) { self.log = log }

  func track(_ frame: CameraFrame) throws(SessionError) -> WorldTrackingResult {
    log.add("world \(frame.sequence)")
    searching -= 1
    var result = WorldTrackingResult(
      timestamp: frame.timestamp, worldFromCamera: Pose(translation: Vector3(Double(steps), 0, 0)),
      trackingState: searching >= 0 ? .limited(.relocalizing) : .normal)
    if searching < 0 { steps += 1 }
    result.stageSeconds = ["pictures": 1]
    result.planes = [Samples.plane(1, at: Vector3(0, -1 - Double(steps) / 10, 0), size: 100)]
    return result
  }

  func relocalize() {
    log.add("world relocalize")
    searching = Self.searchedPictures
  }

  func reset() {
    log.add("world reset")
    steps = 0
    searching = 0
  }
}

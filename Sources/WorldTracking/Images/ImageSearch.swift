import SessionCore
import SystemSupport

/// A picture and which reference images to look for in it.
struct ImageSearch: Sendable {
  var pyramid: ImagePyramid
  var lens: Lens
  var cameraFromMap: RigidMotion
  var part: ImageFinder.Part
  var patterns: [Int: ReferencePattern]

  /// What was found, with the search that asked for it.
  struct Outcome: Sendable {
    var search: ImageSearch
    var findings: [ImageFinder.Finding]
  }

  /// A thread that searches, one picture at a time.
  typealias Thread = JobThread<ImageSearch, Result<Outcome, SessionError>>

  /// Looks.
  func run(_ finder: ImageFinder) throws(SessionError) -> Outcome {
    Outcome(
      search: self, findings: try finder.find(patterns, in: pyramid, part: part, lens: lens))
  }

  /// Starts a thread that searches; throws when the system gives no more.
  static func makeThread() throws(SessionError) -> Thread {
    try TrackingThread.jobs("bifrons.images") {
      var finder: ImageFinder?
      return { search in
        Result { () throws(SessionError) in
          let ready = if let finder { finder } else { try ImageFinder() }
          finder = ready
          return try search.run(ready)
        }
      }
    }
  }
}

import Bifrons
import SceneRendering
import SessionCore
import SpatialMath

extension Viewer {
  func keepPicture() {
    guard let keep = options.keepPicture else {
      return say("No place for pictures is configured.")
    }
    guard let picture = renderer?.readComposed() else { return say("There is no picture yet.") }
    say(keep(picture))
  }

  func toggleClip() {
    if let clip {
      self.clip = nil
      return say(clip.end())
    }
    guard let begin = options.beginClip else { return say("No place for films is configured.") }
    clip = begin()
    say(clip.map { "filming as \($0.path)" } ?? "No film can be begun.")
  }

  /// Hands what was drawn, without the head-up display, to the film.
  func film() {
    guard let clip, let frame, let picture = renderer?.readComposed() else { return }
    clip.add(picture, at: frame.timestamp.seconds(since: .zero))
  }
}

import Bifrons
import SceneRendering
import SessionCore
import SpatialMath
import SystemSupport

extension Viewer {
  func keepPicture() {
    guard let keep = options.keepPicture else {
      return say("No place for pictures is configured.")
    }
    guard let picture = composed() else { return say("There is no picture yet.") }
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
    guard let clip, frame != nil else { return }
    if let failure = clip.failure {
      self.clip = nil
      _ = clip.end()
      return say(failure)
    }
    guard let picture = composed(for: clip) else { return }
    clip.add(picture, at: MonotonicClock.now().seconds(since: .zero))
  }

  /// What is shown, without the bars beside it and the head-up display: as it is, or in a film's size.
  private func composed(for clip: ClipKeeper? = nil) -> PixelBuffer? {
    guard let renderer, let frame else { return nil }
    let window = window.framebufferSize
    let whole = PixelRectangle(
      x: 0, y: 0, width: Double(window.width), height: Double(window.height))
    let panes = SceneRenderer.panes(
      frame: frame, options: rendering, width: window.width, height: window.height)
    let part =
      panes.count == 1
      ? panes[0].layout.visiblePart(width: window.width, height: window.height) : whole
    let (width, height) = (Int(part.width.rounded()), Int(part.height.rounded()))
    let size = clip?.size(orFirst: width, height) ?? PictureSize(width: width, height: height)
    do throws(RenderingError) {
      return try renderer.readComposed(part, width: size.width, height: size.height)
    } catch {
      return nil
    }
  }
}

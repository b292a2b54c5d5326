import SessionCore
import SpatialMath

/// A camera's picture in a target.
package struct ViewPane: Sendable {
  /// The camera.
  package var view: CameraView
  /// Where its picture lies.
  package var layout: ContentLayout
}

extension SceneRenderer {
  /// The cameras' pictures with the scene before them, without the inset; none in the view from
  /// outside.
  package static func panes(
    frame: SessionFrame, options: RenderOptions, width: Int, height: Int
  ) -> [ViewPane] {
    switch options.arrangement {
    case .thirdPerson: return []
    case .single: return layOut([backgroundView(frame, options)], options, width, height)
    case .sideBySide: return layOut([frame.rear, frame.front], options, width, height)
    }
  }

  /// Where the first camera's picture lies in a target; nil without one.
  package static func layout(
    frame: SessionFrame, options: RenderOptions, width: Int, height: Int
  ) -> ContentLayout? {
    panes(frame: frame, options: options, width: width, height: height).first?.layout
  }

  /// Pictures beside each other in a wide target, below each other in a high one.
  private static func layOut(
    _ views: [CameraView?], _ options: RenderOptions, _ width: Int, _ height: Int
  ) -> [ViewPane] {
    let shown = views.compactMap(\.self)
    guard !shown.isEmpty else { return [] }
    let isWide = width >= height
    let (w, h) =
      isWide ? (width / shown.count, height) : (width, height / shown.count)
    return shown.enumerated().map { place, view in
      let layout = ContentLayout(
        pictureWidth: view.image.pixels.width, pictureHeight: view.image.pixels.height,
        windowWidth: w, windowHeight: h, mode: shown.count > 1 ? .fit : options.contentMode,
        isMirrored: options.mirrorsFrontBackground && view.image.role == .front)
      return ViewPane(
        view: view,
        layout: layout.moved(
          x: isWide ? Double(place * w) : 0, y: isWide ? 0 : Double(place * h)))
    }
  }
}

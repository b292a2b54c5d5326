import SessionCore
import SpatialMath

/// Follows where on a screen the first face of a session looks.
package struct GazeFollower: Sendable {
  /// The screen.
  package let screen: GazeScreen
  private var pointer: GazePointer
  private var worldFromFront = Pose.identity

  /// Creates a follower; `pointer` holds the user's correction.
  package init(screen: GazeScreen, pointer: GazePointer) {
    self.screen = screen
    self.pointer = pointer
  }

  /// Takes a frame's front camera over.
  mutating func see(_ frame: SessionFrame) {
    if let front = frame.front { worldFromFront = front.worldFromCamera }
  }

  /// What the first of these faces looks at; nil when there is none among them.
  mutating func look(_ anchors: [Anchor], at time: Timestamp) -> GazePointer.State? {
    for case .face(let face) in anchors {
      return pointer.update(screen.point(of: face, worldFromFront: worldFromFront), at: time)
    }
    return nil
  }
}

extension JSONLine {
  /// What a look does on a screen.
  mutating func gaze(_ state: GazePointer.State, on screen: GazeScreen) {
    key("point")
    if let point = state.point { pair(point) } else { null() }
    key("pixel")
    if let pixel = state.point.flatMap({ screen.pixel(of: $0) }) {
      beginArray()
      integer(Int64(pixel.x))
      integer(Int64(pixel.y))
      endArray()
    } else {
      null()
    }
    field("dwellProgress", state.dwellProgress, decimals: 3)
    key("actions")
    beginArray()
    for event in state.events {
      beginObject()
      switch event {
      case .dwelled(let point):
        key("dwelled")
        pair(point)
      case .scroll(let distance): field("scroll", distance, decimals: 5)
      }
      endObject()
    }
    endArray()
  }

  private mutating func pair(_ point: Vector2) {
    beginArray()
    number(point.x, decimals: 4)
    number(point.y, decimals: 4)
    endArray()
  }
}

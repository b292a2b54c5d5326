import SessionCore
import SpatialMath

/// What happens in a scene, and what is to be done about it.
public struct SceneBehaviour: Sendable {
  /// A direction of a swipe.
  public enum Direction: String, Sendable, CaseIterable { case left, right, up, down }

  /// What happens.
  public enum Trigger: Sendable {
    /// A face makes an expression.
    case expression(ExpressionScore, faceIndex: Int)
    /// A tap hits an entity of this name, or something below it.
    case tap(entity: String)
    /// A swipe anywhere.
    case swipe(Direction)
    /// A key, in either case.
    case key(Character)
    /// A face is lost.
    case lost(faceIndex: Int)
    /// A face that was lost is there again.
    case found(faceIndex: Int)
    /// Every so many seconds of the session.
    case timer(seconds: Double)
    /// The user looks at an entity of this name, or something below it, for so long.
    case dwell(entity: String, seconds: Double)
    /// The user looks at the upper or the lower edge of the screen: counts in each picture.
    case edge
  }

  /// What is done.
  public enum Action: Sendable, Equatable {
    case nextOption(of: String)
    case previousOption(of: String)
    case showOption(Int, of: String)
    case nextSet
    case previousSet
    case showSet(String)
    case toggle(String)
    /// Moves an entity up as the user looks at the lower edge, by so many metres of the screen at
    /// most, and back down at the upper edge.
    case scroll(String, limit: Double)
    case playAnimation(String?, of: String)
    case request(SceneRequest)
  }

  /// What happens.
  public var trigger: Trigger
  /// What is done.
  public var action: Action
  /// Counts only while an entity shows this option; nil counts always.
  public var condition: (entity: String, option: Int)?
  /// When the timer went off last.
  var lastTime: Timestamp?

  /// Creates a behaviour.
  public init(_ trigger: Trigger, _ action: Action, while condition: (String, Int)? = nil) {
    self.trigger = trigger
    self.action = action
    self.condition = condition.map { (entity: $0.0, option: $0.1) }
  }
}

/// What a scene asks of whoever shows it.
public enum SceneRequest: String, Sendable, CaseIterable {
  /// Keep a picture.
  case snapshot
  /// Begin a film, or end the one that runs.
  case record
}

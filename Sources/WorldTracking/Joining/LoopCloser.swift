import Foundation
import SessionCore
import SpatialMath

/// Closes loops: looks at every few keyframes for a place known from long ago, and when two looks agree
/// on the drift takes it out of the map.
struct LoopCloser {
  /// How often a loop was closed.
  private(set) var closures = 0

  private let parameters: TrackingParameters
  private let relocalizer: Relocalizer
  /// Takes the looks while pictures go on; nil in lock-step with them.
  private var thread: LoopLook.Thread?
  private let isBackground: Bool
  private var earlier: LoopLook.Finding?
  private var keyframes = 0

  /// Keyframes between looks; a look costs as much as tracking three pictures.
  private static let interval = 3
  /// An earlier finding is forgotten after so many keyframes.
  private static let memory = 12
  /// A smaller drift is left to the adjustments: pixels, and the logarithm of the size.
  private static let leastShift = 6.0, leastSize = 0.03

  /// Creates a closer that has found nothing yet.
  init(parameters: TrackingParameters, relocalizer: Relocalizer, isBackground: Bool) {
    self.parameters = parameters
    self.relocalizer = relocalizer
    self.isBackground = isBackground
  }

  /// Notes a new keyframe, and gives a drift that is certain.
  mutating func look(
    at keyframe: Int, _ map: WorldMap, _ tracker: FrameTracker
  ) throws(SessionError) -> LoopLook.Finding? {
    keyframes += 1
    let finding = try nextFinding(keyframe, map, tracker)
    guard let finding else { return nil }
    guard let before = earlier, finding.serial - before.serial <= Self.memory,
      before.alignment.agrees(with: finding.alignment)
    else {
      earlier = finding
      return nil
    }
    earlier = nil
    return isDrift(finding, map.focalLength) ? finding : nil
  }

  private mutating func nextFinding(
    _ keyframe: Int, _ map: WorldMap, _ tracker: FrameTracker
  ) throws(SessionError) -> LoopLook.Finding? {
    let outcome = try thread?.takeOutcome()?.get() ?? nil
    guard outcome == nil, keyframes % Self.interval == 0,
      let look = LoopLook(at: keyframe, map, tracker)
    else { return outcome }
    if !isBackground { return try look.run(relocalizer) }
    let ready = if let thread { thread } else { try LoopLook.makeThread(parameters) }
    thread = ready
    ready.submit(look)
    return nil
  }

  private func isDrift(_ finding: LoopLook.Finding, _ focalLength: Double) -> Bool {
    let a = finding.alignment
    let shift = (a.keptCamera.center - a.otherCamera.center).length / a.depth
    let turn = (a.keptCamera * a.otherCamera.inverse).angle
    return (shift + turn) * focalLength > Self.leastShift
      || abs(log(a.similarity.scale)) > Self.leastSize
  }

  /// Takes a drift out of the map; false when too much of what it was found by is gone.
  mutating func close(_ finding: LoopLook.Finding, _ map: inout WorldMap) -> Bool {
    guard let moves = DriftGraph(finding, map).moves() else { return false }
    map.move(keyframes: moves)
    for pair in finding.alignment.pairs { map.fuse(pair) }
    closures += 1
    return true
  }
}

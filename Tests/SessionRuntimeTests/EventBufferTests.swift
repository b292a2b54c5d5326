import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

@Suite struct EventBufferTests {
  private static func frame(_ index: Int) -> SessionEvent {
    .frame(
      SessionFrame(
        index: index, timestamp: Samples.time(Double(index)), primaryRole: .rear, front: nil,
        rear: nil, trackingState: .normal))
  }
  private static func point(_ number: UInt64, x: Double = 0) -> Anchor {
    .point(
      PointAnchor(
        identifier: Samples.identifier(number), transform: Pose(translation: Vector3(x, 0, 0))))
  }
  private static func describe(_ event: SessionEvent) -> String {
    switch event {
    case .frame(let frame): "frame \(frame.index)"
    case .anchorsAdded(let anchors, _): "add \(anchors.count)"
    case .anchorsUpdated(let anchors, _):
      "update " + anchors.map { "\($0.transform.translation.x)" }.joined(separator: ",")
    case .anchorsRemoved(let anchors, _): "remove \(anchors.count)"
    case .interrupted: "interrupted"
    default: "other"
    }
  }
  private static func drain(_ buffer: inout EventBuffer) -> [String] {
    var lines: [String] = []
    while let event = buffer.popFirst() { lines.append(describe(event)) }
    return lines
  }

  private static let events: [SessionEvent] = [
    frame(0), .anchorsAdded([point(1)], time: .zero), frame(1),
    .anchorsUpdated([point(1, x: 1), point(2, x: 5)], time: .zero),
    .interrupted(.front, reason: "unplugged", time: .zero), frame(2),
    .anchorsUpdated([point(1, x: 2)], time: .zero), .anchorsRemoved([point(1)], time: .zero),
  ]

  @Test func aSlowReaderGetsTheNewestFrameAndLosesNoAnchor() {
    var buffer = EventBuffer(coalesces: true)
    for event in Self.events { buffer.append(event) }
    #expect(
      Self.drain(&buffer) == [
        "add 1", "update 5.0", "interrupted", "frame 2", "update 2.0", "remove 1",
      ])
    #expect(buffer.droppedFrames == 2)
  }

  @Test func withoutCoalescingEverythingStays() {
    var buffer = EventBuffer(coalesces: false)
    for event in Self.events { buffer.append(event) }
    #expect(Self.drain(&buffer).count == Self.events.count)
    #expect(buffer.droppedFrames == 0)
  }

  @Test func aPauseLeavesOnlyNewsOfAnchors() {
    var buffer = EventBuffer(coalesces: true)
    for event in Self.events { buffer.append(event) }
    buffer.keepChangesOnly()
    #expect(Self.drain(&buffer) == ["add 1", "update 5.0", "update 2.0", "remove 1"])
  }
}

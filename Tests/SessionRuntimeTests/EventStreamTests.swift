import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// `Session.events`.
@Suite struct EventStreamTests {
  @Test func aReaderThatKeepsUpGetsEverything() async {
    let rig = SessionRig(sources: { .recorded($0, count: 1, interval: 33) })
    let events = rig.session.events
    rig.session.run(.worldOnly)
    var names: [String] = []
    for await event in events {
      names.append(event.name)
      if event.name == "stopped" { break }
    }
    #expect(names == ["started", "trackingStateChanged", "frame", "stopped"])
  }

  @Test func aSlowReaderGetsTheNewestFrameAndEveryAnchor() async throws {
    let rig = SessionRig()
    let events = rig.session.events
    rig.session.run(.worldOnly)
    for i in 0..<10 {
      rig.session.add(anchor: PointAnchor(transform: .identity))
      #expect(rig.feedPrimary(.rear, i, at: Double(i) * 33))
    }
    var names: [String] = []
    for await event in events {
      names.append(event.name)
      if case .frame(let frame) = event {
        #expect(frame.index == 9)
        break
      }
    }
    #expect(names.filter { $0 == "frame" }.count == 1)
    #expect(names.filter { $0 == "anchorsAdded" }.count == 9)
  }

  @Test func theStreamEndsWithTheSessionAndNotWithAPause() async {
    var rig: SessionRig? = SessionRig()
    let events = rig?.session.events
    rig?.session.run(.worldOnly)
    #expect(rig?.feedPrimary(.rear, 0, at: 0) == true)
    rig?.session.pause()
    rig = nil
    var last: String?
    if let events { for await event in events { last = event.name } }
    #expect(last == "stopped")
  }

  @Test func twoStreamsGetTheSameEvents() async {
    let rig = SessionRig(sources: { .recorded($0, count: 1, interval: 33) })
    let streams = [rig.session.events, rig.session.events]
    rig.session.run(.worldOnly)
    var counts: [Int] = []
    for stream in streams {
      var count = 0
      for await event in stream {
        count += 1
        if event.name == "stopped" { break }
      }
      counts.append(count)
    }
    #expect(counts == [4, 4])
  }
}

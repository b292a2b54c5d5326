import Foundation
import ResultStreaming
import SessionCore
import Testing

@Suite struct SummaryEncoderTests {
  @Test func everyNumberIsInItsPlace() {
    var s = SessionStatistics()
    var counters = FrameSourceStatistics()
    counters.captured = 300
    counters.droppedByDriver = 1
    counters.droppedByUs = 2
    counters.corrupt = 3
    counters.jitter = 0.0012
    s.cameras[.rear] = .init(counters: counters, nominalRate: 30, measuredRate: 29.97)
    s.cameras[.front] = .init(counters: .init(), nominalRate: 25, measuredRate: nil)
    s.frames = 298
    s.duration = 9.9
    s.latency = .init(p50: 0.02, p95: 0.035, p99: 0.05)
    s.cpuSeconds = 5.96
    s.stageSeconds = ["world.flow": 1.5, "face.landmarks": 2.25]
    s.peakMemoryBytes = 123_456_789
    s.faces = 1
    s.faceUpdates = 290
    s.planes = 2
    s.trackingStateSeconds = [.normal: 9, .limited(.initializing): 0.9]
    #expect(
      String(decoding: SummaryEncoder.encode(s), as: UTF8.self)
        == #"{"frames":298,"duration":9.9,"cameras":{"front":{"captured":0,"droppedByDriver":0,"#
        + #""droppedByUs":0,"corrupt":0,"nominalRate":25,"measuredRate":null,"jitter":null},"rear":{"#
        + #""captured":300,"droppedByDriver":1,"droppedByUs":2,"corrupt":3,"nominalRate":30,"#
        + #""measuredRate":29.97,"jitter":0.0012}},"latency":{"p50":0.02,"p95":0.035,"p99":0.05},"cpu":{"#
        + #""total":5.96,"perFrame":0.02,"stages":{"face.landmarks":2.25,"world.flow":1.5}},"#
        + #""peakMemoryBytes":123456789,"faces":1,"faceUpdates":290,"planes":2,"#
        + #""trackingStates":{"normal":9,"limited.initializing":0.9}}"# + "\n")
  }

  @Test func aSessionThatDidNothingIsStillAnObject() throws {
    let bytes = SummaryEncoder.encode(SessionStatistics())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["latency"] is NSNull)
    #expect(object["frames"] as? Int == 0)
  }
}

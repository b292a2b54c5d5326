import DesktopViewer
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct GraphsTests {
  @Test func aGraphKeepsTheLastSecondsAndGapsWhereNoFaceWas() throws {
    var graphs = FaceGraphs()
    for _ in 0..<3 { graphs.add(Make.frame(anchors: [Make.face()])) }
    graphs.add(Make.frame(anchors: [Make.face(isTracked: false, reason: "too dark")]))
    let track = graphs.tracks[BlendShapeLocation.jawOpen.index]
    #expect(graphs.tracks.count == 52)
    #expect(track.values.count == 4 && track.confidences.count == 4)
    #expect(track.values[0] != nil && track.values[3] == nil && track.confidences[3] == 0)
    #expect(graphs.absence == "too dark")
    for _ in 0..<300 { graphs.add(Make.frame(anchors: [Make.face()])) }
    #expect(graphs.tracks[0].values.count == FaceGraphs.length)
    #expect(graphs.absence == nil)
  }

  @Test func timesAreMilliseconds() {
    var times = TimeGraphs()
    for i in 0..<5 {
      times.add(at: Samples.time(Double(i) * 40), latency: 0.05, drawing: 0.012)
    }
    #expect(times.intervals.count == 4 && times.intervals.allSatisfy { abs($0 - 40) < 0.01 })
    #expect(times.latencies.last.map { abs($0 - 50) < 0.01 } == true)
    #expect(times.drawings.last.map { abs($0 - 12) < 0.01 } == true)
  }

  @Test func theDearestStagesComeFirstPerFrame() {
    var statistics = SessionStatistics()
    #expect(TimeGraphs.stages(statistics).isEmpty)
    statistics.frames = 10
    statistics.stageSeconds = ["a": 0.1, "b": 0.4, "c": 0.2]
    let stages = TimeGraphs.stages(statistics, limit: 2)
    #expect(stages.map(\.name) == ["b", "c"])
    #expect(abs(stages[0].milliseconds - 40) < 1e-9)
  }
}

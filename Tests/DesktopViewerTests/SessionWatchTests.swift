import DesktopViewer
import SessionCore
import SessionTesting
import Testing

@Suite struct SessionWatchTests {
  private let watch = SessionWatch()

  @Test func interruptionsComeAndGo() {
    watch.take([.interrupted(.front, reason: "unplugged", time: .zero)])
    #expect(watch.current.interruptions == [.front: "unplugged"])
    watch.take([.interruptionEnded(.front, time: .zero)])
    #expect(watch.current.interruptions.isEmpty)
  }

  @Test func aNewStartForgetsTheLastEnd() {
    let error = SessionError(.sensorFailed, "gone")
    watch.take([
      .frame(Make.frame()), .failed(error, time: .zero), .stopped(.failed, frames: 3, time: .zero),
    ])
    #expect(watch.current.failure == error)
    #expect(watch.current.stopReason == .failed)
    #expect(watch.current.hasDelivered)
    watch.take([
      .started(
        .init(zero: .zero, configuration: .face(FaceTrackingConfiguration()), cameras: []))
    ])
    #expect(watch.current.failure == nil && watch.current.stopReason == nil)
    #expect(watch.current.hasDelivered)
  }
}

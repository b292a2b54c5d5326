import SessionCore
import SessionRuntime
import SessionTesting
import SystemSupport
import Testing

/// A camera that takes long to make holds nobody up who wants to stop.
@Suite struct SlowStartTests {
  /// Sources that are made only when they are let.
  private let isLet = Monitor(false)

  private func rig() -> SessionRig {
    SessionRig(sources: { [isLet] role throws(SessionError) in
      isLet.wait { $0 ? true : nil }
      return ScriptedSource(role)
    })
  }

  @Test func pauseDoesNotWaitForACameraThatIsStillBeingMade() async {
    let rig = rig()
    rig.session.run(.worldWithFace)
    // Would wait for ever: nobody lets the cameras be made.
    rig.session.pause()
    #expect(!rig.session.isRunning)
    isLet.withLock { $0 = true }
    // Made in the end, for nobody: neither is started.
    await rig.settles { rig.sources(.rear).count + rig.sources(.front).count == 2 }
    for source in rig.sources(.rear) + rig.sources(.front) { #expect(source.starts.isEmpty) }
  }

  @Test func theNextRunMakesCamerasOfItsOwn() async {
    let rig = rig()
    rig.session.run(.worldOnly)
    rig.session.pause()
    rig.session.run(.worldOnly)
    isLet.withLock { $0 = true }
    await rig.settles { rig.sources(.rear).filter { !$0.starts.isEmpty }.count == 1 }
    #expect(rig.sources(.rear).filter { !$0.starts.isEmpty }.count == 1)
    rig.sources(.rear).first { !$0.starts.isEmpty }?.feed(0, at: 0)
    #expect(rig.delegate.waitForFrame(at: Samples.time(0)))
  }
}

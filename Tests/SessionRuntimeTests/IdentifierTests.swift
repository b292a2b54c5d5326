import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// An identifier belongs to one anchor for as long as the session lives.
@Suite struct IdentifierTests {
  /// What a tracker calls its first plane when it has the rig's seed, 42.
  private static let first = Samples.identifier(42)

  private func makeRig() -> SessionRig {
    SessionRig(adjust: { parts in
      parts.makeWorldTracker = { _ in
        var plane = Samples.plane(1)
        plane.identifier = Self.first
        return ScriptedWorldTracker(planes: [plane])
      }
    })
  }

  @Test func aFaceThatComesAfterAPlaneHasAnotherOne() {
    let rig = makeRig()
    rig.session.run(.worldWithFace)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.source(.front).feed(0, at: 20)
    while !rig.log.entries.contains("face 0 max 1") { pauseBriefly() }
    // The tracker's answer comes a moment after its call.
    for i in 1...200 where !rig.delegate.lines.contains("add face") {
      #expect(rig.feedPrimary(.rear, i, at: 33 * Double(i)))
      pauseBriefly()
    }
    let added = rig.delegate.added
    #expect(added.map(\.kind) == ["plane", "face"])
    #expect(Set(added.map(\.identifier)).count == 2)
  }

  @Test func aPlaneOfANewMapHasAnotherOneThanARemovedPlane() {
    let rig = makeRig()
    rig.session.run(.worldOnly)
    #expect(rig.feedPrimary(.rear, 0, at: 0))
    rig.session.run(.worldOnly, options: [.resetTracking, .removeExistingAnchors])
    #expect(rig.feedPrimary(.rear, 1, at: 33))
    #expect(rig.feedPrimary(.rear, 2, at: 66))
    #expect(rig.delegate.removed.map(\.identifier) == [Self.first])
    #expect(Set(rig.delegate.added.map(\.identifier)).count == 2)
  }
}

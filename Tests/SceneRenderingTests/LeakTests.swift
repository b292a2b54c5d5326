import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

/// Resident megabytes of the process.
private func residentMegabytes() throws -> Int {
  let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = try #require(Int(text.split(separator: " ")[1]))
  return pages * Int(sysconf(Int32(_SC_PAGESIZE))) >> 20
}

/// In processes of their own: other tests would be measured too.
@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct LeakTests {
  @Test func renderersGiveEverythingBack() async {
    await #expect(processExitsWith: .success) {
      let frame = Make.frame(
        rear: Make.view(.rear, Make.plain(640, 480)),
        [.plane(Make.table()), .face(Make.face())])
      let snapshot = try Make.headSnapshot(frame)
      var before = 0
      for round in 0..<24 {
        // The driver keeps some caches; after a few rounds they are full.
        if round == 8 { before = try residentMegabytes() }
        _ = try Make.renderer().render(frame: frame, snapshot: snapshot)
      }
      // One leaked target with four samples a pixel is 10 MB.
      #expect(try residentMegabytes() - before < 24)
    }
  }

  @Test func picturesAndShapesOfManyFramesAreGivenBack() async {
    await #expect(processExitsWith: .success) {
      let renderer = try Make.renderer()
      let scene = try SceneBuilder().makeScene([
        SceneItem(entity: .robotHead, anchor: .horizontalPlane)
      ])
      var before = 0
      for number in 0..<90 {
        if number == 30 { before = try residentMegabytes() }
        let frame = Make.frame(
          rear: Make.view(.rear, Make.plain(320, 240)),
          [.plane(Make.table()), .face(Make.face([.jawOpen: Float(number % 2)]))])
        scene.update(with: frame)
        _ = try renderer.render(frame: frame, snapshot: scene.makeSnapshot())
      }
      #expect(try residentMegabytes() - before < 8)
    }
  }
}

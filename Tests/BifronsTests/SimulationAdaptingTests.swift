import Bifrons
import ConfigurationFiles
import SessionCore
import Testing

@Suite struct SimulationAdaptingTests {
  private func load(_ rear: String) throws -> SessionFile {
    let text = "version: 1\nsession: { configuration: world }\ncameras: { rear: \(rear) }\n"
    return try SessionFile.load("session.yaml") { _ in Array(text.utf8) }
  }

  @Test func aWeakMachineDrawsFewerPicturesAndSaysSo() throws {
    let file = try load("{ source: simulated }").adapted(to: .realTime, processors: 2)
    #expect(file.cameras[.rear]?.rate == 15)
    #expect(
      file.notices == [
        "simulated cameras run at 15 pictures a second here: 2 processors draw no more in real time"
      ])
  }

  @Test(arguments: [(Pacing.asFastAsPossible, 1), (.realTime, 4)])
  func lockStepAndStrongMachinesKeepTheRate(pacing: Pacing, processors: Int) throws {
    let file = try load("{ source: simulated }")
    #expect(file.adapted(to: pacing, processors: processors) == file)
  }

  @Test func otherCamerasAndLowerRatesStay() throws {
    for source in ["{ source: v4l2 }", "{ source: simulated, rate: 10 }"] {
      let file = try load(source)
      #expect(file.adapted(to: .realTime, processors: 1) == file)
    }
  }
}

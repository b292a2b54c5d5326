import Bifrons
import ConfigurationFiles
import Foundation
import MediaFiles
import SessionCore
import SessionTesting
import SpatialMath
import SystemSupport
import Testing

/// Where the models and a clip of a person are; left out where `Tools/setup` has not run or the recorded
/// material is missing.
private let hasClip = (try? ModelStore()) != nil && TestData.has("faces/clips/franck.mp4")

@Suite(.enabled(if: hasClip), .serialized) struct FaceCalibratorTests {
  private func clip(_ name: String) -> PictureSupply {
    .video(TestData.path("faces/clips/\(name)"))
  }

  @Test func aClipTeachesRestRangesAndMesh() throws {
    var phases: [FaceCalibrator.Phase] = []
    var lastShare = 0.0
    var durations = FaceCalibrator.Durations()
    durations.rest = 2
    let calibrator = try FaceCalibrator(supply: clip("franck.mp4"), durations: durations)
    var pictures = 0
    let profile = try calibrator.run { phase, share, _ in
      if phases.last != phase { phases.append(phase) }
      lastShare = share
      pictures += 1
      // Ten seconds are enough.
      if pictures == 300 { calibrator.stop() }
    }
    #expect(phases == [.rest, .range])
    #expect((0...1).contains(lastShare))
    #expect(profile.restFace.count > 1000)
    // The mesh is a face's, in metres, and lies about where the average's does.
    let mesh = try #require(profile.restGeometry)
    let neutral = FaceGeometry.neutral
    let offs = zip(mesh.vertices, neutral.vertices).map { ($0 - $1).length }
    #expect(offs.reduce(0, +) / Float(offs.count) < 0.008)
    #expect(profile.ranges.values.allSatisfy { $0.lowerBound < $0.upperBound })
    #expect(profile.ranges[.eyeBlinkLeft] != nil, "\(profile.ranges.keys.map(\.rawValue))")
    #expect(abs(profile.straightPose.yaw) < 0.35)

    // It is kept, read for the user, and moved by coefficients.
    let folder = try TemporaryFolder()
    let environment = ["XDG_DATA_HOME": folder.path]
    try UserProfileStore(environment: environment).save(profile, of: "franck")
    let kept = try #require(try FaceGeometry.neutral(ofUser: "franck", environment: environment))
    let open = FaceGeometry(blendShapes: [.jawOpen: 1], neutral: kept)
    #expect(open.vertices[25].y < kept.vertices[25].y - 0.02)
    #expect(throws: ConfigurationError.self) {
      try FaceGeometry.neutral(ofUser: "nobody", environment: environment)
    }
  }

  @Test func picturesWithoutAFaceAreRefusedWithTheReason() throws {
    let folder = try TemporaryFolder()
    let black = PixelBuffer.make(width: 320, height: 240, format: .rgb8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: 0)
    }
    for index in 0..<30 {
      try PictureFile.write(png: black, to: folder.file(String(format: "%02d.png", index)))
    }
    let calibrator = try FaceCalibrator(supply: .folder(folder.path))
    let error = #expect(throws: FaceCalibrationError.self) { try calibrator.run { _, _, _ in } }
    let message = try #require(error).description
    #expect(message.contains("0 pictures") && message.contains("black"), "\(message)")
  }
}

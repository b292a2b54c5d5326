import FaceTracking
import Foundation
import SessionCore
import SessionTesting
import SystemSupport
import Testing

/// A model folder of one test's own, with links to the real files.
private func copiedModels(_ models: ModelStore, in folder: TemporaryFolder) throws -> ModelStore {
  for name in try FileManager.default.contentsOfDirectory(atPath: models.folder) {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name), withDestinationPath: models.folder + "/" + name)
  }
  return ModelStore(folder: folder.path)
}

// Skipped where Tools/setup has not fetched the models.
@Suite(.enabled(if: FaceTestMaterial.hasModels))
struct FaceModelLoadingTests {
  private static let files = [
    "libLiteRt.so", "face_detector.tflite", "face_landmarks_detector.tflite",
    "face_blendshapes.tflite",
  ]

  private func failure(_ models: ModelStore) -> FaceTrackingError? {
    do throws(FaceTrackingError) {
      _ = try FaceLandmarkTracker(models: models)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: files)
  func aMissingFileIsNamedWithTheWayToGetIt(name: String) throws {
    let folder = try TemporaryFolder()
    let models = try copiedModels(#require(FaceTestMaterial.models), in: folder)
    try FileManager.default.removeItem(atPath: folder.file(name))
    let error = try #require(failure(models))
    #expect(error == .models(.fileMissing(path: folder.file(name))))
    #expect(error.description.contains("Tools/setup"))
    #expect(error.sessionError.code == .unsupportedConfiguration)
  }

  @Test(arguments: files)
  func aTamperedFileIsRefused(name: String) throws {
    let folder = try TemporaryFolder()
    let models = try copiedModels(#require(FaceTestMaterial.models), in: folder)
    var bytes = try #require(FileManager.default.contents(atPath: folder.file(name)))
    bytes[bytes.count / 2] ^= 1
    try FileManager.default.removeItem(atPath: folder.file(name))
    try bytes.write(to: URL(fileURLWithPath: folder.file(name)))
    guard case .models(.wrongHash(let path, _, _)) = failure(models) else {
      Issue.record("accepted, or refused for another reason")
      return
    }
    #expect(path == folder.file(name))
  }

  @Test func anotherLibraryIsRefusedWithTheFunctionItLacks() throws {
    // A library that every Linux machine has, but not the runtime.
    let path = "libm.so.6"
    do throws(FaceTrackingError) {
      _ = try InferenceRuntime(library: path)
      Issue.record("accepted")
    } catch {
      guard case .runtimeUnusable(path, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.contains("LiteRtCreateEnvironment"))
    }
  }

  @Test func aFileThatIsNoLibraryIsRefusedInTheLoadersWords() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("libLiteRt.so")
    try Data("not a library".utf8).write(to: URL(fileURLWithPath: path))
    do throws(FaceTrackingError) {
      _ = try InferenceRuntime(library: path)
      Issue.record("accepted")
    } catch {
      #expect(error.description.contains(path))
      #expect(error.description.contains("Tools/setup"))
    }
  }

  @Test func aModelThatIsNoneIsRefused() throws {
    let runtime = try InferenceRuntime(models: #require(FaceTestMaterial.models))
    #expect(throws: FaceTrackingError.self) {
      _ = try InferenceModel(
        runtime: runtime, data: Data(repeating: 7, count: 4096), name: "nonsense")
    }
  }

  @Test func loadingPrintsNothingAndGivesStandardErrorBack() async throws {
    let models = try #require(FaceTestMaterial.models)
    let before = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/2")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { _ = try? FaceLandmarkTracker(models: models) }
      }
    }
    let after = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/2")
    #expect(after == before)
  }

  @Test func exposingATensorLeavesTheAnswersBitEqual() throws {
    let models = try #require(FaceTestMaterial.models)
    let runtime = try InferenceRuntime(models: models)
    let name = "face_landmarks_detector.tflite"
    let data = try #require(FileManager.default.contents(atPath: models.path(of: name)))
    let plain = try InferenceModel(
      runtime: runtime, data: data, name: name, inputShape: [1, 256, 256, 3])
    let exposed = try InferenceModel(
      runtime: runtime, data: TensorExposure.exposing([377], in: data, name: name), name: name,
      inputShape: [1, 256, 256, 3])
    #expect(exposed.outputCounts == plain.outputCounts + [16 * 16 * 128])
    func answer(_ model: InferenceModel) throws -> [[Float]] {
      try model.withInput { values in
        for i in values.indices { values[i] = Float((i * 31) % 97) / 97 }
      }
      try model.run()
      return try plain.outputCounts.indices.map { try model.withOutput($0) { Array($0) } }
    }
    #expect(try answer(exposed) == answer(plain))
    let features = try exposed.withOutput(3) { Array($0) }
    #expect(features.contains { $0 != 0 })
  }
}

@Suite struct TensorExposureTests {
  @Test(arguments: [0, 3, 4, 64, 1000])
  func refusesBytesThatAreNoModel(count: Int) {
    #expect(throws: FaceTrackingError.self) {
      _ = try TensorExposure.exposing([1], in: Data(repeating: 0xFF, count: count), name: "x")
    }
  }
}

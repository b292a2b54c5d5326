import Evaluation
import Foundation
import SessionTesting
import SpatialMath
import Testing

/// The folders of known data sets.
@Suite struct TrajectoryFolderTests {
  private static func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files {
      let path = folder.file(name)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    return folder
  }

  @Test func aTUMFolderTellsItsFirstPicture() throws {
    let folder = try Self.folder([
      "groundtruth.txt": "# truth\n10.5 1 2 3 0 0 0 1\n11 1 2 4 0 0 0 1\n",
      "rgb.txt": "# pictures\n10.25 rgb/10.25.png\n10.75 rgb/10.75.png\n",
    ])
    let t = try #require(try Trajectory(folder: folder.path))
    #expect(t.samples.map(\.time) == [10.5, 11] && t.firstPicture == 10.25)
  }

  @Test func anEuRoCFolderGivesTheLeftCamera() throws {
    let folder = try Self.folder([
      "mav0/state_groundtruth_estimate0/data.csv":
        "#timestamp, p\n2000000000,1,2,3,1,0,0,0,0,0,0\n2500000000,1,2,4,1,0,0,0,0,0,0\n",
      "mav0/cam0/sensor.yaml":
        "T_BS:\n  cols: 4\n  data: [0, -1, 0, 0.5,\n    1, 0, 0, 0,\n 0, 0, 1, 0, 0, 0, 0, 1]\n",
      "mav0/cam0/data.csv": "#t,file\n1900000000,1900000000.png\n",
    ])
    let t = try #require(try Trajectory(folder: folder.path))
    #expect(t.samples.map(\.time) == [2, 2.5])
    #expect(abs((t.firstPicture ?? 0) - 1.9) < 1e-9)
    #expect((t.samples[0].pose.translation - Vector3(1.5, 2, 3)).length < 1e-12)
    // The camera's right is the body's forward here, its +Y.
    let right = t.samples[0].pose.rotation.act(Vector3(1, 0, 0))
    #expect((right - Vector3(0, 1, 0)).length < 1e-12)
  }

  @Test func aSevenScenesFolderCountsPictures() throws {
    let matrix = "1 0 0 %\n0 1 0 5\n0 0 1 6\n0 0 0 1\n"
    let folder = try Self.folder([
      "frame-000000.pose.txt": matrix.replacingOccurrences(of: "%", with: "4"),
      "frame-000001.pose.txt": "nan nan nan nan\nnan nan nan nan\nnan nan nan nan\n0 0 0 1\n",
      "frame-000002.pose.txt": matrix.replacingOccurrences(of: "%", with: "7"),
    ])
    let t = try #require(try Trajectory(folder: folder.path))
    #expect(t.countsPictures)
    #expect(t.samples.map(\.time) == [0, 2], "a picture without a pose is left out")
    #expect(t.samples[1].pose.translation == Vector3(7, 5, 6))
  }

  @Test func otherFoldersAreRefusedAndFilesAreNoFolders() throws {
    let folder = try Self.folder(["a.txt": "x"])
    #expect(try Trajectory(folder: folder.file("a.txt")) == nil)
    #expect {
      try Trajectory(folder: folder.path)
    } throws: {
      "\($0)".contains("a folder of no known layout")
    }
  }
}

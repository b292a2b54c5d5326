import ConfigurationFiles
import Foundation
import MediaFiles

extension OutputCheck {
  /// Where bytes go: a file or folder that is there by its identity, all else by its path.
  private enum Place: Hashable {
    case file(device: UInt, number: UInt)
    case path(String)

    init(_ path: String) {
      var status = stat()
      if path != "-", stat(path, &status) == 0,
        [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
      {
        self = .file(device: UInt(status.st_dev), number: UInt(status.st_ino))
      } else {
        self = .path(path == "-" ? "-" : URL(fileURLWithPath: path).standardizedFileURL.path)
      }
    }
  }

  /// Fails when two outputs go to one file, by whatever names and links.
  ///
  /// - Throws: `OutputError` for the second one.
  package static func checkDistinct(_ paths: [String]) throws(OutputError) {
    var seen: Set<Place> = []
    for path in paths {
      guard path == "/dev/null" || seen.insert(Place(path)).inserted else {
        throw OutputError(path: path, reason: "two outputs cannot go to one place")
      }
    }
  }

  /// Fails when an output would be written over what the session reads: the session file, a film,
  /// a picture of a folder.
  ///
  /// - Throws: `OutputError` with what it would destroy.
  package static func checkSparesInput(
    _ outputs: [String], of file: SessionFile, replacingMap: String? = nil
  ) throws(OutputError) {
    var inputs = [Place(file.path): "the session file"]
    for image in file.detectionImages {
      inputs[Place(image.path)] = "session.detection-images"
    }
    var folders: [Place: String] = [:]
    for (role, camera) in file.cameras {
      let key = "cameras.\(role.rawValue)"
      inputs[Place(camera.timestamps ?? "-")] = "\(key).timestamps"
      inputs[Place(camera.performance?.path ?? "-")] = "\(key).performance.path"
      inputs[Place(camera.intrinsicsFile ?? "-")] = "\(key).intrinsics"
      guard let path = camera.path else { continue }
      if camera.source == .images {
        folders[Place(path)] = "\(key).path"
      } else {
        inputs[Place(path)] = "\(key).path"
      }
    }
    // A map may be saved over the one that the session began with: it is in memory by then.
    if let map = file.initialWorldMap, Place(map) != Place(replacingMap ?? "-") {
      inputs[Place(map)] = "session.initial-world-map"
    }
    for output in outputs where output != "-" {
      if let name = inputs[Place(output)] {
        throw OutputError(
          path: output, reason: "the session reads this file (\(name)); name another one")
      }
      if let name = folders[Place(folder(of: output))], PictureFile.isPictureName(output) {
        throw OutputError(
          path: output,
          reason: "the session reads the pictures of this folder (\(name)); choose another folder")
      }
    }
  }
}

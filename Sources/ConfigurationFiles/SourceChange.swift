import SessionCore
import YAMLDocuments

extension CameraSettings.Source {
  /// The keys of a camera that not every source reads, and the sources that do.
  static let readers: [(key: String, sources: [CameraSettings.Source])] =
    deviceKeys.map { ($0, [.v4l2]) } + [
      ("path", [.video, .images]), ("timestamps", [.images]),
      ("performance", [.simulated]), ("looks", [.simulated]), ("acts", [.simulated]),
      ("motion", [.simulated]), ("props", [.simulated]),
      ("size", [.v4l2, .simulated]), ("rate", [.v4l2, .simulated, .images]),
      ("depth-unit-millimetres", [.v4l2, .images]),
      ("calibration", [.v4l2, .video, .images]),
      ("rotation-degrees", [.v4l2, .video, .images]), ("mirror", [.v4l2, .video, .images]),
    ]

  private static let deviceKeys = [
    "device", "pixel-format", "minimum-size", "minimum-rate", "color-range",
    "exposure-milliseconds", "gain-percent", "focus-percent", "white-balance",
    "power-line-frequency", "dynamic-frame-rate",
  ]
}

/// What `--set cameras.ROLE.source=…` means for the other keys that the file gives that camera.
///
/// The file wrote them for another source: those that the new one does not read are left out, with a
/// notice, so that any clip can be run without editing a file. Keys that the command line gives are
/// kept, and are errors when they do not fit.
enum SourceChange {
  /// The tree without the file's keys that a source given on the command line does not read.
  static func applied(to root: YAMLNode) -> (root: YAMLNode, notices: [String]) {
    var notices: [String] = []
    let changed = changing("cameras", in: root) { cameras in
      CameraRole.allCases.reduce(cameras) { cameras, role in
        changing(role.rawValue, in: cameras) { camera in
          let (kept, left) = split(camera)
          if !left.isEmpty {
            notices.append(
              "cameras.\(role.rawValue) has another source than the file's, which does not use its "
                + left.joined(separator: ", "))
          }
          return kept
        }
      }
    }
    return (changed, notices)
  }

  private static func split(_ camera: YAMLNode) -> (kept: YAMLNode, left: [String]) {
    guard let entries = camera.entries,
      let written = entries.first(where: { $0.key == "source" }), written.value.place.isOption,
      let source = written.value.text.flatMap(CameraSettings.Source.init)
    else { return (camera, []) }
    let foreign = CameraSettings.Source.readers.filter { !$0.sources.contains(source) }.map(\.key)
    let left = entries.filter { foreign.contains($0.key) && !$0.place.isOption }.map(\.key)
    let kept = entries.filter { !left.contains($0.key) }
    return (YAMLNode(place: camera.place, value: .mapping(kept)), left)
  }

  private static func changing(
    _ key: String, in node: YAMLNode, _ body: (YAMLNode) -> YAMLNode
  ) -> YAMLNode {
    guard var entries = node.entries, let index = entries.firstIndex(where: { $0.key == key })
    else { return node }
    entries[index].value = body(entries[index].value)
    return YAMLNode(place: node.place, value: .mapping(entries))
  }
}

extension SourcePlace {
  /// True for a place on the command line.
  fileprivate var isOption: Bool {
    if case .option = self { true } else { false }
  }
}

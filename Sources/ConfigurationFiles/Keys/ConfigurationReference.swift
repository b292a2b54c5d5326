/// Writes `Configs/README.md` from the table of keys.
package enum ConfigurationReference {
  /// The whole reference in Markdown.
  package static var markdown: String {
    var text = introduction
    let tops = ConfigurationKeys.children(of: "")
    text += table(tops.filter { $0.type == .integer(1...1) })
    for section in tops where section.type != .integer(1...1) {
      text += "\n## \(section.name)\n\(section.summary)"
      if section.isForLater { text += " Not available in this version." }
      if section.isRequired { text += " Required." }
      text += "\n"
      let rows = ConfigurationKeys.all.filter {
        ($0.path.hasPrefix(section.path + ".") || $0.path.hasPrefix(section.path + "[]"))
      }
      if !rows.isEmpty { text += "\n" + table(rows) }
    }
    return text
  }

  private static func table(_ rows: [ConfigurationKey]) -> String {
    var text = "| key | takes | unit | default | what |\n|---|---|---|---|---|\n"
    for key in rows {
      let fallback = key.isRequired ? "required" : key.defaultText.map { "`\($0)`" } ?? "–"
      let later = key.isForLater ? " Not available in this version." : ""
      text +=
        "| `\(key.path)` | \(key.type.inWords) | \(key.unit ?? "") | \(fallback) "
        + "| \(key.summary)\(later) |\n"
    }
    return text
  }

  private static let introduction = """
    # Session files

    One YAML file is one session: `bifrons run FILE`. `bifrons validate FILE` checks it; every \
    error names file, line and column, and the nearest known word. This page is made by \
    `Tools/configuration-reference` from the table of keys that the program itself uses.

    | file | what | run it with |
    |---|---|---|
    | `robot-head.yaml` | two V4L2 cameras: a robot head on a table mimes the face | `bifrons run Configs/robot-head.yaml` |
    | `robot-head-demo.yaml` | the same with simulated cameras; needs no camera | `bifrons run Configs/robot-head-demo.yaml` |
    | `face-live.yaml` | one webcam, the face mesh over the picture | `bifrons run Configs/face-live.yaml` |
    | `face-from-video.yaml` | faces in a video file | `bifrons run Configs/face-from-video.yaml --set cameras.front.path=clip.mp4` |
    | `world-from-images.yaml` | the world in a folder of pictures | `bifrons run Configs/world-from-images.yaml --set cameras.rear.path=folder` |
    | `face-landmarks`, `face-mesh`, `attachments`, `morph-head`, `morph-head-on-face`, `mask-swap`, `glasses`, `smile-paint`, `face-dance`, `emoji` | demonstrations with simulated cameras | `Tools/gallery` makes a picture and a film of each |

    ## How keys are written
    - `--set key.path=value` on the command line changes any key before the file is checked. The \
    value is YAML, so whole sections and lists work: `--set cameras.rear.intrinsics='{fx: 585, \
    fy: 585, cx: 320, cy: 240}'`, `--set scene='[]'`. An item of a list is named by its number \
    from 0: `--set scene[0].scale=2`; the number after the last one adds an item. A section that \
    is set replaces the file's whole section. Later options win.
    - A relative path in a file starts at the folder of that file; in `--set` it starts at the \
    working folder. `~/` is your own folder. A path with `: `, ` #` or a leading bracket in it is \
    written in quotes.
    - `ROLE` stands for `front` or `rear`, `[]` for an item of a list.
    - Numbers are written plainly (`30`, not `"30"`), truth as `true` and `false`. Anchors and \
    aliases (`&name`, `*name`) work.
    - Pixel coordinates count from the corner of the top-left pixel: the middle of a 640 × 480 \
    picture is (320, 240). Calibrations that count from pixel centres (OpenCV, ROS) become ours \
    by adding 0.5 to `cx` and `cy`.


    """
}

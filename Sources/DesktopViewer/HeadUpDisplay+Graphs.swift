import CImGui
import SessionCore
import SpatialMath

extension HeadUpDisplay {
  /// How the coefficients' cells are laid out in a window of a width.
  private struct Grid {
    let columns: Int, rows: Int
    let cellWidth: Float, cellHeight: Float

    init(width: Float, fontPixels: Float) {
      let margin = fontPixels * 0.8
      // The longest name and its value need 11 letters' heights.
      columns = max(1, min(6, Int((width - 4 * margin) / (fontPixels * 11))))
      rows = (BlendShapeLocation.allCases.count + columns - 1) / columns
      cellWidth = ((width - 4 * margin) / Float(columns) - fontPixels * 0.4).rounded(.down)
      cellHeight = (fontPixels * 1.15).rounded()
    }

    /// Of all rows, and the panel's own edges.
    func height(_ spacing: Float, _ padding: Float) -> Float {
      Float(rows) * (cellHeight + spacing) + 2 * padding
    }
  }

  /// How many pixels high the panel of coefficients is, with its margin.
  var graphsHeight: Double {
    let grid = Grid(width: Float(window.size.width), fontPixels: fontPixels)
    return Double((grid.height(cellSpacing, panelPadding) + fontPixels * 0.8) * window.pixelRatio)
  }

  /// Draws a graph of each coefficient, as bright as it can be believed.
  ///
  /// - Returns: the panel's height.
  func write(_ graphs: FaceGraphs, bottom: Float, width: Float) -> Float {
    let grid = Grid(width: width, fontPixels: fontPixels)
    bifrons_ui_begin_panel("coefficients", width / 2, bottom, 0.5, 1, 0.78, 0, 0, 0)
    // Down the columns, so that left and right of a feature stand together.
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let index = column * grid.rows + row
        guard index < graphs.tracks.count else { continue }
        if column > 0 {
          bifrons_ui_same_line(
            panelPadding + Float(column) * (grid.cellWidth + fontPixels * 0.4))
        }
        let track = graphs.tracks[index]
        let name = BlendShapeLocation.allCases[index].rawValue
        let value = (track.values.last ?? nil).map { Self.hundredths($0) } ?? "–"
        // A gap is drawn as nothing.
        let values = track.values.map { $0 ?? -1 }
        bifrons_ui_graph(
          name, value, values, track.confidences, Int32(values.count), Int32(FaceGraphs.length),
          grid.cellWidth, grid.cellHeight, 1)
      }
    }
    bifrons_ui_end_panel()
    return grid.height(cellSpacing, panelPadding)
  }

  /// Draws how long frames take, and what costs most.
  func write(_ timing: Timing) {
    let (width, height) = ((fontPixels * 17).rounded(), (fontPixels * 1.9).rounded())
    let rows = [
      ("between frames", timing.times.intervals), ("exposure to screen", timing.times.latencies),
      ("drawing (CPU)", timing.times.drawings),
    ]
    for (name, values) in rows where !values.isEmpty {
      let top = max(20, values.max() ?? 20)
      let last = values[values.count - 1]
      bifrons_ui_graph(
        name, Self.milliseconds(Double(last)), values,
        [Float](repeating: 1, count: values.count), Int32(values.count), Int32(TimeGraphs.length),
        width, height, top)
    }
    for stage in timing.stages {
      bifrons_ui_row(stage.name, Self.milliseconds(stage.milliseconds), fontPixels * 12)
    }
  }

  private static func hundredths(_ value: Float) -> String {
    let whole = Int((min(max(value, 0), 1) * 100).rounded())
    return "\(whole / 100).\(whole / 10 % 10)\(whole % 10)"
  }

  private static func milliseconds(_ value: Double) -> String {
    let tenths = Int(saturating: (value * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10)) ms"
  }
}

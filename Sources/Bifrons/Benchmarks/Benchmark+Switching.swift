import ConfigurationFiles
import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SystemSupport

extension Benchmark {
  /// What is left over of ready scenes that are switched again and again.
  ///
  /// Each session file is read anew with its models, pictures and texts, drawn three times at
  /// 320 × 180 on a frame with a face and a table, its options and sets changed in between, and let go.
  ///
  /// - Parameters:
  ///   - folder: the session files, `*.yaml`, one after the other in the order of names.
  ///   - count: switches; an hour at one a second is 3600.
  /// - Returns: memory at a tenth of the switches, at the end, and its slope.
  /// - Throws: `LaunchError` where a file is wrong, or there is no OpenGL.
  package static func switching(folder: String, count: Int) throws(LaunchError) -> Report {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let paths = names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder + "/" + $0 }
    guard !paths.isEmpty else {
      throw .session(
        SessionError(.fileIOFailed, "\(folder): there are no session files (*.yaml) in it"))
    }
    let renderer = try drawn { () throws(RenderingError) in try OffscreenRenderer() }
    let pictures = BenchmarkScenes.pictures(width: 320, height: 180)
    var course = MemoryCourse()
    let start = MonotonicClock.now()
    for number in 0..<count {
      try show(paths[number % paths.count], number, pictures, renderer)
      // The first tenth fills the caches of driver and allocator.
      if number >= count / 10 {
        course.add(Double(number), residentMegabytes(), renderer.graphicsObjectCount)
      }
    }
    return Report(
      "switching scenes, \(renderer.driverName)",
      [
        ("sessionFiles", Double(paths.count), ""), ("switches", Double(count), ""),
        ("seconds", MonotonicClock.now().seconds(since: start), "s"),
        ("memoryFromATenthOn", course.first, "MB"), ("memoryAtTheEnd", course.last, "MB"),
        ("memoryAtMost", course.most, "MB"),
        ("memorySlope", course.slope * 1000, "MB in 1000 switches"),
        ("graphicsObjectGrowth", Double(course.objectGrowth), ""),
      ])
  }

  private static func drawn<T>(
    _ body: () throws(RenderingError) -> T
  ) throws(LaunchError) -> T {
    do throws(RenderingError) { return try body() } catch { throw .graphics(error.description) }
  }

  /// Makes the scene of a file, draws it as it begins and after two changes, and lets it go.
  private static func show(
    _ path: String, _ number: Int, _ pictures: [PixelBuffer], _ renderer: OffscreenRenderer
  ) throws(LaunchError) {
    let file: SessionFile
    do throws(ConfigurationError) {
      file = try SessionFile.load(path)
    } catch {
      throw .configuration(error)
    }
    let scene = try file.makeScene()
    for part in 0..<3 {
      let frame = BenchmarkScenes.frame(3 * number + part, pictures, file.configuration.primaryRole)
      scene.update(with: frame)
      try drawn { () throws(RenderingError) in
        try renderer.draw(frame: frame, snapshot: scene.makeSnapshot(), width: 320, height: 180)
      }
      if !scene.sets.isEmpty { scene.activeSet = (scene.activeSet + 1) % scene.sets.count }
      for anchor in scene.anchors {
        anchor.forEachInSubtree { ($0 as? OptionsEntity)?.showNext() }
      }
    }
  }
}

/// How much memory was in use, over time.
struct MemoryCourse {
  private var points: [(x: Double, y: Double)] = []
  private var objects: [Int] = []

  /// Adds a moment: its number, megabytes, the driver's objects.
  mutating func add(_ x: Double, _ megabytes: Double, _ objects: Int) {
    points.append((x, megabytes))
    self.objects.append(objects)
  }

  /// Megabytes.
  var first: Double { points.first?.y ?? 0 }
  var last: Double { points.last?.y ?? 0 }
  var most: Double { points.map(\.y).max() ?? 0 }
  /// How many objects of the driver there are more than at first.
  var objectGrowth: Int { (objects.last ?? 0) - (objects.first ?? 0) }

  /// Megabytes a step, by least squares.
  var slope: Double {
    let n = Double(max(1, points.count))
    let mean = (x: points.map(\.x).reduce(0, +) / n, y: points.map(\.y).reduce(0, +) / n)
    let above = points.map { ($0.x - mean.x) * ($0.y - mean.y) }.reduce(0, +)
    let below = points.map { ($0.x - mean.x) * ($0.x - mean.x) }.reduce(0, +)
    return below > 0 ? above / below : 0
  }
}

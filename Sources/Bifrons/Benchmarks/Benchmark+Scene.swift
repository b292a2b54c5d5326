import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import SystemSupport

extension Benchmark {
  /// What drawing costs: the robot head, a crowd of entities, and scenes that are switched.
  ///
  /// Off screen at 1280 × 720 with a camera picture behind that is new each time, and an inset; times
  /// are those of the whole process, the driver's threads included.
  ///
  /// - Parameter count: pictures of each kind.
  /// - Returns: the numbers.
  /// - Throws: `LaunchError` where there is no OpenGL.
  package static func scene(count: Int) throws(LaunchError) -> Report {
    do throws(RenderingError) {
      let head = try drawHead(count)
      let crowd = try drawCrowd(max(5, count / 10))
      let switched = try switchScenes(10 * count)
      let renderer = try OffscreenRenderer()
      return Report(
        "drawing at 1280x720, \(renderer.driverName)",
        [
          ("frames", Double(count), ""),
          ("robotHeadCPUMilliseconds", head.cpu, "ms"),
          ("robotHeadWallMilliseconds", head.wall, "ms"),
          ("robotHeadFramesPerSecond", 1000 / max(head.wall, 1e-6), ""),
          ("crowdEntities", Double(crowd.entities), ""),
          ("crowdTriangles", Double(crowd.triangles), ""),
          ("crowdCPUMilliseconds", crowd.time.cpu, "ms"),
          ("crowdWallMilliseconds", crowd.time.wall, "ms"),
          ("switchedScenes", Double(10 * count), ""),
          ("switchedMemoryGrowth", switched.megabytes, "MB"),
          ("switchedGraphicsObjectGrowth", Double(switched.objects), ""),
        ])
    } catch {
      throw .graphics(error.description)
    }
  }

  /// Milliseconds a picture.
  private struct DrawingTime {
    var cpu = 0.0, wall = 0.0
  }

  private static func time(
    _ count: Int, _ draw: (Int) throws(RenderingError) -> Void
  ) throws(RenderingError) -> DrawingTime {
    // Shaders and targets are made in the first pictures.
    for i in 0..<3 { try draw(i) }
    let (cpu, wall) = (ProcessUsage.cpuSeconds(), MonotonicClock.now())
    for i in 0..<count { try draw(3 + i) }
    let pictures = Double(max(count, 1))
    return DrawingTime(
      cpu: (ProcessUsage.cpuSeconds() - cpu) * 1000 / pictures,
      wall: MonotonicClock.now().seconds(since: wall) * 1000 / pictures)
  }

  private static func drawHead(_ count: Int) throws(RenderingError) -> DrawingTime {
    let renderer = try OffscreenRenderer()
    let scene = BenchmarkScenes.head()
    let pictures = BenchmarkScenes.pictures()
    return try time(count) { number throws(RenderingError) in
      let frame = BenchmarkScenes.frame(number, pictures)
      scene.update(with: frame)
      try renderer.draw(
        frame: frame, snapshot: scene.makeSnapshot(), width: 1280, height: 720)
    }
  }

  private static func drawCrowd(
    _ count: Int
  ) throws(RenderingError) -> (entities: Int, triangles: Int, time: DrawingTime) {
    let renderer = try OffscreenRenderer()
    let scene = BenchmarkScenes.crowd()
    let pictures = BenchmarkScenes.pictures()
    let time = try time(count) { number throws(RenderingError) in
      let frame = BenchmarkScenes.frame(number, pictures)
      scene.update(with: frame)
      try renderer.draw(
        frame: frame, snapshot: scene.makeSnapshot(), width: 1280, height: 720)
    }
    let items = scene.makeSnapshot().items
    let triangles = items.reduce(0) { $0 + $1.mesh.mesh.indices.count / 3 }
    return (items.count, triangles, time)
  }

  /// What the process has in memory now.
  static func residentMegabytes() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  /// Makes a scene, draws it twice and lets it go, again and again.
  ///
  /// - Returns: how much the process's memory and the number of the driver's objects grew from a fifth
  ///   of the scenes on.
  private static func switchScenes(
    _ count: Int
  ) throws(RenderingError) -> (megabytes: Double, objects: Int) {
    let renderer = try OffscreenRenderer()
    let pictures = BenchmarkScenes.pictures(width: 160, height: 90)
    var start = (memory: 0.0, objects: 0)
    for number in 0..<count {
      if number == count / 5 {
        start = (residentMegabytes(), renderer.graphicsObjectCount)
      }
      let scene = BenchmarkScenes.variant(number)
      for part in 0..<2 {
        let frame = BenchmarkScenes.frame(2 * number + part, pictures)
        scene.update(with: frame)
        try renderer.draw(frame: frame, snapshot: scene.makeSnapshot(), width: 160, height: 90)
      }
    }
    return (
      residentMegabytes() - start.memory,
      renderer.graphicsObjectCount - start.objects
    )
  }
}

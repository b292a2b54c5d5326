import CameraCapture
import FaceTracking
import Foundation
import MediaFiles
import SessionCore
import SimulatedCameras
import SpatialMath
import SystemSupport
import WorldTracking

/// Measures the CPU time of the parts, in lock-step, on one input.
package enum Benchmark {
  /// What was measured: numbers by name, in the order in which they are shown.
  package struct Report: Sendable, Equatable {
    /// What was measured, in one line.
    package var title: String
    /// Name, value, unit.
    package var values: [Value]

    /// One number.
    package struct Value: Sendable, Equatable {
      /// The name in JSON, camelCase.
      package var name: String
      /// The number.
      package var value: Double
      /// `ms`, `MB` or empty.
      package var unit: String
    }

    init(_ title: String, _ values: [(String, Double, String)]) {
      self.title = title
      self.values = values.map { Value(name: $0.0, value: $0.1, unit: $0.2) }
    }

    /// A line for each number.
    package var text: String {
      let width = values.map(\.name.count).max() ?? 0
      let rows = values.map { value in
        let name = value.name + String(repeating: " ", count: width - value.name.count)
        return "  \(name)  \((value.value * 1000).rounded() / 1000) \(value.unit)"
      }
      return ([title] + rows).joined(separator: "\n") + "\n"
    }

    /// One JSON object in one line.
    package var json: String {
      let fields = values.map { value in
        let isWhole = value.unit.isEmpty && value.value == value.value.rounded()
        return "\"\(value.name)\": \(isWhole ? String(Int(value.value)) : String(value.value))"
      }
      return "{" + fields.joined(separator: ", ") + "}\n"
    }
  }

  /// The face tracker on a clip, against the same inferences alone.
  ///
  /// - Parameters:
  ///   - clip: a video file.
  ///   - count: how many pictures.
  /// - Returns: the numbers.
  /// - Throws: `LaunchError`.
  package static func face(clip: String, count: Int) throws(LaunchError) -> Report {
    let models = try findModels()
    do throws(SessionError) {
      var material = try BenchmarkMaterial(
        VideoFileSource(role: .front, path: clip), count: count)
      let outcome = try FaceTrackingBenchmark.run(models: models) { () throws(SessionError) in
        try material.next()
      }
      let frames = Double(max(outcome.frames, 1))
      let stages = outcome.stageSeconds.sorted { $0.key < $1.key }
        .map { ("\($0.key)MillisecondsPerFrame", $0.value / frames * 1000, "ms") }
      return Report(
        "face tracker, \(clip)",
        [
          ("frames", Double(outcome.frames), ""),
          ("framesWithFaces", Double(outcome.framesWithFaces), ""),
          ("cpuMillisecondsPerFrame", outcome.trackerMilliseconds, "ms"),
          ("inferenceMillisecondsPerFrame", outcome.inferenceSeconds / frames * 1000, "ms"),
          ("ratioToInference", outcome.ratio, ""),
        ] + stages)
    } catch {
      throw .session(error)
    }
  }

  /// The world tracker, mapping included, on a folder of pictures; nil is the simulated camera.
  ///
  /// - Parameters:
  ///   - folder: pictures in the order of their names.
  ///   - intrinsics: the lens of the folder's pictures.
  ///   - count: how many pictures.
  /// - Returns: the numbers.
  /// - Throws: `LaunchError`.
  package static func world(
    folder: String?, intrinsics: IntrinsicsSpecification, count: Int
  ) throws(LaunchError) -> Report {
    do throws(SessionError) {
      let source: any FrameSource =
        folder.map { PictureFolderSource(role: .rear, folder: $0, intrinsics: intrinsics) }
        ?? SimulatedRearCamera()
      var material = try BenchmarkMaterial(source, count: count)
      var options = WorldTrackingOptions()
      options.planeDetection = .horizontal
      let tracker = KeyframeWorldTracker(options: options)
      var seconds: [Double] = []
      var normal = 0
      while let frame = try material.next() {
        let start = ProcessUsage.threadCPUSeconds()
        let result = try tracker.track(frame)
        seconds.append(ProcessUsage.threadCPUSeconds() - start)
        normal += result.trackingState == .normal ? 1 : 0
      }
      return worldReport(folder ?? "simulated rear camera", seconds, normal)
    } catch {
      throw .session(error)
    }
  }

  private static func worldReport(
    _ name: String, _ seconds: [Double], _ normal: Int
  ) -> Report {
    let sorted = seconds.sorted()
    let count = max(seconds.count, 1)
    let high = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    return Report(
      "world tracker with mapping, \(name)",
      [
        ("frames", Double(seconds.count), ""), ("framesTracked", Double(normal), ""),
        ("cpuMillisecondsPerFrame", seconds.reduce(0, +) / Double(count) * 1000, "ms"),
        ("cpuMilliseconds95", high * 1000, "ms"),
      ])
  }

  static func findModels() throws(LaunchError) -> ModelStore {
    do throws(ModelStoreError) { return try ModelStore() } catch {
      throw .models(error.description)
    }
  }
}

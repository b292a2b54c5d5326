import SessionCore
import SpatialMath
import SystemSupport

extension FrameSourceContract {
  /// Format, sequence, timestamps, counters and the end.
  func verifyDelivery() throws {
    let source = try makeSource()
    try expect(source.statistics == FrameSourceStatistics(), "counters are 0 before the start")
    let before = MonotonicClock.now()
    try source.start(origin: Self.someOrigin, pacing: .asFastAsPossible)
    try verifyFormat(source.format)
    let frames = try pictures(of: source, atMost: mostPictures)
    try expect(frames.count >= 4, "a source has four pictures for its checks, not \(frames.count)")
    try verify(frames, of: source)
    switch kind {
    case .recorded:
      try expect(
        frames[0].timestamp == Self.someOrigin,
        "the first picture has the session's zero as its time, not \(frames[0].timestamp)")
      try expect(
        frames.indices.allSatisfy { frames[$0].sequence == $0 },
        "as fast as possible, no picture is left out: \(frames.map(\.sequence))")
      let counters = source.statistics
      try expect(
        counters.captured == frames.count && counters.droppedByUs == 0
          && counters.droppedByDriver == 0, "\(frames.count) pictures came, counted \(counters)")
    case .live:
      let after = MonotonicClock.now()
      for frame in frames {
        try expect(
          frame.timestamp > before && frame.timestamp <= after,
          "a live picture is stamped with CLOCK_MONOTONIC between start and now, not "
            + "\(frame.timestamp.seconds(since: before)) s after the start and "
            + "\(after.seconds(since: frame.timestamp)) s before now")
      }
      try expect(
        source.statistics.captured >= frames.count, "every picture is counted as captured")
    }
    try verifyEnd(of: source)
  }

  private func verifyFormat(_ format: CameraFormat) throws {
    try expect(!format.sourceName.isEmpty, "the source has a name")
    try expect(
      format.width > 0 && format.height > 0, "the picture has a size, not \(format.width)x0")
    try expect(format.nominalRate > 0, "the rate is above 0, not \(format.nominalRate)")
    try expect(
      format.intrinsics.width == format.width && format.intrinsics.height == format.height,
      "the intrinsics belong to the picture's size")
  }

  private func verify(_ frames: [CameraFrame], of source: any FrameSource) throws {
    let format = source.format
    for frame in frames {
      try expect(frame.role == source.role, "the frame's role is the source's")
      try expect(
        frame.pixels.width == format.width && frame.pixels.height == format.height,
        "picture \(frame.sequence) is \(frame.pixels.width)x\(frame.pixels.height), the format "
          + "says \(format.width)x\(format.height)")
      try expect(
        frame.intrinsics == format.intrinsics, "picture \(frame.sequence) has the format's lens")
    }
    for (earlier, later) in zip(frames, frames.dropFirst()) {
      try expect(
        later.sequence > earlier.sequence,
        "sequence numbers rise: \(earlier.sequence), then \(later.sequence)")
      try expect(
        later.timestamp > earlier.timestamp,
        "timestamps rise: \(earlier.timestamp), then \(later.timestamp)")
    }
  }

  /// After the end, or a stop, there is only the end.
  private func verifyEnd(of source: any FrameSource) throws {
    if kind == .recorded { while case .frame = try source.next() {} }
    source.stop()
    for _ in 0..<2 {
      guard case .ended = try source.next() else {
        throw ContractViolation("after its end, or a stop, a source gives nothing but `ended`")
      }
    }
    source.stop()
  }

  /// A source that is stopped before it starts opens without harm and ends at once.
  func verifyStopBeforeStart() throws {
    let source = try makeSource()
    source.stop()
    try source.start(origin: Self.someOrigin, pacing: .realTime)
    guard case .ended = try source.next() else {
      throw ContractViolation("a source that was stopped before its start ends at once")
    }
  }

  /// The same source again gives the same times and the same bytes.
  func verifyRepetition() throws {
    var runs: [[(Timestamp, UInt64)]] = []
    for _ in 0..<2 {
      let source = try makeSource()
      try source.start(origin: Self.someOrigin, pacing: .asFastAsPossible)
      runs.append(
        try pictures(of: source, atMost: mostPictures).map { ($0.timestamp, $0.pixels.digest) })
      source.stop()
    }
    for (index, (first, second)) in zip(runs[0], runs[1]).enumerated() {
      try expect(first.0 == second.0, "picture \(index) has the same time in both runs")
      try expect(first.1 == second.1, "picture \(index) has the same bytes in both runs")
    }
    try expect(runs[0].count == runs[1].count, "both runs have as many pictures")
  }
}

import SessionCore
import SpatialMath

/// Turns a session's events into JSON lines; every field is described in `Configs/EVENTS.md`.
///
/// One line for each event, and one for each anchor of an anchor event. The same events give the
/// same bytes on every machine.
package struct EventStreamEncoder: Sendable {
  private var line = JSONLine()
  private var zero: Timestamp?
  private var gaze: GazeFollower?

  /// Creates an encoder; times are counted from the first `started` event's zero.
  ///
  /// With `gaze`, each picture of the first face is followed by a line that tells where on the screen it
  /// looks.
  package init(gaze: GazeFollower? = nil) { self.gaze = gaze }

  /// The lines of some events, each with its end of line.
  ///
  /// - Complexity: linear; a face takes some 45 µs and 12 KB, mostly its landmarks.
  package mutating func encode(_ events: [SessionEvent]) -> [UInt8] {
    line.removeAll()
    for event in events { encode(event) }
    return line.bytes
  }

  private mutating func encode(_ event: SessionEvent) {
    switch event {
    case .started(let start): encode(start)
    case .frame(let frame): encode(frame)
    case .anchorsAdded(let anchors, let time): encode(anchors, "anchorAdded", time)
    case .anchorsUpdated(let anchors, let time): encode(anchors, "anchorUpdated", time)
    case .anchorsRemoved(let anchors, let time): encode(anchors, "anchorRemoved", time)
    case .trackingStateChanged(let state, let time):
      begin("trackingStateChanged", time)
      line.state(state)
      end()
    case .interrupted(let role, let reason, let time):
      begin("interrupted", time)
      line.field("camera", role.rawValue)
      line.field("reason", reason)
      end()
    case .interruptionEnded(let role, let time):
      begin("interruptionEnded", time)
      line.field("camera", role.rawValue)
      end()
    case .failed(let error, let time):
      begin("failed", time)
      line.key("code")
      line.integer(Int64(error.code.rawValue))
      line.field("message", error.message)
      end()
    case .stopped(let reason, let frames, let time):
      begin("stopped", time)
      line.key("frames")
      line.integer(Int64(frames))
      line.field("reason", reason.rawValue)
      end()
    }
  }

  private mutating func begin(_ name: String, _ time: Timestamp) {
    line.beginObject()
    line.field("event", name)
    line.key("time")
    if let zero {
      line.number(time.seconds(since: zero), decimals: StreamPrecision.seconds)
    } else {
      line.null()
    }
  }

  private mutating func end() {
    line.endObject()
    line.endLine()
  }

  private mutating func encode(_ anchors: [Anchor], _ name: String, _ time: Timestamp) {
    for anchor in anchors {
      begin(name, time)
      line.key("anchor")
      line.anchor(anchor)
      end()
    }
    guard name != "anchorRemoved", let state = gaze?.look(anchors, at: time), let gaze else {
      return
    }
    begin("gaze", time)
    line.gaze(state, on: gaze.screen)
    end()
  }

  private mutating func encode(_ start: SessionStart) {
    let zero = zero ?? start.zero
    self.zero = zero
    line.beginObject()
    line.field("event", "started")
    line.key("monotonicNanoseconds")
    line.integer(zero.nanoseconds)
    line.field("configuration", start.configuration.typeName)
    line.key("cameras")
    line.beginObject()
    for camera in start.cameras {
      line.key(text: camera.role.rawValue)
      line.format(camera.format)
    }
    line.endObject()
    end()
  }

  private mutating func encode(_ cameras: [StaleCamera], _ time: Timestamp) {
    line.key("stale")
    line.beginObject()
    for camera in cameras {
      line.key(text: camera.role.rawValue)
      line.beginObject()
      line.field(
        "since", camera.since.seconds(since: zero ?? time), decimals: StreamPrecision.seconds)
      line.field("reason", camera.reason)
      line.endObject()
    }
    line.endObject()
  }

  private mutating func encode(_ frame: SessionFrame) {
    gaze?.see(frame)
    line.beginObject()
    line.field("event", "frame")
    line.key("index")
    line.integer(Int64(frame.index))
    line.field(
      "time", frame.timestamp.seconds(since: zero ?? frame.timestamp),
      decimals: StreamPrecision.seconds)
    line.camera(of: frame)
    if let reason = frame.faceAbsenceReason { line.field("noFace", reason) }
    if !frame.staleCameras.isEmpty { encode(frame.staleCameras, frame.timestamp) }
    line.field("worldMappingStatus", frame.worldMappingStatus.rawValue)
    line.key("light")
    line.light(frame.lightEstimate)
    if let light = frame.directionalLightEstimate { line.directionalLight(light) }
    if let depth = frame.capturedDepthData { encode(depth) }
    line.key("latency")
    if let latency = frame.latency { line.number(latency, decimals: 6) } else { line.null() }
    end()
  }

  private mutating func encode(_ depth: CapturedDepthData) {
    line.key("capturedDepthData")
    line.beginObject()
    line.field(
      "time", depth.timestamp.seconds(since: zero ?? depth.timestamp),
      decimals: StreamPrecision.seconds)
    line.key("size")
    line.beginArray()
    line.integer(Int64(depth.pixels.width))
    line.integer(Int64(depth.pixels.height))
    line.endArray()
    line.field("metresPerUnit", depth.metresPerUnit, decimals: 9)
    line.key("intrinsics")
    line.beginArray()
    for value in [
      depth.intrinsics.fx, depth.intrinsics.fy, depth.intrinsics.cx, depth.intrinsics.cy,
    ] {
      line.number(value, decimals: 3)
    }
    line.endArray()
    line.endObject()
  }
}

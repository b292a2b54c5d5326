import Glibc
import SessionCore

/// Opens a camera, agrees on a format and starts its stream, with every second attempt that real
/// cameras need.
struct VideoDeviceOpener: Sendable {
  /// A running stream and what has to be said about it.
  struct Opened {
    var stream: CaptureStream
    var notices: [String]
  }

  /// A failed call and where it failed.
  private struct Failure: Error {
    var error: SystemCallError
    var step: VideoDeviceFailure.Step
    var request: String
  }

  let system: any VideoDeviceSystem
  let options: VideoDeviceOptions
  let timing: VideoDeviceTiming

  /// Opens a camera.
  ///
  /// - Parameters:
  ///   - path: a node or a link to one.
  ///   - before: what it agreed to the last time: asked for first, and no other size will do.
  ///   - pause: waits some seconds; false when there is no point in going on.
  /// - Returns: nil when a pause said stop.
  /// - Throws: `SessionError` with what is wrong and what to try.
  func open(
    _ path: String, restoring before: NegotiatedFormat? = nil, pause: (Double) -> Bool
  ) throws(SessionError) -> Opened? {
    for attempt in 1... {
      do throws(Failure) {
        return try openOnce(path, restoring: before)
      } catch {
        guard error.error.code == EBUSY, attempt < timing.busyAttempts else {
          throw sessionError(error, path)
        }
        if !pause(timing.busyRetry) { return nil }
      }
    }
    return nil
  }

  private func sessionError(_ failure: Failure, _ path: String) -> SessionError {
    if failure.step == .negotiate, failure.error.code == EINVAL {
      return SessionError(.sensorUnavailable, "\(path): \(disagreement(path))")
    }
    let holders = failure.error.code == EBUSY ? system.holders(of: path) : []
    return VideoDeviceFailure.sessionError(
      failure.error, at: failure.step, path: path, request: failure.request, holders: holders)
  }

  /// Why there is no format that both sides take.
  private func disagreement(_ path: String) -> String {
    let device = VideoDeviceDescription(
      path: system.destination(of: path) ?? path, system: system)
    let isWantedDepth =
      device.kind == .depthCamera && options.preference == .only(.depth16)
    if let obstacle = device.obstacle, !device.isInfrared, !isWantedDepth {
      return "\(obstacle); choose one that `bifrons devices` lists as a camera"
    }
    let offered = device.formats.map(\.description).joined(separator: ", ")
    let wanted: FourCharacterCode? =
      switch options.preference {
      case .automatic: nil
      case .mjpeg: .motionJPEG
      case .only(let code): code
      }
    guard let wanted else { return "the camera agrees to no format that is read (\(offered))" }
    return "the camera has no \(wanted) pictures but \(offered); choose one of them as "
      + "pixel-format, or automatic"
  }

  /// Tries the requests from the best to the thriftiest while the bus has no room.
  private func openOnce(
    _ path: String, restoring before: NegotiatedFormat?
  ) throws(Failure) -> Opened {
    let negotiation = VideoNegotiation(options: options)
    let node = system.destination(of: path) ?? path
    var requests = try requests(negotiation, node)
    if let before {
      let sameSize = requests.filter {
        $0.width == before.format.width && $0.height == before.format.height
      }
      requests = [before.request] + sameSize.filter { $0 != before.request }
    }
    // A commit that is refused once is often accepted the next time.
    var refusalsToForgive = 1
    var failure = Failure(error: SystemCallError(EINVAL), step: .negotiate, request: "")
    var index = 0
    while index < requests.count {
      do throws(Failure) {
        let (stream, remarks) = try start(requests[index], negotiation, node)
        let notices = notices(for: stream, refused: Array(requests[..<index]), failure, path)
        return Opened(stream: stream, notices: notices + remarks.map { "\(path): \($0)" })
      } catch {
        failure = error
        guard error.step == .start, [ENOSPC, EIO].contains(error.error.code) else { throw error }
        if error.error.code == EIO, refusalsToForgive > 0 {
          refusalsToForgive -= 1
        } else {
          index += 1
        }
      }
    }
    throw failure
  }

  private func requests(
    _ negotiation: VideoNegotiation, _ node: String
  ) throws(Failure) -> [VideoNegotiation.Request] {
    let device = try open(node)
    defer { device.close() }
    let requests = negotiation.requests(for: device)
    let isNoCamera = VideoNodeClass.byAbilities(device.capability) != nil
    if isNoCamera || requests.isEmpty {
      throw Failure(error: SystemCallError(EINVAL), step: .negotiate, request: "")
    }
    return requests
  }

  private func open(_ node: String) throws(Failure) -> VideoDevice {
    do throws(SystemCallError) {
      return try VideoDevice(path: node, system: system)
    } catch {
      throw Failure(error: error, step: .open, request: "")
    }
  }

  private func start(
    _ request: VideoNegotiation.Request, _ negotiation: VideoNegotiation, _ node: String
  ) throws(Failure) -> (CaptureStream, remarks: [String]) {
    let device = try open(node)
    let negotiated: NegotiatedFormat
    do throws(SystemCallError) {
      negotiated = try negotiation.apply(request, to: device)
    } catch {
      device.close()
      throw Failure(error: error, step: .negotiate, request: request.description)
    }
    let remarks = ControlPlan.apply(options.controls, to: device)
    do throws(SystemCallError) {
      return (try CaptureStream(device, negotiated: negotiated), remarks)
    } catch {
      throw Failure(error: error, step: .start, request: request.description)
    }
  }

  /// What is to be said about a camera that runs otherwise than asked.
  private func notices(
    for stream: CaptureStream, refused: [VideoNegotiation.Request], _ failure: Failure,
    _ path: String
  ) -> [String] {
    let (format, rate) = (stream.negotiated.format, stream.negotiated.rate)
    let asked = refused.first ?? stream.negotiated.request
    let got = "\(format.width)x\(format.height) \(format.code) at \(shortText(rate)) Hz"
    if failure.error.code == ENOSPC {
      let others = refused.dropFirst().map(\.description).joined(separator: ", ")
      let also = others.isEmpty ? "" : "; also refused: \(others)"
      return [
        "\(path): no USB bandwidth for \(asked) beside what else is on the bus; runs at "
          + "\(got)\(also). Another USB controller would help"
      ]
    }
    if format.width != asked.width || format.height != asked.height {
      return ["\(path): has no \(asked.width)x\(asked.height) picture; runs at \(got)"]
    }
    if abs(rate - asked.rate) > 0.02 * asked.rate {
      return ["\(path): has no \(shortText(asked.rate)) Hz at this size; runs at \(got)"]
    }
    return []
  }
}

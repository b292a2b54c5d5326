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
  ///   - size: the only size that will do, after a first start.
  ///   - pause: waits some seconds; false when there is no point in going on.
  /// - Returns: nil when a pause said stop.
  /// - Throws: `SessionError` with what is wrong and what to try.
  func open(
    _ path: String, size: (width: Int, height: Int)?, pause: (Double) -> Bool
  ) throws(SessionError) -> Opened? {
    for attempt in 1... {
      do throws(Failure) {
        return try openOnce(path, size: size)
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
      let device = VideoDeviceDescription(
        path: system.destination(of: path) ?? path, system: system)
      return SessionError(
        .sensorUnavailable,
        "\(path): \(device.obstacle ?? "the camera agrees to no format that is read"); choose one "
          + "that `bifrons devices` lists as a camera")
    }
    let holders = failure.error.code == EBUSY ? system.holders(of: path) : []
    return VideoDeviceFailure.sessionError(
      failure.error, at: failure.step, path: path, request: failure.request, holders: holders)
  }

  /// Tries the requests from the best to the thriftiest while the bus has no room.
  private func openOnce(
    _ path: String, size: (width: Int, height: Int)?
  ) throws(Failure) -> Opened {
    let negotiation = VideoNegotiation(options: options)
    let node = system.destination(of: path) ?? path
    var requests = try requests(negotiation, node)
    if let size {
      requests.removeAll { $0.width != size.width || $0.height != size.height }
    }
    // A commit that is refused once is often accepted the next time.
    var refusalsToForgive = 1
    var failure = Failure(error: SystemCallError(EINVAL), step: .negotiate, request: "")
    var index = 0
    while index < requests.count {
      do throws(Failure) {
        let stream = try start(requests[index], negotiation, node)
        return Opened(
          stream: stream, notices: notices(for: stream, asked: requests[0], failure, path))
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
    guard let capability = try? device.capability(),
      VideoDeviceDescription.obstacle(capability, device.pixelFormats()) == nil,
      !requests.isEmpty
    else { throw Failure(error: SystemCallError(EINVAL), step: .negotiate, request: "") }
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
  ) throws(Failure) -> CaptureStream {
    let device = try open(node)
    let negotiated: NegotiatedFormat
    do throws(SystemCallError) {
      negotiated = try negotiation.apply(request, to: device)
      applyControls(to: device)
    } catch {
      device.close()
      throw Failure(error: error, step: .negotiate, request: request.description)
    }
    do throws(SystemCallError) {
      return try CaptureStream(device, negotiated: negotiated)
    } catch {
      throw Failure(error: error, step: .start, request: request.description)
    }
  }

  /// Settings that cameras forget when they are unplugged; most cameras lack some.
  private func applyControls(to device: VideoDevice) {
    // Without it many cameras halve their rate in the dark and say nothing.
    try? device.set(.exposureDynamicFrameRate, to: 0)
    if let hertz = options.powerLineFrequency {
      try? device.set(.powerLineFrequency, to: hertz == 60 ? 2 : 1)
    }
  }

  private func notices(
    for stream: CaptureStream, asked: VideoNegotiation.Request, _ failure: Failure, _ path: String
  ) -> [String] {
    let (format, rate) = (stream.negotiated.format, stream.negotiated.rate)
    let got = "\(format.width)x\(format.height) \(format.code) at \(shortText(rate)) Hz"
    var notices: [String] = []
    if failure.error.code == ENOSPC {
      notices.append(
        "\(path): no USB bandwidth for \(asked) beside what else is on the bus; runs at \(got). "
          + "Another USB controller would help")
    } else if format.width != asked.width || format.height != asked.height {
      notices.append("\(path): has no \(asked.width)x\(asked.height) picture; runs at \(got)")
    } else if abs(rate - asked.rate) > 0.02 * asked.rate {
      notices.append("\(path): has no \(shortText(asked.rate)) Hz at this size; runs at \(got)")
    }
    return notices
  }
}

import CVideo4Linux
import Foundation
import SpatialMath
import SystemSupport

/// The kernel.
package struct LinuxVideoDeviceSystem: VideoDeviceSystem {
  /// There is one kernel.
  package init() {}

  /// CLOCK_MONOTONIC.
  package func now() -> Timestamp { MonotonicClock.now() }

  /// The names in a folder, in no order.
  package func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// The path without symbolic links.
  package func destination(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The trimmed text of a file.
  package func text(of file: String) -> String? {
    (try? String(contentsOfFile: file, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Looks through `/proc`; other users' programs stay unseen without their rights.
  package func holders(of path: String) -> [String] {
    guard let target = destination(of: path) else { return [] }
    let own = "\(getpid())"
    return names(in: "/proc").filter { $0 != own && $0.allSatisfy(\.isNumber) }.compactMap { pid in
      let folder = "/proc/\(pid)/fd"
      guard names(in: folder).contains(where: { destination(of: "\(folder)/\($0)") == target })
      else { return nil }
      return "\(text(of: "/proc/\(pid)/comm") ?? "a program") (pid \(pid))"
    }
  }

  /// Opens a node.
  package func open(_ path: String) throws(SystemCallError) -> Int32 {
    try check(bifrons_open_device(path))
  }

  /// Closes a descriptor.
  package func close(_ device: Int32) { _ = Glibc.close(device) }

  /// Waits with poll.
  package func wait(
    for descriptor: Int32?, wakeUp: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceEvent {
    var descriptors = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
    if let descriptor {
      descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    let milliseconds = Int32(max(0, min(seconds * 1000, 3_600_000)).rounded(.up))
    let count = try check(poll(&descriptors, nfds_t(descriptors.count), milliseconds))
    if count == 0 { return .timeout }
    return descriptors[0].revents != 0 ? .woken : .ready
  }

  /// An eventfd that stays readable once it is signalled.
  package func makeWakeUp() throws(SystemCallError) -> Int32 {
    try check(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
  }

  /// Makes the eventfd readable.
  package func signal(_ wakeUp: Int32) { _ = eventfd_write(wakeUp, 1) }

  @discardableResult func check(_ result: Int32) throws(SystemCallError) -> Int32 {
    if result < 0 { throw SystemCallError(errno) }
    return result
  }
}

import Glibc
import SpatialMath

/// The machine's clocks.
public enum MonotonicClock {
  /// Now on CLOCK_MONOTONIC, the clock of V4L2 buffers.
  ///
  /// Thread-safe.
  public static func now() -> Timestamp {
    var t = timespec()
    clock_gettime(CLOCK_MONOTONIC, &t)
    return Timestamp(nanoseconds: Int64(t.tv_sec) * 1_000_000_000 + Int64(t.tv_nsec))
  }

  /// Blocks the calling thread until a moment on CLOCK_MONOTONIC.
  public static func sleep(until time: Timestamp) {
    var t = timespec(
      tv_sec: Int(time.nanoseconds / 1_000_000_000), tv_nsec: Int(time.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &t, nil) == EINTR {}
  }
}

/// What the process has used so far.
public enum ProcessUsage {
  /// CPU seconds of all threads.
  public static func cpuSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
  /// CPU seconds of the calling thread.
  public static func threadCPUSeconds() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }
  /// The largest resident size so far, in bytes.
  public static func peakMemoryBytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1024
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var t = timespec()
    clock_gettime(clock, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9
  }
}

import SessionCore
import SessionTesting
import SpatialMath
import Synchronization
import SystemSupport
import Testing

/// A source of grey pictures that breaks one promise, or none.
private final class FaultySource: FrameSource {
  enum Fault: String, CaseIterable {
    case none, wrongRole, wrongSize, wrongLens, repeatedNumber, repeatedTime, lateOrigin
    case forgottenPicture, miscounted, ignoredStop, impatient, early, unskipped, unlikeItself
    case reusedMemory
  }

  let role = CameraRole.rear
  private let fault: Fault
  private let clock = PlaybackClock()
  private let position = Mutex(0)
  private let counters = Mutex(FrameSourceStatistics())
  private let memory = SharedMemory()
  private static let run = Atomic(0)
  private let runNumber: Int

  init(_ fault: Fault) {
    self.fault = fault
    runNumber = Self.run.add(1, ordering: .relaxed).newValue
  }

  let format = CameraFormat(
    sourceName: "faulty", width: 8, height: 6, nominalRate: 50,
    intrinsics: CameraIntrinsics(width: 8, height: 6, horizontalFieldOfView: 1))

  var statistics: FrameSourceStatistics { counters.withLock { $0 } }

  func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    let late = fault == .lateOrigin ? origin.advanced(bySeconds: 0.01) : origin
    clock.start(origin: late, isRealTime: fault != .impatient && pacing == .realTime)
  }

  func next() throws(SessionError) -> FrameSourceEvent {
    if clock.isStopped, fault != .ignoredStop { return .ended }
    let (number, skipped) = position.withLock { place -> (Int, Int) in
      let first = place
      while fault != .unskipped, clock.isRealTime, place < 11, clock.isDue(time(place + 1)) {
        place += 1
      }
      if fault == .forgottenPicture, place == 2 { place = 3 }
      defer { place += 1 }
      return (place, place - first)
    }
    guard number < 12 else { return .ended }
    let due = time(number).advanced(bySeconds: fault == .early ? -0.01 : 0)
    guard clock.wait(until: due) || fault == .ignoredStop else { return .ended }
    counters.withLock {
      $0.captured += fault == .miscounted ? 2 : 1
      $0.droppedByUs += skipped
    }
    return .frame(frame(number))
  }

  func stop() { clock.stop() }

  private func time(_ number: Int) -> Timestamp {
    clock.time(ofSeconds: Double(fault == .repeatedTime ? number / 2 : number) / 50)
  }

  private func frame(_ number: Int) -> CameraFrame {
    let isOdd = fault == .unlikeItself && number == 3
    var lens = format.intrinsics
    if fault == .wrongLens { lens.fx += 1 }
    return CameraFrame(
      role: fault == .wrongRole ? .front : role,
      sequence: fault == .repeatedNumber ? number / 2 : number, timestamp: time(number),
      pixels: fault == .reusedMemory
        ? memory.picture(UInt8(number))
        : picture(UInt8(isOdd ? runNumber & 255 : number)), intrinsics: lens)
  }

  private func picture(_ value: UInt8) -> PixelBuffer {
    let width = fault == .wrongSize ? 4 : 8
    return PixelBuffer.make(width: width, height: 6, format: .gray8) { planes in
      for i in planes[0].indices { planes[0][i] = value }
    }
  }
}

/// One piece of memory that is handed out again and again.
///
/// Safety: the tests that use it run on one thread.
private final class SharedMemory: @unchecked Sendable {
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 48, alignment: 8)

  deinit { memory.deallocate() }

  func picture(_ value: UInt8) -> PixelBuffer {
    for i in memory.indices { memory[i] = value }
    let planes = memory.baseAddress.map { [PixelBuffer.Plane(base: $0, stride: 8)] } ?? []
    return PixelBuffer(
      width: 8, height: 6, format: .gray8, encoding: .jpeg, planes: planes
    ) { withExtendedLifetime(self) {} }
  }
}

@Suite struct FrameSourceContractTests {
  @Test func aGoodSourceKeepsIt() throws {
    try FrameSourceContract.verify(.recorded) { FaultySource(.none) }
  }

  @Test(arguments: [
    (FaultySource.Fault.wrongRole, "role"), (.wrongSize, "the format says 8x6"),
    (.wrongLens, "lens"), (.repeatedNumber, "sequence numbers rise"),
    (.repeatedTime, "timestamps rise"), (.lateOrigin, "session's zero"),
    (.forgottenPicture, "no picture is left out"), (.miscounted, "12 pictures came, counted"),
    (.ignoredStop, "ends at once"), (.impatient, "goes on until it is stopped"),
    (.early, "before its time"),
    (.unskipped, "none was skipped"), (.unlikeItself, "same bytes in both runs"),
    (.reusedMemory, "does not change"),
  ])
  private func eachBreachIsFound(fault: FaultySource.Fault, part: String) throws {
    let violation = try #require(throws: ContractViolation.self) {
      try FrameSourceContract.verify(.recorded, mostPictures: 20) { FaultySource(fault) }
    }
    #expect(violation.description.contains(part), "\(fault): \(violation.description)")
  }
}

import SpatialMath
import Testing

@Suite struct TimestampTests {
  @Test func numbersFromOutsideAreHeldInTheRange() {
    #expect(Int(saturating: 2.5) == 3 && Int(saturating: -2.4) == -2)
    #expect(Int32(saturating: 1e12) == .max && Int32(saturating: -1e12) == .min)
    #expect(UInt8(saturating: -1) == 0 && UInt8(saturating: 256) == 255)
    #expect(Int64(saturating: .infinity) == .max && Int64(saturating: .nan) == 0)
    #expect(Int64(saturating: 0x1p63) == .max && Int64(saturating: -0x1p63) == .min)
  }

  @Test func aTimeBeyondTheClockIsItsEnd() {
    let start = Timestamp(nanoseconds: 1)
    #expect(start.advanced(bySeconds: 1.5).nanoseconds == 1_500_000_001)
    #expect(start.advanced(bySeconds: 1e300).nanoseconds == .max)
    #expect(start.advanced(bySeconds: -1e300).nanoseconds == .min + 1)
    #expect(Timestamp(nanoseconds: .max).advanced(bySeconds: 1).nanoseconds == .max)
  }

  @Test func aSpanBeyondTheClockIsStillASpan() {
    let all = Timestamp(nanoseconds: .max).seconds(since: Timestamp(nanoseconds: .min))
    #expect(abs(all - 0x1p64 * 1e-9) < 1)
  }
}

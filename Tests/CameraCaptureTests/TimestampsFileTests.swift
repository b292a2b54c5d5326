import CameraCapture
import SessionCore
import Testing

@Suite struct TimestampsFileTests {
  @Test func secondsWithNamesAreRead() throws {
    let file = try TimestampsFile(
      text:
        "# color\n\n1305031102.175304 rgb/1.png # first\n1305031102.211214\trgb/2.png\r\n",
      path: "rgb.txt")
    #expect(file.lines.map(\.name) == ["rgb/1.png", "rgb/2.png"])
    #expect(file.lines[0].seconds == 0 && abs(file.lines[1].seconds - 0.03591) < 1e-6)
    #expect(file.lines.map(\.number) == [3, 4])
  }

  @Test func wholeNanosecondsAreKnownByTheirLength() throws {
    let file = try TimestampsFile(
      text: "#timestamp [ns],filename\n1403715273262142976,a.png\n1403715273312143104,b.png\n",
      path: "data.csv")
    #expect(file.lines.map(\.name) == ["a.png", "b.png"])
    #expect(abs(file.lines[1].seconds - 0.050000128) < 1e-12)
  }

  @Test func wholeSecondsStaySeconds() throws {
    let file = try TimestampsFile(text: "1000\n1001\n", path: "t")
    #expect(file.lines.map(\.seconds) == [0, 1])
  }

  @Test(arguments: [
    ("1.0 a.png\nsoon b.png", "t:2: `soon` is not a time; write seconds, then the picture's name"),
    ("1.0\n1.0", "t:2: the time 1.0 is not after the one before; sort the lines"),
    ("1403715273262142976\n2.5", "t:2: seconds and nanoseconds are mixed; use one of them"),
    ("1 a.png\n2", "t:2: some lines have a picture's name and some have none"),
    ("1.0\n1.0000000001", "t:2: the time 1.0000000001 is not after the one before; sort the lines"),
    ("1\n1e9", "t:2: the time 1e9 is years after the first one; write seconds"),
    ("nan", "t:1: `nan` is not a time; write seconds, then the picture's name"),
  ])
  func whatIsWrongIsSaidWithItsLine(text: String, message: String) {
    #expect(throws: SessionError(.fileIOFailed, message)) {
      try TimestampsFile(text: text, path: "t")
    }
  }
}

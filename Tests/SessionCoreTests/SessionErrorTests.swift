import SessionCore
import Testing

@Suite struct SessionErrorTests {
  /// ARKit's names and numbers.
  static let table: [(name: String, number: Int)] = [
    ("unsupportedConfiguration", 100), ("sensorUnavailable", 101), ("sensorFailed", 102),
    ("cameraUnauthorized", 103), ("microphoneUnauthorized", 104), ("worldTrackingFailed", 200),
    ("invalidReferenceImage", 300), ("invalidReferenceObject", 301), ("invalidWorldMap", 302),
    ("invalidConfiguration", 303), ("insufficientFeatures", 400), ("fileIOFailed", 500),
  ]

  @Test func theCodesHaveARKitsNamesAndNumbers() {
    #expect(SessionError.Code.allCases.map { "\($0)" } == Self.table.map(\.name))
    #expect(SessionError.Code.allCases.map(\.rawValue) == Self.table.map(\.number))
  }

  @Test func anErrorReadsAsItsMessage() {
    let error = SessionError(.sensorUnavailable, "no camera; plug one in")
    #expect("\(error)" == "no camera; plug one in")
    #expect(error == SessionError(.sensorUnavailable, "no camera; plug one in"))
    #expect(error != SessionError(.sensorFailed, "no camera; plug one in"))
  }
}

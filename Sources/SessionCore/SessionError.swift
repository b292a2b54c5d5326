/// Why a session could not start or had to stop.
///
/// The session is paused after it.
///
/// The message says what, where and what to try.
public struct SessionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure; raw values are ARKit's.
  public enum Code: Int, Sendable, CaseIterable {
    /// This machine cannot run the configuration.
    case unsupportedConfiguration = 100
    /// A camera is not there or cannot be opened.
    case sensorUnavailable = 101
    /// A camera stopped working.
    case sensorFailed = 102
    /// No permission for a camera.
    case cameraUnauthorized = 103
    /// No permission for a microphone.
    case microphoneUnauthorized = 104
    /// World tracking broke down.
    case worldTrackingFailed = 200
    /// A reference image cannot be used.
    case invalidReferenceImage = 300
    /// A reference object cannot be used.
    case invalidReferenceObject = 301
    /// A world map cannot be read.
    case invalidWorldMap = 302
    /// The configuration contradicts itself or the input.
    case invalidConfiguration = 303
    /// Too little to see.
    case insufficientFeatures = 400
    /// A file could not be read or written.
    case fileIOFailed = 500
  }

  /// The kind of failure.
  public var code: Code
  /// What, where, and what to try.
  public var message: String
  /// Whether the system ran out of threads or memory, which is no sensor's fault.
  public var isShortOfResources: Bool

  /// Creates an error.
  public init(_ code: Code, _ message: String, isShortOfResources: Bool = false) {
    self.code = code
    self.message = message
    self.isShortOfResources = isShortOfResources
  }

  /// The message.
  public var description: String { message }
}

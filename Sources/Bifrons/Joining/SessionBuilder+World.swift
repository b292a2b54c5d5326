import SessionCore

extension SessionBuilder {
  func makeWorldTracker(
    _ configuration: SessionConfiguration
  ) throws(SessionError) -> any WorldTracker {
    throw SessionError(.unsupportedConfiguration, "world tracking is not available yet")
  }
}

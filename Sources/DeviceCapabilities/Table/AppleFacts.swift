/// What decides whether an Apple device can track faces, and the published list's word on it.
///
/// The rule (ARKit's release notes and API documentation): face tracking needs a TrueDepth camera or
/// an A12 and later; both cameras at once need an A12 and later and iOS 13.
package struct AppleFacts: Sendable, Equatable {
  /// The processor's name: `A11`, `A12X`.
  package var processor: String
  /// The number in it: 11.
  package var generation: Int
  /// True when the front camera measures depth by structured light.
  package var hasTrueDepthCamera: Bool
  /// True when the reference list of devices with face tracking names it.
  package var isListed: Bool
  /// True when the row says that the list contradicts the rule.
  package var isMarkedAsContradiction: Bool

  /// The first processor that runs face tracking without a TrueDepth camera, and both cameras.
  private static let neededGeneration = 12

  /// What the rule says about face tracking.
  package var allowsFaceTracking: Bool {
    hasTrueDepthCamera || generation >= Self.neededGeneration
  }
  /// What the rule says about both cameras at once.
  package var allowsBothCameras: Bool { generation >= Self.neededGeneration }
  /// True when the list's word on face tracking is not the rule's.
  package var contradictsRule: Bool { isListed != allowsFaceTracking }

  /// Why the rule allows face tracking or does not.
  package var faceTrackingReason: String {
    switch (hasTrueDepthCamera, generation >= Self.neededGeneration) {
    case (true, true): "it has a TrueDepth camera and an \(processor)"
    case (true, false): "it has a TrueDepth camera"
    case (false, true): "it has an \(processor); without a TrueDepth camera the rule asks for A12"
    case (false, false):
      "it has no TrueDepth camera, and its processor is an \(processor); the rule asks for a "
        + "TrueDepth camera or an A12"
    }
  }

  /// Why the rule allows both cameras at once or does not.
  package var bothCamerasReason: String {
    allowsBothCameras
      ? "it has an \(processor); the rule asks for an A12 and iOS 13"
      : "it has an \(processor); the rule asks for an A12 and iOS 13"
  }
}

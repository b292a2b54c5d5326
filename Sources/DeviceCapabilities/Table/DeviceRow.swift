import YAMLDocuments

/// One row of the device table: what is known about one device.
package struct DeviceRow: Sendable, Equatable {
  /// What kind of thing the device is.
  package enum Kind: String, Sendable, CaseIterable {
    case phone, tablet, laptop, board, webcam
    case depthCamera = "depth-camera"
    case virtualCamera = "virtual-camera"
    /// A node of a processor or board that is no camera a session can use by itself.
    case cameraBridge = "camera-bridge"
    /// The row for webcams that no other row knows.
    case unknownWebcam = "unknown-webcam"
  }
  /// A sensor or part that is no camera.
  package enum Sensor: String, Sendable, CaseIterable {
    case microphone, accelerometer, gyroscope
    case lightSensor = "light-sensor"
    case structuredLight = "structured-light"
    case lidar
  }
  /// A video node of the device that gives no pictures that a session can use.
  package enum OtherNode: String, Sendable, CaseIterable {
    case metadata, codec, statistics, parameters
    case imageProcessor = "image-processor"
    case compressedVideo = "compressed-video"
    case rawSensor = "raw-sensor"

    /// Why a session passes it over.
    package var reason: String {
      switch self {
      case .metadata: "it gives data about pictures, not pictures"
      case .codec: "it codes and decodes films; it is no camera"
      case .statistics: "it gives exposure statistics, not pictures"
      case .parameters: "it takes parameters and gives no pictures"
      case .imageProcessor: "it works on pictures that it is given; it is no camera"
      case .compressedVideo: "it gives a film stream (H.264 or H.265), not single pictures"
      case .rawSensor: "it gives the sensor's raw data, which needs libcamera"
      }
    }
  }
  /// Something to know when using the device.
  package struct Quirk: Sendable, Equatable {
    /// What happens.
    package var what: String
    /// What to do about it; nil when nothing helps.
    package var remedy: String?
  }

  /// The name that people use.
  package var name: String
  /// Other names of it.
  package var aliases: [String]
  /// What kind of thing it is.
  package var kind: Kind
  /// How it is recognised; any one suffices.
  package var matches: [MatchCondition]
  /// Its cameras.
  package var cameras: [DeviceCamera]
  /// Its video nodes that are no cameras.
  package var otherNodes: [OtherNode]
  /// Its other sensors.
  package var sensors: [Sensor]
  /// What it supports, as far as the device decides it.
  package var supports: [Support]
  /// What to know when using it.
  package var quirks: [Quirk]
  /// What decides about an Apple device; nil for all others.
  package var apple: AppleFacts?
  /// Where the facts come from.
  package var sources: [String]
  /// Where the row begins.
  package var place: SourcePlace

  /// One answer of the row.
  package struct Support: Sendable, Equatable {
    package var capability: Capability
    package var answer: CapabilityAnswer
    /// Why; always there for a no and a limited.
    package var reason: String?
    /// The most faces at once, where the row says.
    package var faces: Int?
    package var place: SourcePlace
  }

  /// The row's answer about a capability.
  package func support(_ capability: Capability) -> Support? {
    supports.first { $0.capability == capability }
  }

  /// The ways to make a raw sensor's pictures usable.
  package var relays: [String] {
    quirks.compactMap(\.remedy).filter { $0.contains("v4l2loopback") }
  }

  /// The colour cameras.
  package var colorCameras: [DeviceCamera] { cameras.filter { $0.stream == .color } }
}

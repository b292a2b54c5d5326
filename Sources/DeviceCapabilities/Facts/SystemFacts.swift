/// What the kernel and the machine's maker say: read from `/proc`, `/sys` and `/dev`.
package struct SystemFacts: Sendable, Equatable {
  /// Which machine it is; nil when it does not say.
  package var machine: MachineIdentity?
  /// The kernel's release, such as `6.1.0-18-amd64`; nil when not asked.
  package var kernel: String?
  /// The video nodes that are there but may not be opened by this user.
  package var forbiddenVideoNodes: [String]
  /// The group that owns those nodes; nil when there are none or it is not known.
  package var videoGroup: String?
  /// The motion sensors that the kernel shows under `/sys/bus/iio/devices`.
  package var motionSensors: [MotionSensor]
  /// Devices that record sound, by name; nil when not asked.
  package var microphones: [String]?

  /// Creates facts; what is left out was not asked.
  package init(
    machine: MachineIdentity? = nil, kernel: String? = nil, forbiddenVideoNodes: [String] = [],
    videoGroup: String? = nil, motionSensors: [MotionSensor] = [], microphones: [String]? = nil
  ) {
    self.machine = machine
    self.kernel = kernel
    self.forbiddenVideoNodes = forbiddenVideoNodes
    self.videoGroup = videoGroup
    self.motionSensors = motionSensors
    self.microphones = microphones
  }
}

/// A motion sensor of the kernel's industrial-I/O subsystem.
package struct MotionSensor: Sendable, Equatable, Codable {
  /// What it measures.
  package enum Kind: String, Sendable, CaseIterable, Codable {
    case accelerometer, gyroscope
  }
  /// What it measures.
  package var kind: Kind
  /// The name that its driver gives.
  package var name: String

  /// Creates a sensor.
  package init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }
}

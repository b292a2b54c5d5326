import SessionCore

/// What a machine has, as far as it matters to a session; found elsewhere and handed in.
package struct MachineFacts: Sendable, Equatable {
  /// A video device.
  package struct Camera: Sendable, Equatable {
    /// The name that it gives itself.
    package var name: String
    /// The path by which a session file should name it.
    package var path: String
    /// Why it cannot be used; nil when it can.
    package var refusal: String?
    /// The USB numbers; nil off USB or when not asked.
    package var usb: USBIdentifier?
    /// The kernel's driver; nil when not asked.
    package var driver: String?
    /// The four letters of its pixel formats; empty when not asked.
    package var pixelFormats: [String]
    /// What it says that it can deliver; empty when not asked.
    package var formats: [SupportedVideoFormat]
    /// The role that `device: auto` gives it; nil when none or not asked.
    package var role: CameraRole?
    /// Whether the session file gives its lens.
    package var hasGivenLens = false

    /// Creates a camera.
    package init(
      name: String, path: String, refusal: String? = nil, usb: USBIdentifier? = nil,
      driver: String? = nil, pixelFormats: [String] = [], formats: [SupportedVideoFormat] = [],
      role: CameraRole? = nil
    ) {
      self.name = name
      self.path = path
      self.refusal = refusal
      self.usb = usb
      self.driver = driver
      self.pixelFormats = pixelFormats
      self.formats = formats
      self.role = role
    }

    /// What the table is asked.
    package var identity: CameraIdentity {
      CameraIdentity(usb: usb, card: name, driver: driver)
    }
    /// True when it gives 16-bit depth (V4L2's Z16).
    package var isDepth: Bool {
      (pixelFormats + formats.map(\.pixelFormat)).contains { $0.hasPrefix("Z16") }
    }
  }

  /// Whether a part is there.
  package enum Part: Sendable, Equatable {
    /// It is; the text says which.
    case present(String)
    /// It is not; the text says why, and what to try.
    case missing(String)
    /// Nobody looked.
    case notAsked
  }

  /// The video devices, those that cannot be used too.
  package var cameras: [Camera]
  /// The face models and their runtime.
  package var faceModels: Part
  /// OpenGL off screen.
  package var graphics: Part
  /// A display for a window.
  package var display: Part
  /// The processor's name; nil when the machine does not say.
  package var processorName: String?
  /// The processors that this program may use.
  package var processorCount: Int
  /// The memory in bytes.
  package var memoryBytes: UInt64
  /// What kernel, maker and sensors say; empty when not asked.
  package var system: SystemFacts
  /// What the processor measured; nil when not asked.
  package var speed: ProcessorSpeed?
  /// What this version of the program makes of sensors.
  package var abilities: ProgramAbilities

  /// Creates facts.
  package init(
    cameras: [Camera], faceModels: Part, graphics: Part, display: Part, processorName: String?,
    processorCount: Int, memoryBytes: UInt64, system: SystemFacts = SystemFacts(),
    speed: ProcessorSpeed? = nil, abilities: ProgramAbilities = ProgramAbilities()
  ) {
    self.cameras = cameras
    self.faceModels = faceModels
    self.graphics = graphics
    self.display = display
    self.processorName = processorName
    self.processorCount = processorCount
    self.memoryBytes = memoryBytes
    self.system = system
    self.speed = speed
    self.abilities = abilities
  }

  /// The cameras that can be used.
  package var usableCameras: [Camera] { cameras.filter { $0.refusal == nil } }
}

/// What this version of the program makes of a machine's parts.
///
/// The umbrella fills it from the table of keys, so that an answer never promises what a session
/// file cannot ask for.
package struct ProgramAbilities: Sendable, Equatable {
  /// Depth cameras are read.
  package var readsDepth: Bool
  /// Accelerometer and gyroscope are used.
  package var usesMotionSensors: Bool
  /// Sound is delivered.
  package var deliversAudio: Bool
  /// Vertical planes are found, not only horizontal ones.
  package var findsVerticalPlanes: Bool

  /// Creates abilities; a program can do none of it unless said.
  package init(
    readsDepth: Bool = false, usesMotionSensors: Bool = false, deliversAudio: Bool = false,
    findsVerticalPlanes: Bool = false
  ) {
    self.readsDepth = readsDepth
    self.usesMotionSensors = usesMotionSensors
    self.deliversAudio = deliversAudio
    self.findsVerticalPlanes = findsVerticalPlanes
  }
}

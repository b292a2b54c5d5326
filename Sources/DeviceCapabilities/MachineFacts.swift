/// What a machine has, as far as it matters to a session; found elsewhere and handed in.
package struct MachineFacts: Sendable, Equatable {
  /// A video device.
  package struct Camera: Sendable, Equatable, Codable {
    /// The name that it gives itself.
    package var name: String
    /// The path by which a session file should name it.
    package var path: String
    /// Why it cannot be used; nil when it can.
    package var refusal: String?

    /// Creates a camera.
    package init(name: String, path: String, refusal: String? = nil) {
      self.name = name
      self.path = path
      self.refusal = refusal
    }
  }

  /// Whether a part is there.
  package enum Part: Sendable, Equatable {
    /// It is; the text says which.
    case present(String)
    /// It is not; the text says why, and what to try.
    case missing(String)
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

  /// Creates facts.
  package init(
    cameras: [Camera], faceModels: Part, graphics: Part, display: Part, processorName: String?,
    processorCount: Int, memoryBytes: UInt64
  ) {
    self.cameras = cameras
    self.faceModels = faceModels
    self.graphics = graphics
    self.display = display
    self.processorName = processorName
    self.processorCount = processorCount
    self.memoryBytes = memoryBytes
  }

  /// The cameras that can be used.
  package var usableCameras: [Camera] { cameras.filter { $0.refusal == nil } }
}

import SessionCore
import SpatialMath
import YAMLDocuments

/// A session file, read and validated: all that is needed to build the session.
package struct SessionFile: Sendable, Equatable {
  /// What to do when one of two cameras is missing.
  package enum Fallback: String, Sendable {
    /// Fail.
    case none
    /// Run what the other camera can.
    case singleCamera = "single-camera"
  }

  /// The file's path as given.
  package var path: String
  /// What the session does.
  package var configuration: SessionConfiguration
  /// What to do when a camera is missing.
  package var fallback: Fallback
  /// The seed of everything random.
  package var seed: UInt64
  /// The file that remembers which camera had which role; without one, nothing is remembered.
  package var cameraMemory: String?
  /// The file of a saved map to begin in.
  package var initialWorldMap: String?
  /// The cameras by role, those that the configuration does not use left out.
  package var cameras: [CameraRole: CameraSettings]
  /// Pictures to look for; they are read when the session is built.
  package var detectionImages: [DetectionImageSettings]
  /// Whose profile the first face is read with, and where that was written.
  package var user: NamedUser?
  /// The face tracker's settings.
  package var face: FaceSettings
  /// The screen before the user; nil when gaze is not to be told on one.
  package var screen: ScreenSettings?
  /// The pose of the front camera in the rear camera's axes.
  package var rearFromFront: Pose
  /// The world tracker's settings.
  package var world: WorldSettings
  /// What stands in the scene.
  package var scene: [SceneEntry]
  /// What happens there.
  package var behaviours: [BehaviourEntry]
  /// The pictures and films of a window.
  package var recording: RecordingSettings
  /// What a person should know although nothing is wrong.
  package var notices: [String]
}

/// One camera of a session file.
package struct CameraSettings: Sendable, Equatable {
  /// What stands behind the camera.
  package enum Source: String, Sendable {
    case v4l2, video, images, simulated
  }

  /// A place that a simulated person looks at.
  package struct Look: Sendable, Equatable {
    /// To the user's right of the camera and above it, metres.
    package var place: Vector2
    /// For how long.
    package var seconds: Double
  }
  /// What a simulated person does for a while.
  package struct Act: Sendable, Equatable {
    /// The words for what can be done.
    package static let words = [
      "rest", "away", "smile", "surprise", "gape", "wink-left", "wink-right", "tongue", "sneer",
      "pucker", "frown", "aside", "talk", "puff", "stretch", "oh",
    ]
    /// One of the words.
    package var word: String
    /// For how long.
    package var seconds: Double
    /// How much of it, 0…1.
    package var strength: Double
  }
  /// A recorded performance of a simulated person.
  package struct Performance: Sendable, Equatable {
    /// A CSV file with a column a coefficient.
    package var path: String
    /// Rows a second.
    package var rate: Double
  }

  /// What a simulated rear camera is put through.
  package enum Motion: String, Sendable, CaseIterable {
    case scan, walk
    case rotationStart = "rotation-start"
    case fastTurn = "fast-turn"
    case blankStretch = "blank-stretch"
    case exposureStep = "exposure-step"
    case circle, scattered, passers, hardships
    case figureEight = "figure-eight"
  }

  /// What else is on a simulated rear camera's table.
  package enum Prop: String, Sendable, CaseIterable {
    case picture, postcard, tag, sheet, card
  }

  /// Which of a camera's pixel formats to take.
  package enum PixelFormatChoice: String, Sendable {
    case automatic, mjpeg, yuyv, uyvy, nv12, yu12, grey
  }

  /// Where the camera was written.
  package var place: SourcePlace
  /// What stands behind it.
  package var source: Source
  /// A V4L2 device: `auto`, or a path.
  package var device: String
  /// Which of a V4L2 device's pixel formats to take.
  package var pixelFormat: PixelFormatChoice
  /// What to do with when the bus has no bandwidth for a V4L2 device.
  package var minimumSize: PictureSize
  /// What to do with when the bus has no bandwidth for a V4L2 device, pictures a second.
  package var minimumRate: Double
  /// What a V4L2 device's YUV numbers reach from and to.
  package var colorRange: ColorRangeChoice
  /// A V4L2 device's own settings.
  package var controls: CameraControls
  /// How pictures are turned and flipped.
  package var orientation: PictureOrientation
  /// The video file or folder, as seen from the working folder.
  package var path: String?
  /// Metres of one unit of a depth camera's pictures.
  package var depthUnit: Double
  /// The picture size asked for.
  package var size: PictureSize
  /// Pictures a second asked for.
  package var rate: Double
  /// A file of times for a folder of pictures.
  package var timestamps: String?
  /// What the simulated person acts; nil for generated expressions.
  package var performance: Performance?
  /// Where a simulated person looks.
  package var looks: [Look] = []
  /// What a simulated person does, instead of what it does by itself.
  package var acts: [Act] = []
  /// What the simulated rear camera is put through.
  package var motion: Motion
  /// What else is on the simulated rear camera's table.
  package var props: Set<Prop>
  /// The lens.
  package var intrinsics: IntrinsicsSpecification
  /// The file that describes the lens; nil when the session file does.
  package var intrinsicsFile: String?
}

/// A picture to look for.
package struct DetectionImageSettings: Sendable, Equatable {
  /// Where it was written.
  package var place: SourcePlace
  /// The file, as seen from the working folder.
  package var path: String
  /// How wide the print is, metres.
  package var width: Double
  /// What its anchor is called.
  package var name: String
}

/// The face tracker's part of a session file.
package struct FaceSettings: Sendable, Equatable {
  /// True when the network's own scores are wanted, untouched.
  package var usesNetworkCoefficients: Bool
  /// The filter over the landmarks.
  package var smoothing: OneEuroParameters
}

/// The world tracker's part of a session file.
package struct WorldSettings: Sendable, Equatable {
  /// Where the world's size comes from.
  package enum Scale: Sendable, Equatable {
    /// Nothing is said.
    case arbitrary
    /// The camera's height over the dominant plane at the start, metres.
    case cameraHeight(Double)
    /// An AprilTag: the width of its black square, metres, and its number; nil for any.
    case tag(width: Double, number: Int?)
    /// A sheet of paper or a card.
    case sheet(Sheet)
    /// The median distance of what is seen at the start, metres.
    case initialDepth(Double)
    /// The sensors that are fixed to the camera.
    case inertial
  }

  /// Sheets of known size.
  package enum Sheet: String, Sendable {
    case a4, letter
    case card = "id-1"
  }

  /// How a camera is held, radians.
  package struct Attitude: Sendable, Equatable {
    /// Looking up is positive.
    package var pitch: Double
    /// The right side up is positive.
    package var roll: Double
  }

  /// Where the world's size comes from.
  package var scale: Scale
  /// An accelerometer that is fixed to the rear camera.
  package struct Accelerometer: Sendable, Equatable {
    /// `auto`, or a sensor's name.
    package var device: String
    /// How far the camera is turned clockwise against the screen, quarter turns.
    package var quarterTurns: Int
    /// Where sensors are looked for; nil for the kernel's folder.
    package var folder: String?
  }

  /// How the camera is held at the start; nil when nothing is said.
  package var attitude: Attitude?
  /// Where to save a map when the session ends; nil saves none.
  package var saveMap: String?
  /// What tells gravity; nil for none.
  package var accelerometer: Accelerometer?
}

/// What a video node is, by what it says: the one place where cameras are told from other nodes,
/// live or in a dump.
package struct VideoNodeClass: Sendable, Equatable {
  /// The kinds of nodes.
  package enum Kind: String, Sendable, CaseIterable, Codable {
    case colorCamera = "color-camera"
    case infraredCamera = "infrared-camera"
    case depthCamera = "depth-camera"
    case metadata
    case codec
    case imageProcessor = "image-processor"
    case bareSensor = "bare-sensor"
    case idleLoopback = "idle-loopback"
    case output
    /// It captures, but nothing that is read.
    case unreadable
    /// It is there, but it could not be asked.
    case unknown
  }

  /// What it is.
  package var kind: Kind
  /// Why it is no camera to take by itself; nil for a colour camera.
  package var obstacle: String?

  /// Creates a class.
  package init(_ kind: Kind, _ obstacle: String?) {
    self.kind = kind
    self.obstacle = obstacle
  }

  /// A colour camera.
  static let camera = VideoNodeClass(.colorCamera, nil)
  /// A camera for the dark.
  static let infrared = VideoNodeClass(
    .infraredCamera, "an infrared camera: grey pictures only")

  /// What a node with these abilities is, whatever its formats are; nil for what may be a camera.
  static func byAbilities(_ capability: VideoCapability) -> VideoNodeClass? {
    if capability.isMetadata {
      return VideoNodeClass(.metadata, "a camera's metadata, not its picture")
    }
    let isLoopback = capability.driver.contains("loopback")
    let captures = capability.isCapture || capability.isMultiplanarCapture
    // Drivers from before the memory-to-memory flags say that they capture and put out; a loopback
    // says all of it.
    if !isLoopback, capability.isMemoryToMemory || captures && capability.isOutput {
      return VideoNodeClass(.codec, "a codec, not a camera")
    }
    if !captures {
      if isLoopback {
        return VideoNodeClass(
          .idleLoopback, "a loopback without a producer: start the program that feeds it")
      }
      return capability.isOutput
        ? VideoNodeClass(.output, "an output, not a camera")
        : VideoNodeClass(.unreadable, "captures no pictures")
    }
    if let part = PlatformDrivers.part(capability.driver) { return part }
    return capability.isStreaming ? nil : VideoNodeClass(.unreadable, "cannot stream")
  }

  /// What a capture node with these formats is.
  static func byFormats(
    _ formats: [FourCharacterCode], of capability: VideoCapability
  ) -> VideoNodeClass {
    let readable = formats.filter {
      VideoNegotiation.reads($0, of: capability) && $0.layout?.isDepth == false
    }
    if readable.contains(where: { $0.layout?.isGrey == false }) { return camera }
    let names = formats.map(\.description)
    if formats.isEmpty { return VideoNodeClass(.unreadable, "offers no picture format") }
    // Grey of 8 to 16 bits, also of two sensors in one picture; Z16 is depth.
    let greys = ["GREY", "Y8", "Y10", "Y12", "Y14", "Y16", "Y8I", "Y12I", "Y10B", "Y10P"]
    if names.allSatisfy(greys.contains) { return infrared }
    if names.allSatisfy({ ["Z16", "INZI", "CNF4"].contains($0) }) {
      return VideoNodeClass(.depthCamera, "a depth camera (cameras.depth): no colour pictures")
    }
    // Bayer patterns: BA81, GBRG, GRBG, RGGB and their packed forms BG10, pBAA …
    let bayer = ["BA81", "BG", "GB", "GR", "RG", "pB", "pG", "pg", "pR", "ip3"]
    if names.allSatisfy({ name in bayer.contains { name.hasPrefix($0) } }) { return bareSensor }
    return readable.isEmpty
      ? VideoNodeClass(
        .unreadable, "none of its formats is read (\(names.joined(separator: ", ")))") : infrared
  }

  /// A sensor whose pictures somebody else has to make.
  static let bareSensor = VideoNodeClass(
    .bareSensor,
    "a bare sensor (raw Bayer): it needs libcamera or PipeWire; relay it through v4l2loopback")

  /// Why a camera is not taken without being named, by what is known from elsewhere: the device
  /// table, and its name; nil when it may be.
  package static func refusal(name: String, hint: CameraHint?) -> String? {
    if let hint, hint.isInfrared { return "an infrared camera, by \(hint.source)" }
    return CameraNameWords(name).saysInfrared ? "an infrared camera, by its name" : nil
  }
}

/// Drivers of the parts that a board puts between a sensor and its pictures.
///
/// Their nodes list every format that the hardware can write, whatever the sensor behind them gives,
/// and deliver nothing until a program such as libcamera has set the parts up.
enum PlatformDrivers {
  /// Receivers of a sensor's raw data (MIPI CSI-2): Raspberry Pi, Intel, Rockchip, NXP, Allwinner,
  /// Qualcomm, Nvidia.
  private static let receivers = [
    "unicam", "rp1-cfe", "ipu3-cio2", "ipu6", "intel-ipu", "isys", "rkcif", "imx7-csi", "imx-media",
    "mxc-isi", "sun4i-csi", "sun6i-csi", "qcom-camss", "tegra-video", "atmel-isc",
  ]
  /// Image processors whose names do not end in `isp`.
  private static let processors = [
    "rkisp", "ipu3-imgu", "pispbe", "omap3isp", "mtk-cam", "atomisp",
  ]

  /// What a driver's node is; nil for drivers of whole cameras.
  static func part(_ driver: String) -> VideoNodeClass? {
    let driver = driver.lowercased()
    if driver.hasSuffix("-isp") || processors.contains(where: driver.hasPrefix) {
      return VideoNodeClass(.imageProcessor, "an image processor, not a camera")
    }
    return receivers.contains(where: driver.hasPrefix) ? .bareSensor : nil
  }
}

/// The words of a camera's name that say where it looks and what it sees.
struct CameraNameWords {
  private let words: Set<String>

  /// `Integrated_Webcam_HD: Integrated W` has the words `integrated`, `webcam`, `hd` and `w`.
  init(_ name: String) {
    let joined = name.lowercased().joining("user-facing").joining("built-in")
    words = Set(joined.split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// It watches the user.
  var saysFront: Bool {
    !words.isDisjoint(with: [
      "front", "integrated", "internal", "facetime", "userfacing", "builtin",
    ])
  }
  /// It watches the world.
  var saysRear: Bool { !words.isDisjoint(with: ["rear", "back", "world"]) }
  /// It sees infrared light.
  var saysInfrared: Bool { !words.isDisjoint(with: ["ir", "infrared"]) }
}

extension String {
  /// The text with a hyphenated word in one.
  fileprivate func joining(_ word: String) -> String {
    split(separator: word, omittingEmptySubsequences: false)
      .joined(separator: word.filter { $0 != "-" })
  }
}

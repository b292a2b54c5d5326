// swift-tools-version: 6.2
// Layers, lowest first; a target imports lower layers only, and Tools/check enforces it.
import PackageDescription

/// A wrapped system library, found by its pkg-config file.
func system(_ name: String, _ pkgConfig: String?, _ packages: String...) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(packages)])
}

/// A shim over some of OpenCV's libraries.
///
/// Linking opencv4.pc would load 62 libraries (1.2 s), so the headers come through the symbolic
/// link `opencv4` and only these libraries are linked.
func openCV(_ name: String, _ libraries: String...) -> Target {
  .target(
    name: name, exclude: ["opencv4"],
    cxxSettings: [.headerSearchPath("opencv4"), .headerSearchPath("../OpenCVGuard")],
    linkerSettings: libraries.map { .linkedLibrary("opencv_\($0)") })
}

let package = Package(
  name: "Bifrons",
  products: [
    .library(name: "Bifrons", targets: ["Bifrons"]),
    .library(name: "ARKitCompatibility", targets: ["ARKitCompatibility"]),
    .executable(name: "bifrons", targets: ["BifronsCommand"]),
  ],
  targets: [
    // 0: C headers and shims, each imported by one Swift target; mathematics.
    system("CSystem", nil),
    system("CLiteRT", nil),
    system("CVideo4Linux", "libv4lconvert", "libc6-dev", "libv4l-dev"),
    system("CTurboJPEG", "libturbojpeg", "libturbojpeg0-dev"),
    system("CYUV", nil, "libyuv-dev"),
    system("CFFmpeg", "libavformat", "libavformat-dev", "libavcodec-dev", "libswscale-dev"),
    system("CYAML", "yaml-0.1", "libyaml-dev"),
    system("CGL", "opengl", "libopengl-dev", "libgl-dev"),
    system("CEGL", "egl", "libegl-dev"),
    system("CGLFW", "glfw3", "libglfw3-dev"),
    system("CImGuiLibrary", "imgui", "libimgui-dev"),
    .target(name: "CImGui", dependencies: ["CImGuiLibrary"]),
    openCV("COpenCVImaging", "core", "imgproc"),
    .target(name: "CFaceMesh", exclude: ["expressions.bin"]),
    .target(name: "CCoefficientNetworks", exclude: ["joint.bin", "gaze.bin", "occlusion.bin"]),
    openCV("COpenCVCalibration", "core", "imgproc", "calib3d"),
    system("CFreeType", "freetype2", "libfreetype-dev"),
    system("CAprilTag", "apriltag", "libapriltag-dev"),
    openCV("COpenCVTracking", "core", "imgproc", "video", "calib3d", "features2d"),
    .target(name: "SpatialMath"),

    // 1: values and seams; the machine; pictures and media files.
    .target(name: "SystemSupport", dependencies: ["CSystem", "SpatialMath"]),
    .target(name: "SessionCore", dependencies: ["SpatialMath"]),
    .target(
      name: "ImageProcessing",
      dependencies: [
        "SessionCore", "SpatialMath", "CAprilTag", "COpenCVImaging", "CTurboJPEG", "CYUV",
      ]),
    .target(name: "SoftwareRendering", dependencies: ["SpatialMath"]),
    .target(name: "MediaFiles", dependencies: ["SessionCore", "SpatialMath", "CFFmpeg"]),
    .target(name: "FaceMesh", dependencies: ["SessionCore", "SpatialMath", "CFaceMesh"]),
    .target(name: "YAMLDocuments", dependencies: ["SessionCore", "CYAML"]),
    .target(name: "ModelFiles", dependencies: ["SessionCore", "SpatialMath"]),
    .target(name: "TextRendering", dependencies: ["CFreeType"]),

    // 2: the scene.
    .target(name: "SceneGraph", dependencies: ["SessionCore", "SpatialMath"]),

    // 3: the parts.
    .target(
      name: "CameraCapture",
      dependencies: [
        "SessionCore", "SpatialMath", "SystemSupport", "ImageProcessing", "MediaFiles",
        "CVideo4Linux",
      ]),
    .target(
      name: "SimulatedCameras",
      dependencies: [
        "SessionCore", "SpatialMath", "SystemSupport", "ImageProcessing", "MediaFiles",
        "SoftwareRendering", "FaceMesh",
      ]),
    .target(
      name: "FaceTracking",
      dependencies: [
        "SessionCore", "SpatialMath", "SystemSupport", "ImageProcessing", "FaceMesh", "CLiteRT",
        "CCoefficientNetworks",
      ]),
    .target(
      name: "WorldTracking",
      dependencies: [
        "SessionCore", "SpatialMath", "SystemSupport", "ImageProcessing", "COpenCVTracking",
      ]),
    .target(
      name: "Calibration",
      dependencies: ["SessionCore", "SpatialMath", "ImageProcessing", "COpenCVCalibration"]),
    .target(name: "SessionRuntime", dependencies: ["SessionCore", "SpatialMath", "SystemSupport"]),
    .target(
      name: "SceneRendering",
      dependencies: ["SceneGraph", "SessionCore", "SpatialMath", "CGL", "CEGL"]),
    .target(
      name: "ConfigurationFiles", dependencies: ["SessionCore", "SpatialMath", "YAMLDocuments"]),
    .target(
      name: "DeviceCapabilities",
      dependencies: ["SessionCore", "SpatialMath", "SystemSupport", "YAMLDocuments"]),
    .target(
      name: "ResultStreaming", dependencies: ["SessionCore", "SpatialMath"]),
    .target(
      name: "Evaluation", dependencies: ["SessionCore", "SpatialMath", "YAMLDocuments"]),
    .target(
      name: "SessionTesting", dependencies: ["SessionCore", "SpatialMath", "SystemSupport"]),

    // 4: where concrete parts are joined.
    .target(
      name: "Bifrons",
      dependencies: [
        "SpatialMath", "SystemSupport", "SessionCore", "ImageProcessing", "MediaFiles",
        "SceneGraph", "CameraCapture", "SimulatedCameras", "FaceMesh", "FaceTracking",
        "WorldTracking", "SessionRuntime", "SceneRendering", "ConfigurationFiles",
        "DeviceCapabilities", "ModelFiles", "ResultStreaming", "Evaluation", "Calibration",
        "TextRendering", "YAMLDocuments",
      ]),
    .target(
      name: "DesktopViewer",
      dependencies: [
        "Bifrons", "SceneGraph", "SceneRendering", "SessionCore", "SessionRuntime", "SpatialMath",
        "SystemSupport", "CGLFW", "CImGui",
      ]),
    .target(
      name: "ARKitCompatibility",
      dependencies: [
        "Bifrons", "FaceMesh", "MediaFiles", "ModelFiles", "SceneGraph", "SceneRendering",
        "SessionCore", "SessionRuntime", "SpatialMath", "SystemSupport", "TextRendering",
      ], exclude: ["README.md"]),

    // 5: the program.
    .executableTarget(
      name: "BifronsCommand",
      dependencies: [
        "Bifrons", "Calibration", "ConfigurationFiles", "DesktopViewer", "DeviceCapabilities",
        "Evaluation", "ModelFiles", "SceneRendering",
        "SessionCore",
        "SessionRuntime", "SpatialMath", "SystemSupport", "YAMLDocuments",
      ]),

    .testTarget(name: "SpatialMathTests", dependencies: ["SpatialMath"]),
    .testTarget(name: "SystemSupportTests", dependencies: ["SystemSupport", "SpatialMath"]),
    .testTarget(
      name: "SessionCoreTests", dependencies: ["SessionCore", "SessionTesting", "SpatialMath"]),
    .testTarget(
      name: "ImageProcessingTests",
      dependencies: ["ImageProcessing", "SessionCore", "SpatialMath"]),
    .testTarget(
      name: "MediaFilesTests",
      dependencies: ["MediaFiles", "SessionCore", "SpatialMath", "SessionTesting"]),
    .testTarget(name: "YAMLDocumentsTests", dependencies: ["YAMLDocuments", "SessionCore"]),
    .testTarget(name: "TextRenderingTests", dependencies: ["TextRendering"]),
    .testTarget(
      name: "ModelFilesTests", dependencies: ["ModelFiles", "SessionCore", "SpatialMath"]),
    .testTarget(
      name: "FaceMeshTests", dependencies: ["FaceMesh", "SessionCore", "SpatialMath"]),
    .testTarget(
      name: "SoftwareRenderingTests", dependencies: ["SoftwareRendering", "SpatialMath"]),
    .testTarget(
      name: "SceneGraphTests", dependencies: ["SceneGraph", "SessionCore", "SpatialMath"]),
    .testTarget(
      name: "CameraCaptureTests",
      dependencies: [
        "CameraCapture", "SessionCore", "SpatialMath", "SystemSupport", "ImageProcessing",
        "MediaFiles", "SessionTesting",
      ]),
    .testTarget(
      name: "SimulatedCamerasTests",
      dependencies: [
        "SimulatedCameras", "SessionCore", "SpatialMath", "SystemSupport", "SessionTesting",
        "SoftwareRendering",
      ]),
    .testTarget(
      name: "FaceTrackingTests",
      dependencies: [
        "FaceTracking", "FaceMesh", "SessionCore", "SpatialMath", "SystemSupport",
        "ImageProcessing", "MediaFiles", "SessionTesting", "SimulatedCameras",
      ]),
    .testTarget(
      name: "WorldTrackingTests",
      dependencies: [
        "WorldTracking", "SessionCore", "SpatialMath", "SystemSupport", "ImageProcessing",
        "MediaFiles", "Evaluation", "SessionTesting", "SimulatedCameras",
      ]),
    .testTarget(
      name: "CalibrationTests", dependencies: ["Calibration", "SessionCore", "SpatialMath"]),
    .testTarget(
      name: "SessionRuntimeTests",
      dependencies: [
        "SessionRuntime", "ResultStreaming", "SessionCore", "SpatialMath", "SystemSupport",
        "SessionTesting",
      ]),
    .testTarget(
      name: "SceneRenderingTests",
      dependencies: ["SceneRendering", "SceneGraph", "SessionCore", "SpatialMath"]),
    .testTarget(
      name: "ConfigurationFilesTests",
      dependencies: ["ConfigurationFiles", "SessionCore", "SpatialMath", "YAMLDocuments"]),
    .testTarget(
      name: "DeviceCapabilitiesTests",
      dependencies: [
        "DeviceCapabilities", "SessionCore", "SpatialMath", "SystemSupport", "YAMLDocuments",
        "SessionTesting",
      ]),
    .testTarget(
      name: "ResultStreamingTests",
      dependencies: ["ResultStreaming", "SessionCore", "SpatialMath", "SessionTesting"]),
    .testTarget(
      name: "EvaluationTests",
      dependencies: [
        "Evaluation", "ResultStreaming", "SessionCore", "SpatialMath", "SessionTesting",
      ]),
    .testTarget(
      name: "BifronsTests",
      dependencies: [
        "Bifrons", "Calibration", "CameraCapture", "SessionCore", "SpatialMath",
        "ConfigurationFiles", "FaceMesh", "ImageProcessing", "ModelFiles", "SceneGraph",
        "SceneRendering",
        "SessionRuntime",
        "DeviceCapabilities", "MediaFiles", "SessionTesting", "SystemSupport",
      ], exclude: ["Goldens"]),
    .testTarget(
      name: "DesktopViewerTests",
      dependencies: [
        "Bifrons", "ConfigurationFiles", "DesktopViewer", "MediaFiles", "SceneGraph",
        "SceneRendering", "SessionCore", "SessionRuntime", "SessionTesting", "SpatialMath",
      ]),
    // Programs as they were written for a phone: in the language mode of their time.
    .testTarget(
      name: "ARKitCompatibilityTests",
      dependencies: [
        "ARKitCompatibility", "SystemSupport",
      ], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "BifronsCommandTests", dependencies: ["BifronsCommand", "SystemSupport"]),
    .testTarget(
      name: "JourneyTests",
      dependencies: [
        "Bifrons", "ConfigurationFiles", "Evaluation", "MediaFiles", "SceneGraph",
        "SceneRendering", "SessionCore", "SessionRuntime", "SessionTesting", "SimulatedCameras",
        "SpatialMath", "SystemSupport",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The test targets to build; all where the variable is not set. `Tools/test` uses it.
if let names = Context.environment["BIFRONS_TEST_TARGETS"]?.split(separator: ",") {
  package.targets.removeAll { $0.isTest && !names.contains(Substring($0.name)) }
}

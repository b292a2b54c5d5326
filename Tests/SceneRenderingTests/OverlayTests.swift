import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct OverlayTests {
  private let rear = Make.plain(320, 240, RGB(r: 0, g: 0, b: 80))
  /// Red on the left, grey on the right.
  private let front = Make.picture(160, 120) { x, _ in
    x < 80 ? RGB(r: 200, g: 0, b: 0) : RGB(r: 90, g: 90, b: 90)
  }

  private func frame(landmarks: [SIMD2<Float>] = []) -> SessionFrame {
    Make.frame(
      rear: Make.view(.rear, rear), front: Make.view(.front, front),
      [.face(Make.face(landmarks: landmarks))])
  }

  private func draw(
    _ frame: SessionFrame, _ change: (inout RenderOptions) -> Void = { _ in }
  ) throws -> PixelBuffer {
    let renderer = try Make.renderer {
      $0.inset = RenderOptions.Inset()
      change(&$0)
    }
    let drawn = try renderer.render(frame: frame, snapshot: SceneSnapshot())
    #expect(renderer.takeGraphicsErrors().isEmpty)
    return drawn
  }

  @Test func theOtherCameraIsInsetAtTheUpperRightLikeAMirror() throws {
    let drawn = try draw(frame())
    // 26 % of 320 is 83 wide, 62 high, 6 from the edges.
    #expect(drawn.rgb(320 - 6 - 20, 6 + 30).isClose(RGB(r: 200, g: 0, b: 0), within: 3))
    #expect(drawn.rgb(320 - 6 - 70, 6 + 30).isClose(RGB(r: 90, g: 90, b: 90), within: 3))
    #expect(drawn.rgb(150, 120) == RGB(r: 0, g: 0, b: 80))
    #expect(drawn.rgb(310, 100) == RGB(r: 0, g: 0, b: 80))
    let plain = try draw(frame()) { $0.inset?.mirrorsFront = false }
    #expect(plain.rgb(320 - 6 - 70, 6 + 30).isClose(RGB(r: 200, g: 0, b: 0), within: 3))
  }

  @Test func aFoundFaceHasAGreenBoxAndYellowLinesOnItsSideOfTheMirror() throws {
    // A face at the picture's left: in the mirror at the right.
    let landmarks = (0..<478).map { i in
      SIMD2<Float>(20 + Float(i % 22) * 2, 30 + Float(i / 22) * 3)
    }
    let drawn = try draw(frame(landmarks: landmarks), ) {
      $0.inset?.widthFraction = 0.9
    }
    var (green, yellow) = ((count: 0, minX: 999, maxX: 0), 0)
    for y in 0..<240 {
      for x in 0..<320 {
        let c = drawn.rgb(x, y)
        if c.g > 200 && c.r < 120 && c.b < 140 {
          green.count += 1
          green.minX = min(green.minX, x)
          green.maxX = max(green.maxX, x)
        }
        if c.r > 220 && c.g > 170 && c.b < 120 { yellow += 1 }
      }
    }
    #expect(green.count > 100 && yellow > 100, "\(green) \(yellow)")
    // The inset is 288 wide and ends 6 pixels from the right edge.
    let scale = 288.0 / 160
    #expect(abs(Double(green.maxX) - (314 - (20 - 2.5) * scale)) < 3)
    #expect(abs(Double(green.minX) - (314 - (62 + 2.5) * scale)) < 3)
  }

  @Test func besideThePictureNeitherTheInsetNorTheWorldIsDrawn() throws {
    let renderer = try Make.renderer {
      $0.inset = RenderOptions.Inset()
      $0.showsWorld = true
    }
    var frame = frame()
    frame.anchors.append(.plane(Make.table(Vector3(0, -0.3, -1.5))))
    let drawn = try renderer.render(
      frame: frame, snapshot: SceneSnapshot(), size: (width: 640, height: 240))
    // The picture lies from 160 to 480.
    for y in stride(from: 0, to: 240, by: 3) {
      for x in [0, 80, 158, 482, 560, 639] {
        #expect(drawn.rgb(x, y) == RGB(r: 0, g: 0, b: 0))
      }
    }
    #expect(drawn.rgb(480 - 6 - 20, 6 + 30).isClose(RGB(r: 200, g: 0, b: 0), within: 3))
  }

  @Test func withoutTheOtherCameraThereIsNoInset() throws {
    let frame = Make.frame(rear: Make.view(.rear, rear))
    #expect(
      try draw(frame).bytes
        == Make.renderer().render(
          frame: frame, snapshot: SceneSnapshot()
        ).bytes)
  }

  @Test func camerasCanBeSwapped() throws {
    let drawn = try draw(frame()) { $0.backgroundRole = .front }
    #expect((drawn.width, drawn.height) == (160, 120))
    #expect(drawn.rgb(20, 60).isClose(RGB(r: 200, g: 0, b: 0), within: 3))
    #expect(drawn.rgb(160 - 15, 15).isClose(RGB(r: 0, g: 0, b: 80), within: 3))
  }

  @Test func planesAndPointsOfTheWorldAreDrawnWhereTheyAre() throws {
    var frame = frame()
    frame.front = nil
    frame.anchors = [.plane(Make.table(Vector3(0, -0.3, -1.5)))]
    frame.rawFeaturePoints = [FeaturePoint(identifier: 1, position: Vector3(0.2, 0.1, -1))]
    let drawn = try draw(frame) { $0.showsWorld = true }
    let lens = CameraIntrinsics(width: 320, height: 240, horizontalFieldOfView: 0.9)
    let point = try #require(lens.project(Vector3(0.2, -0.1, 1)))
    let dot = drawn.rgb(Int(point.x), Int(point.y))
    #expect(dot.r > 150 && dot.g > 120)
    let edge = try #require(lens.project(Vector3(0, 0.3, 2.5)))
    let line = drawn.rgb(Int(edge.x), Int(edge.y))
    #expect(line.g > 100 && line.b > 150, "\(line)")
  }
}

@Suite struct RenderingErrorTests {
  @Test func messagesSayWhatToInstall() {
    let text = RenderingError.openGLUnavailable("surfaceless EGL: eglInitialize failed").description
    #expect(text.hasPrefix("no OpenGL 3.3: surfaceless EGL: eglInitialize failed; install"))
    #expect(text.contains("libgl1-mesa-dri") && text.contains("libegl1"))
    let session = RenderingError.openGLUnavailable("x").sessionError
    #expect(session.code == .unsupportedConfiguration)
  }

  @Test func withoutADriverTheErrorSaysWhatFailed() async {
    await #expect(processExitsWith: .success) {
      // An empty list of vendors: what a machine without Mesa looks like to libEGL.
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null", 1)
      do {
        _ = try OffscreenContext()
        exit(1)
      } catch {
        let text = "\(error)"
        exit(text.hasPrefix("no OpenGL 3.3: ") && text.contains("failed (0x") ? 0 : 2)
      }
    }
  }
}

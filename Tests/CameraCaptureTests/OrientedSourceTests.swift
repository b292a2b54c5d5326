import CameraCapture
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct OrientedSourceTests {
  static let turned = PictureOrientation(quarterTurns: 1, isMirrored: true)

  static func source(
    _ orientation: PictureOrientation = turned, intrinsics: IntrinsicsSpecification = .unknown
  ) -> OrientedSource {
    let camera = VideoDeviceSourceTests.source(FakeVideoSystem())
    return OrientedSource(
      camera, orientation: orientation, intrinsics: intrinsics,
      askedSize: PictureSize(width: 128, height: 96))
  }

  @Test func itKeepsTheContractOfFrameSources() throws {
    try FrameSourceContract.verify(.live, mostPictures: 12) { Self.source() }
  }

  @Test func picturesAndLensAreTurnedTogether() throws {
    let source = Self.source()
    try source.start(origin: .zero, pacing: .realTime)
    guard case .frame(let frame) = try source.next() else {
      throw SessionError(.sensorFailed, "no frame")
    }
    #expect(source.format.width == 48 && source.format.height == 64)
    #expect(frame.pixels.width == 48 && frame.pixels.height == 64)
    let upright = CameraIntrinsics(
      width: 64, height: 48, horizontalFieldOfView: IntrinsicsSpecification.assumedFieldOfView)
    #expect(frame.intrinsics == Self.turned.applied(to: upright))
    #expect(source.statistics.captured == 1)
    source.stop()
  }

  @Test func aLensOfTheConfigurationIsForTurnedPictures() throws {
    let angle = Self.source(intrinsics: .horizontalFieldOfView(1))
    #expect(
      angle.format.intrinsics == CameraIntrinsics(width: 48, height: 64, horizontalFieldOfView: 1))
    // Given for 96x128, delivered in 48x64.
    let focal = Self.source(
      intrinsics: .explicit(fx: 100, fy: 110, cx: 48, cy: 64, distortion: .none))
    #expect(
      focal.format.intrinsics
        == CameraIntrinsics(width: 48, height: 64, fx: 50, fy: 55, cx: 24, cy: 32))
  }
}

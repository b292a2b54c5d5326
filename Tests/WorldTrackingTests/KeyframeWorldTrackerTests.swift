import SessionCore
import SessionTesting
import SpatialMath
import Testing
import WorldTracking

@Suite struct KeyframeWorldTrackerTests {
  private func frame(
    _ sequence: Int, _ width: Int = 320, _ height: Int = 240, pixels: PixelBuffer? = nil
  ) -> CameraFrame {
    CameraFrame(
      role: .rear, sequence: sequence, timestamp: Samples.time(Double(sequence) * 33),
      pixels: pixels ?? Pictures.grey(width, height),
      intrinsics: CameraIntrinsics(width: width, height: height, horizontalFieldOfView: 1.05))
  }

  @Test func aBlankPictureHasTooLittleToSee() throws {
    let tracker = KeyframeWorldTracker(options: .init())
    for i in 0..<5 {
      let result = try tracker.track(frame(i))
      #expect(result.trackingState == .limited(.insufficientFeatures))
      #expect(result.worldFromCamera == .identity)
      #expect(result.mappingStatus == .notAvailable)
      #expect(result.timestamp == Samples.time(Double(i) * 33))
    }
  }

  @Test func aPictureOfAnotherSizeIsAnErrorThatNamesBoth() throws {
    let tracker = KeyframeWorldTracker(options: .init())
    _ = try tracker.track(frame(0))
    let error = #expect(throws: SessionError.self) { try tracker.track(frame(1, 640, 480)) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("320×240") == true)
    #expect(error?.message.contains("640×480 at picture 1") == true)
    tracker.reset()
    #expect(throws: Never.self) { try tracker.track(frame(2, 640, 480)) }
  }

  @Test func depthIsNoPicture() {
    let tracker = KeyframeWorldTracker(options: .init())
    let depth = PixelBuffer.make(width: 320, height: 240, format: .depth16) { _ in }
    let error = #expect(throws: SessionError.self) {
      try tracker.track(frame(0, pixels: depth))
    }
    #expect(error?.code == .invalidConfiguration)
  }

  @Test func intrinsicsOfAnotherSizeAreAnError() {
    let tracker = KeyframeWorldTracker(options: .init())
    let error = #expect(throws: SessionError.self) {
      try tracker.track(frame(0, pixels: Pictures.grey(160, 120)))
    }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("160×120") == true)
  }

  @Test func lightIsEstimatedUnlessItIsTurnedOff() throws {
    let on = KeyframeWorldTracker(options: .init())
    #expect(try on.track(frame(0)).lightEstimate != nil)
    var options = WorldTrackingOptions()
    options.isLightEstimationEnabled = false
    let off = KeyframeWorldTracker(options: options)
    #expect(try off.track(frame(0)).lightEstimate == nil)
  }

  @Test func stagesAreTimed() throws {
    let result = try KeyframeWorldTracker(options: .init()).track(frame(0))
    #expect(result.stageSeconds["pyramid"] ?? 0 > 0)
    #expect(result.stageSeconds["initialize"] ?? 0 > 0)
  }
}

import SessionCore
import Testing

@Suite struct FaceFeatureTests {
  /// Table 5-3 in full: yaw in degrees towards the face's own left, and what is in sight.
  private static let table: [(yaws: [Double], features: Set<FaceFeature>)] = [
    ([-90, -50, -36.1], [.leftEye, .leftMouthCorner, .leftEar, .leftCheek, .noseBase]),
    (
      [-36, -24, -12.1],
      [.leftEye, .rightEye, .leftMouthCorner, .leftCheek, .leftEarTip, .noseBase, .bottomLip]
    ),
    (
      [-12, 0, 12],
      [
        .leftEye, .rightEye, .leftCheek, .rightCheek, .leftMouthCorner, .rightMouthCorner,
        .noseBase, .bottomLip, .upperLip,
      ]
    ),
    (
      [12.1, 24, 36],
      [.rightEye, .leftEye, .rightMouthCorner, .rightCheek, .rightEarTip, .noseBase, .bottomLip]
    ),
    ([36.1, 50, 90], [.rightEye, .rightMouthCorner, .rightEar, .rightCheek, .noseBase]),
  ]

  @Test func seesWhatTheTableSays() {
    for row in Self.table {
      for yaw in row.yaws { #expect(FaceFeature.visible(atYaw: yaw) == row.features) }
    }
  }

  @Test(arguments: FaceFeature.allCases)
  func mirroringTwiceChangesNothing(feature: FaceFeature) {
    #expect(feature.mirrored.mirrored == feature)
  }
}

import ARKitCompatibility
import Testing

/// Single precision over a handful of products.
private let tolerance: Float = 1e-5

/// Programs that were written for a phone, on faces that are really tracked: a simulated person
/// before the front camera, whose pixels the trackers see.
///
/// Left out where the models are not there, and in debug builds, which draw too slowly. One at a
/// time: the cameras are the whole program's.
@Suite(.enabled(if: Place.canTrack), .serialized) @MainActor struct ListedProgramsTests {
  /// A robot head that keeps what it was told, and what it did.
  private final class WatchedRobotHead: RobotHead {
    struct Moment {
      var face: ARFaceAnchor
      var brow: Float, jaw: Float, tongue: Float, lip: Float
      var leftEye: Float, rightEye: Float
      var orientation: simd_quatf
      var parent: simd_float4x4
    }
    var moments: [Moment] = []

    override func update(with face: ARFaceAnchor) {
      super.update(with: face)
      moments.append(
        Moment(
          face: face, brow: eyebrowLeftEntity.position.y, jaw: jawEntity.position.y,
          tongue: tongueEntity.position.z, lip: upperLipEntity.position.y,
          leftEye: eyeLeftEntity.scale.z, rightEye: eyeRightEntity.scale.z,
          orientation: orientation,
          parent: parent?.transformMatrix(relativeTo: nil) ?? matrix_identity_float4x4))
    }
  }

  @Test func theRobotHeadOfTwoCamerasMimesFromItsTable() async throws {
    ARCameras.current = Place.cameras("robot-head-demo")
    let head = WatchedRobotHead()
    robotHead = head
    let view = ARViewContainer().makeUIView(context: ())
    defer { view.session.pause() }
    let anchor = try #require(head.parent as? AnchorEntity)
    let isThere = await Place.wait { anchor.isAnchored && head.moments.count >= 90 }
    view.session.pause()
    #expect(isThere)

    // Every part stands where the listing's formulas put it, and the face did move them.
    for moment in head.moments {
      func value(_ location: ARFaceAnchor.BlendShapeLocation) -> Float {
        moment.face.blendShapes[location]?.floatValue ?? -1
      }
      #expect(abs(moment.brow - (0.21 + 0.03 * value(.browOuterUpLeft))) < tolerance)
      #expect(abs(moment.jaw - (0.12 - head.jawHeight * value(.jawOpen))) < tolerance)
      #expect(abs(moment.tongue - 0.1 * value(.tongueOut)) < tolerance)
      #expect(abs(moment.lip - (0.14 + 0.05 * value(.mouthUpperUpLeft))) < tolerance)
      #expect(abs(moment.leftEye - (1 - value(.eyeBlinkLeft))) < tolerance)
      #expect(abs(moment.rightEye - (1 - value(.eyeBlinkRight))) < tolerance)
      let expected = mirroredRotation(of: moment.face.transform, in: moment.parent)
      #expect(angle(between: moment.orientation, and: expected) < 1e-3)
    }
    #expect(abs(head.jawHeight - 0.03) < 0.001)
    let jaws = head.moments.map(\.jaw)
    #expect(try #require(jaws.max()) - #require(jaws.min()) > 0.1 * head.jawHeight)

    // It stands on a level plane below the camera, in the picture.
    let place = anchor.position(relativeTo: nil)
    let frame = try #require(view.session.currentFrame)
    let plane = try #require(
      frame.anchors.compactMap { $0 as? ARPlaneAnchor }.first { $0.alignment == .horizontal })
    #expect(plane.transform.columns.1.y > 0.99)
    #expect(place.y < frame.camera.transform.columns.3.y - 0.2)
    var with: UIImage?
    var without: UIImage?
    view.snapshot(saveToHDR: false) { with = $0 }
    view.scene.anchors.removeAll()
    view.snapshot(saveToHDR: false) { without = $0 }
    #expect(changedShare(with, without) > 0.005)
  }

  /// The emoji program, keeping what it was told.
  private final class WatchedEmoji: EmojiBlingViewController {
    var faces: [(face: ARFaceAnchor, node: SCNNode)] = []
    var problems: [String] = []

    override func updateFeatures(for node: SCNNode, using anchor: ARFaceAnchor) {
      super.updateFeatures(for: node, using: anchor)
      faces.append((anchor, node))
      check(node, anchor)
    }

    private func check(_ node: SCNNode, _ face: ARFaceAnchor) {
      func child(_ name: String) -> SCNNode {
        node.childNode(withName: name, recursively: false) ?? SCNNode()
      }
      func value(_ location: ARFaceAnchor.BlendShapeLocation) -> Float {
        face.blendShapes[location]?.floatValue ?? -1
      }
      func expect(_ holds: Bool, _ what: String) { if !holds { problems.append(what) } }
      let v = face.geometry.vertices
      let mouth = (v[24] + v[25]) / 2
      expect(simd_distance(child("nose").simdPosition, v[9]) < tolerance, "nose")
      expect(simd_distance(child("mouth").simdPosition, mouth) < tolerance, "mouth")
      expect(simd_distance(child("hat").simdPosition, v[20]) < tolerance, "hat")
      expect(abs(child("leftEye").scale.y - (1 - value(.eyeBlinkLeft))) < tolerance, "left eye")
      expect(abs(child("rightEye").scale.y - (1 - value(.eyeBlinkRight))) < tolerance, "right eye")
      expect(abs(child("mouth").scale.y - (0.8 + value(.jawOpen))) < tolerance, "jaw")
      // Face space: +X the face's own left, +Y up, +Z out of the face.
      expect(child("leftEye").position.x > 0.01, "left eye is left")
      expect(child("rightEye").position.x < -0.01, "right eye is right")
      expect(child("hat").position.y > child("leftEye").position.y, "hat is above the eyes")
      expect(child("mouth").position.y < child("nose").position.y, "mouth is below the nose")
      expect(child("nose").position.z > child("leftEye").position.z, "nose sticks out")
    }
  }

  @Test func emojiStickToTheFaceBlinkAndChangeByATap() async throws {
    ARCameras.current = Place.cameras("emoji")
    let controller = WatchedEmoji()
    let view = ARSCNView(frame: CGRect(x: 0, y: 0, width: 640, height: 480))
    controller.sceneView = view
    controller.viewDidLoad()
    controller.viewWillAppear(false)
    defer { controller.viewWillDisappear(false) }
    #expect(await Place.wait { controller.faces.count >= 90 })
    controller.viewWillDisappear(false)
    #expect(controller.problems == [])

    // The face did move them.
    let jaws = controller.faces.map { $0.face.blendShapes[.jawOpen]?.floatValue ?? 0 }
    #expect(try #require(jaws.max()) - #require(jaws.min()) > 0.1)

    let (face, node) = try #require(controller.faces.last)
    #expect(face.isTracked)
    let nose = try #require(node.childNode(withName: "nose", recursively: false) as? EmojiNode)
    let before = view.snapshot()
    let frame = try #require(view.session.currentFrame)
    // A little above the tip, where the emoji stands before the bridge of the nose.
    let spot = simd_float3(nose.convertPosition(SCNVector3(0.0, 0.012, 0.0), to: nil))
    let place = viewPlace(of: spot, frame.camera)
    #expect(nose.index == 0)
    controller.handleTap(UITapGestureRecognizer(place: place))
    #expect(nose.index == 1)
    // Beside the face nothing is hit.
    controller.handleTap(UITapGestureRecognizer(place: CGPoint(x: 5, y: 5)))
    #expect(nose.index == 1)
    let after = view.snapshot()
    #expect(changedShare(before, after) > 0.0005)
    #expect(changedShare(before, after) < 0.05)
  }

  @Test func theGazeClassTellsWhereOnThePhoneOneLooks() async throws {
    ARCameras.current = Place.cameras("emoji")
    let manager = GazeTrackingManager()
    let view = manager.arView()
    var expectedX: [Double] = []
    var expectedY: [Double] = []
    var pairs: [(told: (Int, Int), expected: (Double, Double))] = []
    manager.updateHandler = { x, y in
      guard let frame = view.session.currentFrame,
        let face = frame.anchors.compactMap({ $0 as? ARFaceAnchor }).first
      else { return }
      let cameraFromFace = frame.camera.transform.inverse * face.transform
      let eyes = [face.rightEyeTransform, face.leftEyeTransform].map { cameraFromFace * $0 }
      let points = eyes.map { place(ofLineFrom: $0) }
      expectedX.append(points.reduce(0) { $0 + $1.x } / 2 / (0.0623908297 / 2) * 375)
      expectedY.append(-points.reduce(0) { $0 + $1.y } / 2 / (0.135096943231532 / 2) * 812)
      func mean(_ list: [Double]) -> Double {
        list.suffix(10).reduce(0, +) / Double(min(10, list.count))
      }
      pairs.append(((x, y), (mean(expectedX) + 187.5, mean(expectedY) + 406)))
    }
    manager.start()
    defer { manager.pause() }
    #expect(await Place.wait { pairs.count >= 60 })
    manager.pause()
    for pair in pairs {
      // Rounded to whole points, and floats of metres over millimetres of a screen.
      #expect(abs(Double(pair.told.0) - pair.expected.0) <= 1.5)
      #expect(abs(Double(pair.told.1) - pair.expected.1) <= 1.5)
    }
    // The look does wander: by more than a tenth of the screen.
    let told = pairs.map(\.told.1)
    #expect(try #require(told.max()) - #require(told.min()) > 81)
  }

  @Test func aHeadWithTargetsTakesTheCoefficientsOfAFace() throws {
    let node = try #require(
      SCNReferenceNode(url: URL(fileURLWithPath: Place.model("head.glb"))))
    node.load()
    #expect(node.isLoaded)
    var morphers: [SCNMorpher] = []
    func search(_ n: SCNNode) {
      if let morpher = n.morpher { morphers.append(morpher) }
      n.childNodes.forEach(search)
    }
    search(node)
    let key = ARFaceAnchor.BlendShapeLocation.eyeBlinkLeft
    for morpher in morphers { morpher.setWeight(CGFloat(0.75), forTargetNamed: key.rawValue) }
    let morpher = try #require(
      morphers.first { $0.weight(forTargetNamed: "eyeBlinkLeft") == 0.75 })
    #expect(morpher.weight(forTargetNamed: "eyeBlinkRight") == 0)
    morpher.unifiesNormals = true
    #expect(morpher.unifiesNormals)
  }

  @Test func whatGoesWrongIsToldToTheDelegate() async throws {
    final class Listener: ARSessionDelegate {
      var errors: [any Error] = []
      func session(_ session: ARSession, didFailWithError error: any Error) {
        errors.append(error)
      }
    }
    ARCameras.current = ARCameras(sessionFile: "/nowhere/session.yaml")
    #expect(!ARFaceTrackingConfiguration.isSupported)
    #expect(!ARWorldTrackingConfiguration.supportsUserFaceTracking)
    let listener = Listener()
    let session = ARSession()
    session.delegate = listener
    session.run(ARFaceTrackingConfiguration())
    #expect(await Place.wait(10) { !listener.errors.isEmpty })
    let error = try #require(listener.errors.first as? ARError)
    #expect(error.code == 303)
    #expect(error.localizedDescription.contains("/nowhere/session.yaml"))
    #expect(throws: Entity.LoadingError.self) { try Entity.load(named: "toy_biplane.usdz") }
  }
}

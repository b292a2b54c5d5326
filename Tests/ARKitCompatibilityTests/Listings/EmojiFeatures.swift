// swift-format-ignore-file
// The emoji program's features (a tutorial of 2019): its loop over named vertices and coefficients,
// with the tap; only the import line is another one. Its end where faces cannot be tracked, too, is the
// tutorial's own: a listing that was changed would prove nothing.
import ARKitCompatibility

class EmojiBlingViewController {
    var sceneView: ARSCNView!

    let noseOptions = ["👃", "🐽", "💧", " "]
    let eyeOptions = ["👁", "🌕", "🌟", "🔥", "⚽️", "🔎", " "]
    let mouthOptions = ["👄", "👅", "❤️", " "]
    let hatOptions = ["🎓", "🎩", "🧢", "👒", " "]
    let features = ["nose", "leftEye", "rightEye", "mouth", "hat"]
    let featureIndices = [[9], [1064], [42], [24, 25], [20]]

    func viewDidLoad() {
        guard ARFaceTrackingConfiguration.isSupported else {
            // The listing to the letter, as programs that are ported have it; the module never ends one.
            fatalError("Face tracking is not supported on this device")
        }
        sceneView.delegate = self
    }

    func viewWillAppear(_ animated: Bool) {
        // 1
        let configuration = ARFaceTrackingConfiguration()

        // 2
        sceneView.session.run(configuration)
    }

    func viewWillDisappear(_ animated: Bool) {
        // 1
        sceneView.session.pause()
    }

    func updateFeatures(for node: SCNNode, using anchor: ARFaceAnchor) {
        // 1
        for (feature, indices) in zip(features, featureIndices) {
            // 2
            let child = node.childNode(withName: feature, recursively: false) as? EmojiNode

            // 3
            let vertices = indices.map { anchor.geometry.vertices[$0] }

            // 4
            child?.updatePosition(for: vertices)

            // 1
            switch feature {

            // 2
            case "leftEye":

                // 3
                let scaleX = child?.scale.x ?? 1.0

                // 4
                let eyeBlinkValue = anchor.blendShapes[.eyeBlinkLeft]?.floatValue ?? 0.0

                // 5
                child?.scale = SCNVector3(scaleX, 1.0 - eyeBlinkValue, 1.0)

            case "rightEye":
                let scaleX = child?.scale.x ?? 1.0
                let eyeBlinkValue = anchor.blendShapes[.eyeBlinkRight]?.floatValue ?? 0.0
                child?.scale = SCNVector3(scaleX, 1.0 - eyeBlinkValue, 1.0)

            case "mouth":
                let jawOpenValue = anchor.blendShapes[.jawOpen]?.floatValue ?? 0.2
                child?.scale = SCNVector3(1.0, 0.8 + jawOpenValue, 1.0)

            // 6
            default:
                break
            }
        }
    }

    func handleTap(_ sender: UITapGestureRecognizer) {
        // 1
        let location = sender.location(in: sceneView)

        // 2
        let results = sceneView.hitTest(location, options: nil)

        // 3
        if let result = results.first,
            let node = result.node as? EmojiNode {

            // 4
            node.next()
        }
    }
}

// 1
extension EmojiBlingViewController: ARSCNViewDelegate {
    // 2
    func renderer(_ renderer: SCNSceneRenderer, nodeFor anchor: ARAnchor) -> SCNNode? {

        // 3
        guard let faceAnchor = anchor as? ARFaceAnchor,
            let device = sceneView.device else {
            return nil
        }

        // 4
        let faceGeometry = ARSCNFaceGeometry(device: device)

        // 5
        let node = SCNNode(geometry: faceGeometry)

        // 6
        node.geometry?.firstMaterial?.fillMode = .lines

        // 1
        node.geometry?.firstMaterial?.transparency = 0.0

        // 2
        let noseNode = EmojiNode(with: noseOptions)

        // 3
        noseNode.name = "nose"

        // 4
        node.addChildNode(noseNode)

        let leftEyeNode = EmojiNode(with: eyeOptions)
        leftEyeNode.name = "leftEye"
        leftEyeNode.rotation = SCNVector4(0, 1, 0, GLKMathDegreesToRadians(180.0))
        node.addChildNode(leftEyeNode)

        let rightEyeNode = EmojiNode(with: eyeOptions)
        rightEyeNode.name = "rightEye"
        node.addChildNode(rightEyeNode)

        let mouthNode = EmojiNode(with: mouthOptions)
        mouthNode.name = "mouth"
        node.addChildNode(mouthNode)

        let hatNode = EmojiNode(with: hatOptions)
        hatNode.name = "hat"
        node.addChildNode(hatNode)

        // 5
        updateFeatures(for: node, using: faceAnchor)

        // 7
        return node
    }

    func renderer(
        _ renderer: SCNSceneRenderer,
        didUpdate node: SCNNode,
        for anchor: ARAnchor) {

        // 2
        guard let faceAnchor = anchor as? ARFaceAnchor,
            let faceGeometry = node.geometry as? ARSCNFaceGeometry else {
                return
        }

        // 3
        faceGeometry.update(from: faceAnchor.geometry)
        updateFeatures(for: node, using: faceAnchor)
    }
}

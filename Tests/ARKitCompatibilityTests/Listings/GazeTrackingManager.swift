// swift-format-ignore-file
// A class of 2018 that tells where on the screen of a phone a user looks, as its author printed it;
// only the import line is another one, and the comments are in English.
import ARKitCompatibility

class GazeTrackingManager:NSObject {

    var updateHandler:((_ x:Int,_ y:Int)->Void)?

    var lookAtPositionX = 0
    var lookAtPositionY = 0

    var faceNode: SCNNode = SCNNode()

    var leftEyeNode: SCNNode = SCNNode()

    var rightEyeNode: SCNNode = SCNNode()

    var lookAtTargetLeftEyeNode: SCNNode = SCNNode()
    var lookAtTargetRightEyeNode: SCNNode = SCNNode()

    // The real size of an iPhone X's screen, metres
    let phoneScreenMeterSize = CGSize(width: 0.0623908297, height: 0.135096943231532)

    // The size of an iPhone X's screen, points
    let phoneScreenPointSize = CGSize(width: 375, height: 812)

    var virtualPhoneNode: SCNNode = SCNNode()

    var virtualScreenNode: SCNNode = SCNNode(geometry: SCNPlane(width: 1, height: 1))

    private var sceneView: ARSCNView!

    private var eyeLookAtPositionXs: [CGFloat] = []

    private var eyeLookAtPositionYs: [CGFloat] = []

    func arView() ->ARSCNView {
        sceneView = ARSCNView()
        sceneView.isHidden = true

        sceneView.delegate = self
        sceneView.session.delegate = self
        sceneView.automaticallyUpdatesLighting = true

        // Add the nodes of face, eyes and phone, and those for reference
        sceneView.scene.rootNode.addChildNode(faceNode)
        sceneView.scene.rootNode.addChildNode(virtualPhoneNode)
        virtualPhoneNode.addChildNode(virtualScreenNode)
        faceNode.addChildNode(leftEyeNode)
        faceNode.addChildNode(rightEyeNode)
        leftEyeNode.addChildNode(lookAtTargetLeftEyeNode)
        rightEyeNode.addChildNode(lookAtTargetRightEyeNode)

        // Two nodes for reference
        lookAtTargetLeftEyeNode.position.z = 2
        lookAtTargetRightEyeNode.position.z = 2

        return sceneView
    }

    func start() {
        guard ARFaceTrackingConfiguration.isSupported else { return }
        let configuration = ARFaceTrackingConfiguration()
        configuration.isLightEstimationEnabled = true
        sceneView.session.run(configuration, options: [.resetTracking, .removeExistingAnchors])
    }

    func pause() {
        sceneView.session.pause()
    }

    private func update(withFaceAnchor anchor: ARFaceAnchor) {
        rightEyeNode.simdTransform = anchor.rightEyeTransform
        leftEyeNode.simdTransform = anchor.leftEyeTransform

        var eyeLLookAt = CGPoint()
        var eyeRLookAt = CGPoint()

        DispatchQueue.main.async {

            // Where the lines of two nodes meet the phone is what is looked at
            let phoneScreenEyeRHitTestResults = self.virtualPhoneNode.hitTestWithSegment(from: self.lookAtTargetRightEyeNode.worldPosition, to: self.rightEyeNode.worldPosition, options: nil)

            let phoneScreenEyeLHitTestResults = self.virtualPhoneNode.hitTestWithSegment(from: self.lookAtTargetLeftEyeNode.worldPosition, to: self.leftEyeNode.worldPosition, options: nil)

            for result in phoneScreenEyeRHitTestResults {
                eyeRLookAt.x = CGFloat(result.localCoordinates.x) / (self.phoneScreenMeterSize.width / 2) * self.phoneScreenPointSize.width

                eyeRLookAt.y = CGFloat(result.localCoordinates.y) / (self.phoneScreenMeterSize.height / 2) * self.phoneScreenPointSize.height
            }

            for result in phoneScreenEyeLHitTestResults {
                eyeLLookAt.x = CGFloat(result.localCoordinates.x) / (self.phoneScreenMeterSize.width / 2) * self.phoneScreenPointSize.width

                eyeLLookAt.y = CGFloat(result.localCoordinates.y) / (self.phoneScreenMeterSize.height / 2) * self.phoneScreenPointSize.height
            }

            // The last places, so that it does not drift
            let smoothThresholdNumber: Int = 10
            self.eyeLookAtPositionXs.append((eyeRLookAt.x + eyeLLookAt.x) / 2)
            self.eyeLookAtPositionYs.append(-(eyeRLookAt.y + eyeLLookAt.y) / 2)
            self.eyeLookAtPositionXs = Array(self.eyeLookAtPositionXs.suffix(smoothThresholdNumber))
            self.eyeLookAtPositionYs = Array(self.eyeLookAtPositionYs.suffix(smoothThresholdNumber))

            // Their mean
            let smoothEyeLookAtPositionX = self.eyeLookAtPositionXs.average!
            let smoothEyeLookAtPositionY = self.eyeLookAtPositionYs.average!

            self.lookAtPositionX = Int(round(smoothEyeLookAtPositionX + self.phoneScreenPointSize.width / 2))

            self.lookAtPositionY = Int(round(smoothEyeLookAtPositionY + self.phoneScreenPointSize.height / 2))

            self.updateHandler?(self.lookAtPositionX,self.lookAtPositionY)
        }
    }

}

extension GazeTrackingManager:ARSessionDelegate, ARSCNViewDelegate {
    // MARK: - ARSCNViewDelegate
    func renderer(_ renderer: SCNSceneRenderer, didAdd node: SCNNode, for anchor: ARAnchor) {
        faceNode.transform = node.transform
        guard let faceAnchor = anchor as? ARFaceAnchor else { return }
        update(withFaceAnchor: faceAnchor)
    }

    // MARK - ARSessionDelegate
    func renderer(_ renderer: SCNSceneRenderer, updateAtTime time: TimeInterval) {
        virtualPhoneNode.transform = (sceneView.pointOfView?.transform)!
    }

    func renderer(_ renderer: SCNSceneRenderer, didUpdate node: SCNNode, for anchor: ARAnchor) {
        faceNode.transform = node.transform
        guard let faceAnchor = anchor as? ARFaceAnchor else { return }
        update(withFaceAnchor: faceAnchor)
    }
}

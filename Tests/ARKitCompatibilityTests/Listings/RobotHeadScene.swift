// swift-format-ignore-file
// A program of 2021 for two cameras, as its book prints it (listing 5-7); only the import line is
// another one.
import ARKitCompatibility

var robotHead = RobotHead()
struct ARViewContainer: UIViewRepresentable {
    func makeUIView(context: Context) -> ARView {
        let arView = ARView(frame: .zero)
        if ARWorldTrackingConfiguration.supportsUserFaceTracking {
            let config = ARWorldTrackingConfiguration()
            config.userFaceTrackingEnabled = true
            config.planeDetection = .horizontal
            config.worldAlignment = .gravity
            arView.automaticallyConfigureSession = false
            arView.session.run(config,options: [])
            arView.session.delegate = arView
            arView.createRobotHead()
        }
        return arView
    }
    func updateUIView(_ uiView: ARView, context: Context) {
    }
}

extension ARView : ARSessionDelegate{
    func createRobotHead(){
        let planeAnchor = AnchorEntity(plane:.horizontal)
        planeAnchor.addChild(robotHead)
        self.scene.addAnchor(planeAnchor)
    }

    public func session(_ session: ARSession, didUpdate anchors: [ARAnchor]) {
        for anchor in anchors {
            guard let anchor = anchor as? ARFaceAnchor else { continue }
            robotHead.update(with: anchor)
        }
    }
}

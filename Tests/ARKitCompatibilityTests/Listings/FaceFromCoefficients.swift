// swift-format-ignore-file
// A face that nobody makes before a camera: its mesh from a dictionary of coefficients, as programs do it
// that play back what they recorded.
import ARKitCompatibility

class FaceFromCoefficients {
    let node: SCNNode
    let faceGeometry: ARSCNFaceGeometry

    init?(device: MTLDevice) {
        guard let faceGeometry = ARSCNFaceGeometry(device: device, fillMesh: true) else { return nil }
        self.faceGeometry = faceGeometry
        node = SCNNode(geometry: faceGeometry)
    }

    func show(_ blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber]) -> ARFaceGeometry? {
        guard let geometry = ARFaceGeometry(blendShapes: blendShapes) else { return nil }
        faceGeometry.update(from: geometry)
        return geometry
    }
}

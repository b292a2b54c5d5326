// swift-format-ignore-file
// The robot head of the same program: `update(with:)` as its book prints it (listing 5-8); the parts
// that it moves and where they are at rest were not printed and are supplied.
import ARKitCompatibility

class RobotHead: Entity {
    var eyebrowLeftEntity = Entity()
    var eyebrowRightEntity = Entity()
    var tongueEntity = Entity()
    var jawEntity = Entity()
    var upperLipEntity = Entity()
    var eyeLeftEntity = Entity()
    var eyeRightEntity = Entity()
    var originalEyebrowY: Float = 0.21
    var originalJawY: Float = 0.12
    var originalUpperLipY: Float = 0.14
    var jawHeight: Float = 0

    required init() {
        super.init()
        build()
    }

    func update(with faceAnchor: ARFaceAnchor) {
        let blendShapes = faceAnchor.blendShapes
        guard let eyeBlinkLeft = blendShapes[.eyeBlinkLeft] as? Float,
            let eyeBlinkRight = blendShapes[.eyeBlinkRight] as? Float,
            let eyeBrowLeft = blendShapes[.browOuterUpLeft] as? Float,
            let eyeBrowRight = blendShapes[.browOuterUpRight] as? Float,
            let jawOpen = blendShapes[.jawOpen] as? Float,
            let upperLip = blendShapes[.mouthUpperUpLeft] as? Float,
            let tongueOut = blendShapes[.tongueOut] as? Float
            else { return }

        eyebrowLeftEntity.position.y = originalEyebrowY + 0.03 * eyeBrowLeft
        eyebrowRightEntity.position.y = originalEyebrowY + 0.03 * eyeBrowRight
        tongueEntity.position.z = 0.1 * tongueOut
        jawEntity.position.y = originalJawY - jawHeight * jawOpen
        upperLipEntity.position.y = originalUpperLipY + 0.05 * upperLip
        eyeLeftEntity.scale.z = 1 - eyeBlinkLeft
        eyeRightEntity.scale.z = 1 - eyeBlinkRight

        let cameraTransform = self.parent?.transformMatrix(relativeTo: nil)
        let faceTransformFromCamera = simd_mul(simd_inverse(cameraTransform!), faceAnchor.transform)
        let rotationEulers = faceTransformFromCamera.eulerAngles
        let mirroredRotation = Transform(pitch: rotationEulers.x, yaw: -rotationEulers.y + .pi, roll: rotationEulers.z)
        self.orientation = mirroredRotation.rotation
    }
}

import ARKitCompatibility

// What the listings use and do not print: helpers of theirs, and the views of UIKit and SwiftUI.

extension simd_float4x4 {
  /// Pitch, yaw and roll of R = Ry(yaw) · Rx(pitch) · Rz(roll).
  var eulerAngles: simd_float3 {
    simd_float3(
      asin(-self[2][1]), atan2(self[2][0], self[2][2]), atan2(self[0][1], self[1][1]))
  }
}

extension Array where Element == CGFloat {
  /// The mean; nil when there is nothing.
  var average: CGFloat? { isEmpty ? nil : reduce(0, +) / CGFloat(count) }
}

extension RobotHead {
  /// The parts that a face moves, as boxes and balls.
  func build() {
    func add(_ entity: Entity, _ mesh: MeshResource, _ color: UIColor, _ place: simd_float3) {
      let model = ModelEntity(mesh: mesh, materials: [SimpleMaterial(color: color)])
      entity.addChild(model)
      entity.position = place
      addChild(entity)
    }
    add(Entity(), .generateBox(size: [0.18, 0.1, 0.12], cornerRadius: 0.03), .gray, [0, 0.19, 0])
    let brow = MeshResource.generateBox(size: [0.05, 0.01, 0.01])
    add(eyebrowLeftEntity, brow, .black, [-0.04, originalEyebrowY, 0.065])
    add(eyebrowRightEntity, brow, .black, [0.04, originalEyebrowY, 0.065])
    let eye = MeshResource.generateSphere(radius: 0.015)
    add(eyeLeftEntity, eye, .blue, [-0.04, 0.19, 0.06])
    add(eyeRightEntity, eye, .blue, [0.04, 0.19, 0.06])
    add(
      upperLipEntity, .generateBox(size: [0.08, 0.012, 0.02]), .red, [0, originalUpperLipY, 0.06])
    add(tongueEntity, .generateBox(size: [0.03, 0.008, 0.03]), .red, [0, 0.13, 0])
    add(jawEntity, .generateBox(size: [0.12, 0.03, 0.1]), .gray, [0, originalJawY, 0])
    name = "robotHead"
    jawHeight = jawEntity.visualBounds(relativeTo: jawEntity).extents.y
  }
}

/// An emoji that can be another one.
class EmojiNode: SCNNode {
  private let options: [String]
  private(set) var index = 0

  init(with options: [String], width: CGFloat = 0.06, height: CGFloat = 0.06) {
    self.options = options
    super.init()
    let plane = SCNPlane(width: width, height: height)
    plane.firstMaterial?.lightingModel = .constant
    plane.firstMaterial?.isDoubleSided = true
    geometry = plane
    show()
  }

  private func show() {
    let image = UIImage(text: options[index])
    geometry?.firstMaterial?.diffuse.contents = image
    geometry?.firstMaterial?.transparency = image == nil ? 0 : 1
  }

  /// Moves to the mean of some points.
  func updatePosition(for vectors: [vector_float3]) {
    let sum = vectors.reduce(.zero, +)
    simdPosition = sum / Float(vectors.count)
  }

  /// Shows the next option.
  func next() {
    index = (index + 1) % options.count
    show()
  }
}

/// A tap.
struct UITapGestureRecognizer {
  var place = CGPoint.zero

  func location(in view: UIView) -> CGPoint { place }
}

/// A view of SwiftUI that holds a view of UIKit.
protocol UIViewRepresentable {
  associatedtype UIViewType
  typealias Context = Void

  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
}

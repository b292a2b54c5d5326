import SceneGraph
import SpatialMath

extension SCNNode {
  /// The translation relative to the parent.
  public var position: SCNVector3 {
    get { SCNVector3(core.position) }
    set { core.position = newValue.core }
  }
  /// The scale along the node's own axes.
  public var scale: SCNVector3 {
    get { SCNVector3(core.scale) }
    set { core.scale = newValue.core }
  }
  /// The rotation: an axis and an angle in radians.
  public var rotation: SCNVector4 {
    get {
      let v = core.orientation.rotationVector
      let axis = SIMD3<Float>(v.normalized)
      return SCNVector4(axis.x, axis.y, axis.z, Float(v.length))
    }
    set {
      core.orientation = Quaternion(
        angle: Double(newValue.w),
        axis: Vector3(Double(newValue.x), Double(newValue.y), Double(newValue.z)))
    }
  }
  /// The rotation as a quaternion.
  public var orientation: SCNQuaternion {
    get {
      let v = SIMD4<Float>(core.orientation.vector)
      return SCNQuaternion(v.x, v.y, v.z, v.w)
    }
    set {
      simdOrientation = simd_quatf(ix: newValue.x, iy: newValue.y, iz: newValue.z, r: newValue.w)
    }
  }
  /// Pitch about x, yaw about y and roll about z, radians.
  public var eulerAngles: SCNVector3 {
    get {
      let angles = EulerAngles(core.orientation)
      return SCNVector3(angles.pitch, angles.yaw, angles.roll)
    }
    set {
      core.orientation =
        EulerAngles(
          pitch: Double(newValue.x), yaw: Double(newValue.y), roll: Double(newValue.z)
        ).rotation
    }
  }
  /// Parent from node.
  public var transform: SCNMatrix4 {
    get { SCNMatrix4(simdTransform) }
    set { simdTransform = simd_float4x4(newValue) }
  }
  /// World from node.
  public var worldTransform: SCNMatrix4 { SCNMatrix4(simdWorldTransform) }
  /// The place in the world.
  public var worldPosition: SCNVector3 { SCNVector3(core.position(relativeTo: nil)) }

  /// Parent from node.
  public var simdTransform: simd_float4x4 {
    get { simd_float4x4(core.transform.matrix) }
    set { core.transform = SceneGraph.Transform(matrix: newValue.core) }
  }
  /// The translation relative to the parent.
  public var simdPosition: simd_float3 {
    get { simd_float3(core.position) }
    set { core.position = Vector3(newValue) }
  }
  /// The rotation relative to the parent.
  public var simdOrientation: simd_quatf {
    get { simd_quatf(core.orientation) }
    set { core.orientation = newValue.normalized.core }
  }
  /// The scale along the node's own axes.
  public var simdScale: simd_float3 {
    get { simd_float3(core.scale) }
    set { core.scale = Vector3(newValue) }
  }
  /// World from node.
  public var simdWorldTransform: simd_float4x4 {
    simd_float4x4(core.transformMatrix(relativeTo: nil))
  }
  /// The place in the world.
  public var simdWorldPosition: simd_float3 { simd_float3(core.position(relativeTo: nil)) }

  /// A point of this node in another node's space; nil is the world.
  public func convertPosition(_ position: SCNVector3, to node: SCNNode?) -> SCNVector3 {
    SCNVector3(core.transformMatrix(relativeTo: node?.core).transform(point: position.core))
  }
}

import FaceMesh
import SessionCore

/// A user's face: where it is, what it does, where it looks.
///
/// Face space is right-handed, in metres, with the origin inside the head behind the nose: +X to
/// the face's own left, +Y up, +Z out of the face.
public final class ARFaceAnchor: ARAnchor, ARTrackable {
  /// False while the face is lost; the anchor stays, with its last values.
  public let isTracked: Bool
  /// The face's mesh.
  public let geometry: ARFaceGeometry
  /// The 52 coefficients, 0…1.
  public let blendShapes: [BlendShapeLocation: NSNumber]
  /// Face from left eyeball, +Z towards the pupil.
  public let leftEyeTransform: simd_float4x4
  /// Face from right eyeball, +Z towards the pupil.
  public let rightEyeTransform: simd_float4x4
  /// The point looked at, in face space.
  public let lookAtPoint: simd_float3

  init(_ face: FaceAnchor) {
    isTracked = face.isTracked
    geometry = ARFaceGeometry(face.geometry)
    blendShapes = Dictionary(
      uniqueKeysWithValues: SessionCore.BlendShapeLocation.allCases.map {
        (BlendShapeLocation($0), NSNumber(value: face.blendShapes[$0]))
      })
    leftEyeTransform = simd_float4x4(face.leftEyeTransform)
    rightEyeTransform = simd_float4x4(face.rightEyeTransform)
    lookAtPoint = simd_float3(face.lookAtPoint)
    super.init(face.identifier, face.transform)
  }
}

/// A face as a mesh of always the same 1220 vertices and 2304 triangles.
public final class ARFaceGeometry {
  /// Positions in face space, metres.
  public let vertices: [simd_float3]

  let core: FaceGeometry

  init(_ geometry: FaceGeometry) {
    core = geometry
    vertices = geometry.vertices
  }

  /// The face that coefficients alone describe; an empty dictionary gives the face at rest.
  ///
  /// Nil when a name is none of the 52, spelled as here, with `Left` and `Right`, or in PascalCase.
  ///
  /// - Parameter blendShapes: coefficients by their names, 0…1; those that are missing are 0.
  public convenience init?(blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber]) {
    var shapes = BlendShapes()
    for (name, value) in blendShapes {
      guard let location = SessionCore.BlendShapeLocation(anySpelling: name.rawValue) else {
        return nil
      }
      shapes[location] = value.floatValue
    }
    self.init(FaceGeometry(blendShapes: shapes))
  }

  /// 1220.
  public var vertexCount: Int { vertices.count }
  /// 2304.
  public var triangleCount: Int { FaceGeometry.triangleCount }
  /// Three vertex numbers a triangle.
  public var triangleIndices: [Int16] {
    FaceMeshTopology.standard.triangleIndices.map { Int16(truncatingIfNeeded: $0) }
  }
  /// 1220.
  public var textureCoordinateCount: Int { textureCoordinates.count }
  /// One texture coordinate a vertex, 0…1, v growing downwards.
  public var textureCoordinates: [simd_float2] {
    FaceMeshTopology.standard.textureCoordinates.map { simd_float2($0.x, 1 - $0.y) }
  }
}

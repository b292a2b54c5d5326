import CGL
import SceneGraph
import SpatialMath

/// A shape in the graphics memory.
final class MeshBuffers {
  private var vertexArray: GLuint = 0
  private var vertexBuffer: GLuint = 0
  private var indexBuffer: GLuint = 0
  private var vertexCount = 0
  private var indexCount = 0
  private(set) var revision = -1
  /// The frame in which the shape was last drawn.
  var lastUse = 0
  /// The shape; nil once nobody has it any more.
  private(set) weak var resource: MeshResource?

  /// Texture coordinates follow position and normal where the shape has them.
  private let hasCoordinates: Bool
  private var floats: Int { hasCoordinates ? 8 : 6 }

  init(_ resource: MeshResource) {
    hasCoordinates = resource.mesh.hasCoordinates
    glGenVertexArrays(1, &vertexArray)
    glGenBuffers(1, &vertexBuffer)
    glGenBuffers(1, &indexBuffer)
    glBindVertexArray(vertexArray)
    glBindBuffer(GL_ARRAY_BUFFER.gl, vertexBuffer)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER.gl, indexBuffer)
    let size = MemoryLayout<Float>.size
    for (index, count) in [(GLuint(0), GLint(3)), (1, 3), (2, 2)] {
      // Shapes without coordinates give (0, 0) to the shader.
      guard index < 2 || hasCoordinates else { continue }
      glEnableVertexAttribArray(index)
      glVertexAttribPointer(
        index, count, GL_FLOAT.gl, false.gl, GLsizei(floats * size),
        UnsafeRawPointer(bitPattern: Int(index) * 3 * size))
    }
    update(resource)
  }

  deinit {
    glDeleteVertexArrays(1, &vertexArray)
    glDeleteBuffers(1, &vertexBuffer)
    glDeleteBuffers(1, &indexBuffer)
  }

  /// Writes another revision of the same shape.
  func update(_ resource: MeshResource) {
    self.resource = resource
    guard resource.revision != revision else { return }
    let mesh = resource.mesh
    glBindVertexArray(vertexArray)
    glBindBuffer(GL_ARRAY_BUFFER.gl, vertexBuffer)
    interleave(mesh) { vertices in
      glBufferData(
        GL_ARRAY_BUFFER.gl, vertices.count, vertices.baseAddress,
        (revision < 0 ? GL_STATIC_DRAW : GL_STREAM_DRAW).gl)
    }
    if revision < 0 || indexCount != mesh.indices.count {
      glBufferData(
        GL_ELEMENT_ARRAY_BUFFER.gl, mesh.indices.count * MemoryLayout<UInt32>.size, mesh.indices,
        GL_STATIC_DRAW.gl)
    }
    indexCount = mesh.indices.count
    vertexCount = mesh.positions.count
    revision = resource.revision
  }

  /// Lends the vertices as they lie in the graphics memory.
  private func interleave(_ mesh: TriangleMesh, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
    let count = min(mesh.positions.count, mesh.normals.count)
    let width = floats
    let coordinates = hasCoordinates && mesh.hasCoordinates ? mesh.textureCoordinates : []
    withUnsafeTemporaryAllocation(of: Float.self, capacity: max(1, count * width)) { target in
      for i in 0..<count {
        let (p, n) = (mesh.positions[i], mesh.normals[i])
        let at = i * width
        (target[at], target[at + 1], target[at + 2]) = (p.x, p.y, p.z)
        (target[at + 3], target[at + 4], target[at + 5]) = (n.x, n.y, n.z)
        guard width == 8 else { continue }
        let t = coordinates.isEmpty ? .zero : coordinates[i]
        (target[at + 6], target[at + 7]) = (t.x, t.y)
      }
      let bytes = count * width * MemoryLayout<Float>.size
      body(
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<bytes]))
    }
  }

  /// Draws all triangles with the current program.
  func draw() {
    glBindVertexArray(vertexArray)
    glDrawElements(GL_TRIANGLES.gl, GLsizei(indexCount), GL_UNSIGNED_INT.gl, nil)
  }
}

/// The shapes in the graphics memory, by identity; those not drawn for a while, or that nobody has any
/// more, are let go.
final class MeshCache {
  private var buffers: [UInt64: MeshBuffers] = [:]
  private var frame = 0
  /// Ten seconds at 30 frames a second.
  private static let patience = 300
  /// How often it looks for what nobody has any more.
  private static let period = 10

  /// The number of shapes held.
  var count: Int { buffers.count }

  /// Counts a frame and lets go of what has not been drawn.
  func beginFrame() {
    frame += 1
    guard frame % Self.period == 0 else { return }
    buffers = buffers.filter {
      $0.value.resource != nil && frame - $0.value.lastUse < Self.patience
    }
  }

  /// The buffers of a shape, uploaded when new or changed.
  func buffers(for resource: MeshResource) -> MeshBuffers {
    let found = buffers[resource.identifier] ?? MeshBuffers(resource)
    found.update(resource)
    found.lastUse = frame
    buffers[resource.identifier] = found
    return found
  }
}

extension TriangleMesh {
  /// True when every vertex has a texture coordinate.
  var hasCoordinates: Bool {
    !textureCoordinates.isEmpty && textureCoordinates.count == positions.count
  }
}

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

  /// Position and normal, six floats.
  private static let stride = GLsizei(6 * MemoryLayout<Float>.size)

  init(_ resource: MeshResource) {
    glGenVertexArrays(1, &vertexArray)
    glGenBuffers(1, &vertexBuffer)
    glGenBuffers(1, &indexBuffer)
    glBindVertexArray(vertexArray)
    glBindBuffer(GL_ARRAY_BUFFER.gl, vertexBuffer)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER.gl, indexBuffer)
    for (index, offset) in [(GLuint(0), 0), (1, 3 * MemoryLayout<Float>.size)] {
      glEnableVertexAttribArray(index)
      glVertexAttribPointer(
        index, 3, GL_FLOAT.gl, false.gl, Self.stride, UnsafeRawPointer(bitPattern: offset))
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
    guard resource.revision != revision else { return }
    let mesh = resource.mesh
    var interleaved: [Float] = []
    interleaved.reserveCapacity(mesh.positions.count * 6)
    for (p, n) in zip(mesh.positions, mesh.normals) {
      interleaved.append(contentsOf: [p.x, p.y, p.z, n.x, n.y, n.z])
    }
    glBindVertexArray(vertexArray)
    glBindBuffer(GL_ARRAY_BUFFER.gl, vertexBuffer)
    glBufferData(
      GL_ARRAY_BUFFER.gl, interleaved.count * MemoryLayout<Float>.size, interleaved,
      (revision < 0 ? GL_STATIC_DRAW : GL_STREAM_DRAW).gl)
    if revision < 0 || indexCount != mesh.indices.count {
      glBufferData(
        GL_ELEMENT_ARRAY_BUFFER.gl, mesh.indices.count * MemoryLayout<UInt32>.size, mesh.indices,
        GL_STATIC_DRAW.gl)
    }
    indexCount = mesh.indices.count
    vertexCount = mesh.positions.count
    revision = resource.revision
  }

  /// Draws all triangles with the current program.
  func draw() {
    glBindVertexArray(vertexArray)
    glDrawElements(GL_TRIANGLES.gl, GLsizei(indexCount), GL_UNSIGNED_INT.gl, nil)
  }
}

/// The shapes in the graphics memory, by identity; those not drawn for a while are let go.
final class MeshCache {
  private var buffers: [UInt64: MeshBuffers] = [:]
  private var frame = 0
  /// Ten seconds at 30 frames a second.
  private static let patience = 300

  /// The number of shapes held.
  var count: Int { buffers.count }

  /// Counts a frame and lets go of what has not been drawn.
  func beginFrame() {
    frame += 1
    guard frame % Self.patience == 0 else { return }
    buffers = buffers.filter { frame - $0.value.lastUse < Self.patience }
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

import CCoefficientNetworks
import SpatialMath

/// Reads where eyes look off the landmark network's picture: the landmarks of irises hardly follow a look
/// up or down.
///
/// `Tools/gaze` tells the layout and how it is learnt. Owns the memory that it works in; bound to one
/// thread.
package struct GazeNetwork {
  /// One of several networks that were learnt alike; their mean is steadier.
  private struct Member {
    var mean: [Float], scale: [Float]
    var convolutions: [ConvolutionLayer] = []
    /// What is told of one eye, what of both and the head, and the turns.
    var eye: DenseLayer, both: DenseLayer, turns: DenseLayer
  }

  private let patches: EyePatches
  /// Landmarks, told from the first of them, and which stands for which in the mirror.
  private let marks: [Int], mirroredMarks: [Int]
  private var members: [Member] = []
  private var right: [Float] = [], left: [Float] = []
  private var told: [Float] = []
  /// What the tool that packed the networks says they answer for the eyes that it makes up.
  package let answerForMadeUpEyes: SIMD2<Float>

  /// The slope of the rectifiers below zero, as trained.
  private static let leak: Float = 0.1
  /// Values beside the patches count up to this many deviations.
  private static let farthest: Float = 5

  private static let rightEye = (
    outer: LandmarkIndices.rightEyeOuterCorner, inner: LandmarkIndices.rightEyeInnerCorner,
    side: Float(-1)
  )
  private static let leftEye = (
    outer: LandmarkIndices.leftEyeOuterCorner, inner: LandmarkIndices.leftEyeInnerCorner,
    side: Float(1)
  )

  /// Unpacks the networks.
  package init() {
    var reader = PackedReader(
      bytes: UnsafeRawBufferPointer(
        start: bifrons_gaze_network, count: bifrons_gaze_network_size))
    precondition(reader.bytes(4).elementsEqual(Array("BGZ2".utf8)), "no packed gaze networks")
    patches = EyePatches(&reader)
    marks = reader.shorts()
    mirroredMarks = reader.shorts()
    let besides = 3 * (marks.count - 1) + 9
    for _ in 0..<reader.byte() {
      let (mean, scale) = (reader.floats(besides), reader.floats(besides))
      var shape = ConvolutionLayer.Shape(
        width: patches.width, height: patches.height, channels: 1)
      let convolutions = (0..<reader.byte()).map { _ in
        let layer = ConvolutionLayer(&reader, after: shape)
        shape = layer.output
        return layer
      }
      func layer() -> DenseLayer { DenseLayer(&reader, inputs: reader.short()) }
      members.append(
        Member(
          mean: mean, scale: scale, convolutions: convolutions, eye: layer(), both: layer(),
          turns: layer()))
    }
    let answer = reader.floats(2)
    answerForMadeUpEyes = SIMD2(answer[0], answer[1])
  }

  /// Where both eyes of a face look, in the head: a unit direction in face space.
  ///
  /// `picture` is what `reading` was read off.
  mutating func read(
    _ face: MetricFace, reading: LandmarkReading, picture: LandmarkPicture
  ) -> Vector3 {
    patches.read(Self.rightEye, of: reading, picture: picture, into: &right)
    patches.read(Self.leftEye, of: reading, picture: picture, into: &left)
    let canonical = CanonicalView(face)
    let turns = turns(marks.map { canonical[$0] }, turn: face.cameraFromCanonical.rotation)
    return GazeOffsets.direction(of: Vector2(Double(turns.x), Double(turns.y)))
  }

  /// What the networks answer for eyes that no picture shows.
  package mutating func answer(
    right: [Float], left: [Float], marks: [SIMD3<Float>], turn: Matrix3x3
  ) -> SIMD2<Float> {
    self.right = right
    self.left = left
    patches.normalize(&self.right)
    patches.normalize(&self.left)
    return turns(marks, turn: turn)
  }

  /// Turns of the eyes to the face's left and up, radians: the mean of all networks, of the eyes as they
  /// are and in the mirror.
  private mutating func turns(_ marks: [SIMD3<Float>], turn: Matrix3x3) -> SIMD2<Float> {
    var sum = SIMD2<Float>.zero
    for index in members.indices {
      let eyes = (seen(right, by: index), seen(left, by: index))
      for isMirrored in [false, true] {
        let answer = run(index, eyes, marks, turn, isMirrored: isMirrored)
        sum += isMirrored ? answer * SIMD2(-1, 1) : answer
      }
    }
    return sum / Float(2 * members.count)
  }

  /// What a network tells of one eye.
  private mutating func seen(_ patch: [Float], by index: Int) -> [Float] {
    var values = patch
    for layer in members[index].convolutions.indices {
      members[index].convolutions[layer].run(values, leak: Self.leak)
      values = members[index].convolutions[layer].values
    }
    members[index].eye.run(values)
    return Self.rectified(members[index].eye.sums)
  }

  private mutating func run(
    _ index: Int, _ eyes: ([Float], [Float]), _ marks: [SIMD3<Float>], _ turn: Matrix3x3,
    isMirrored: Bool
  ) -> SIMD2<Float> {
    told.removeAll(keepingCapacity: true)
    told += isMirrored ? eyes.1 : eyes.0
    told += isMirrored ? eyes.0 : eyes.1
    let besides = besides(marks, turn, isMirrored: isMirrored)
    let (mean, scale) = (members[index].mean, members[index].scale)
    for i in besides.indices {
      told.append(min(max((besides[i] - mean[i]) * scale[i], -Self.farthest), Self.farthest))
    }
    members[index].both.run(told)
    members[index].turns.run(Self.rectified(members[index].both.sums))
    let sums = members[index].turns.sums
    return SIMD2(sums[0], sums[1])
  }

  /// Landmarks told from the first, and the head's turn.
  private func besides(
    _ marks: [SIMD3<Float>], _ turn: Matrix3x3, isMirrored: Bool
  ) -> [Float] {
    let flip = SIMD3<Float>(isMirrored ? -1 : 1, 1, 1)
    let seen = marks.indices.map { marks[isMirrored ? mirroredMarks[$0] : $0] * flip }
    var result: [Float] = []
    for mark in seen.dropFirst() {
      let place = mark - seen[0]
      for axis in 0..<3 { result.append(place[axis]) }
    }
    for row in 0..<3 {
      for column in 0..<3 { result.append(Float(turn[row, column]) * flip[row] * flip[column]) }
    }
    return result
  }

  private static func rectified(_ values: [Float]) -> [Float] {
    values.map { max($0, leak * $0) }
  }
}

import CCoefficientNetworks
import SpatialMath

/// How both eyes of a face are turned in the head, by what the landmark network sees round them: unit
/// directions in face space.
package struct SeenEyes: Sendable, Equatable {
  /// The eyes' directions.
  package var left: Vector3, right: Vector3

  /// Creates directions.
  package init(left: Vector3, right: Vector3) {
    self.left = left
    self.right = right
  }
}

/// Reads where eyes look off the landmark network's inner maps: the landmarks of irises hardly follow a
/// look up or down.
///
/// `Tools/gaze` tells the layout and how it is learnt. Owns the memory that it works in; bound to one
/// thread.
struct GazeNetwork {
  /// One of several networks that were learnt alike; their mean is steadier.
  private struct Member {
    var mean: [Float], scale: [Float]
    var layers: [DenseLayer]
  }

  private let finestPoints: [[Int]], finePoints: [[Int]]
  /// Landmarks, told from the first of them.
  private let marks: [Int]
  private var members: [Member] = []
  private var finest: [Float], fine: [Float]
  private var inputs: [Float] = []
  private var rectified: [Float] = []

  /// The slope of the rectifiers below zero, as trained.
  private static let leak: Float = 0.1
  /// Inputs count up to this many deviations.
  private static let farthest: Float = 5

  /// Unpacks the networks.
  init() {
    var reader = PackedReader(
      bytes: UnsafeRawBufferPointer(
        start: bifrons_gaze_network, count: bifrons_gaze_network_size))
    precondition(reader.bytes(4).elementsEqual(Array("BGZ1".utf8)), "no packed gaze networks")
    finestPoints = reader.groups()
    finePoints = reader.groups()
    marks = reader.shorts()
    finest = Array(
      repeating: 0, count: finestPoints.count * FeatureMap.Layout.finest.channels)
    fine = Array(repeating: 0, count: finePoints.count * FeatureMap.Layout.fine.channels)
    let count = finest.count + fine.count + 3 * marks.count + 9
    for _ in 0..<reader.byte() {
      let (mean, scale) = (reader.floats(count), reader.floats(count))
      members.append(
        Member(
          mean: mean, scale: scale,
          layers: (0..<reader.byte()).map { _ in DenseLayer(&reader, inputs: reader.short()) }))
    }
  }

  /// Reads the eyes of a face whose feature maps are there.
  mutating func read(
    _ face: MetricFace, reading: LandmarkReading, features: FeatureMaps
  ) -> SeenEyes {
    features.finest.sample(finestPoints, of: reading, into: &finest)
    features.fine.sample(finePoints, of: reading, into: &fine)
    inputs.removeAll(keepingCapacity: true)
    inputs += finest
    inputs += fine
    let canonical = CanonicalView(face)
    for mark in marks {
      let place = canonical[mark] - canonical[marks[0]]
      for axis in 0..<3 { inputs.append(place[axis]) }
    }
    let turn = face.cameraFromCanonical.rotation
    for row in 0..<3 {
      for column in 0..<3 { inputs.append(Float(turn[row, column])) }
    }
    var turns = SIMD4<Float>.zero
    for index in members.indices { turns += run(index) }
    turns /= Float(members.count)
    return SeenEyes(
      left: GazeOffsets.direction(of: Vector2(Double(turns[2]), Double(turns[3]))),
      right: GazeOffsets.direction(of: Vector2(Double(turns[0]), Double(turns[1]))))
  }

  /// The right and the left eye's turns to the face's left and up, by one network.
  private mutating func run(_ index: Int) -> SIMD4<Float> {
    let (mean, scale) = (members[index].mean, members[index].scale)
    rectified.removeAll(keepingCapacity: true)
    for i in inputs.indices {
      rectified.append(
        min(max((inputs[i] - mean[i]) * scale[i], -Self.farthest), Self.farthest))
    }
    for layer in members[index].layers.indices {
      if layer > 0 {
        for k in rectified.indices where rectified[k] < 0 { rectified[k] *= Self.leak }
      }
      members[index].layers[layer].run(rectified)
      rectified.removeAll(keepingCapacity: true)
      rectified += members[index].layers[layer].sums
    }
    return SIMD4(rectified[0], rectified[1], rectified[2], rectified[3])
  }
}

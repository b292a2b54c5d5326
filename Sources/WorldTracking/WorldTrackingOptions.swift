import SessionCore
import SpatialMath

/// How the world is to be tracked.
package struct WorldTrackingOptions: Sendable, Equatable {
  /// Where the world's size comes from: one camera cannot tell.
  package enum Scale: Sendable, Equatable {
    /// Nothing tells; the unit is what makes the first map's median depth 1 m.
    case arbitrary
    /// The height in metres of the camera at its first picture over the dominant plane.
    ///
    /// The dominant plane is the level surface below the camera that most of the first map's
    /// surroundings lie on, by area, not by texture; of two nearly equal levels close together it
    /// is the lower one: a table, not the books on it.
    case cameraHeight(Double)
    /// Something of known size that the camera sees in its first seconds.
    case known(KnownSize)
    /// An accelerometer that is fixed to the camera: pictures bring its samples.
    case inertial
    /// The median depth in metres of the first map as seen from its first picture: simulation,
    /// tests.
    case initialDepth(Double)
  }

  /// How the camera is held at its first picture, where something tells.
  package struct Attitude: Sendable, Equatable {
    /// Radians by which the camera looks up; negative looks down.
    package var pitch: Double
    /// Radians by which the camera is turned about its own forward axis, counter-clockwise as it
    /// sees itself from behind: positive lifts its right side.
    package var roll: Double

    /// Creates an attitude.
    package init(pitch: Double, roll: Double = 0) {
      self.pitch = pitch
      self.roll = roll
    }

    /// Against gravity, in session camera axes (+X right, +Y up, −Z forward).
    package var up: Vector3 {
      // World from camera is Rx(pitch) · Rz(roll); its inverse takes +Y to the camera.
      let rotation = EulerAngles(pitch: pitch, yaw: 0, roll: roll).rotation
      return rotation.inverse.act(Vector3(0, 1, 0))
    }
  }

  /// When maps grow.
  package enum Mapping: String, Sendable {
    /// With each keyframe, on the tracker's thread: the same pictures give the same results.
    case lockStep
    /// On a thread of its own: pictures never wait, and results differ a little from run to run.
    case background
  }

  /// Where the world's size comes from.
  package var scale = Scale.arbitrary
  /// How the camera is held at the start; nil lets the dominant plane tell.
  package var initialGravity: Attitude?
  /// Against gravity in session camera axes at the first picture, as an accelerometer has measured
  /// it; comes before `initialGravity`.
  package var measuredUp: Vector3?
  /// What tells up at the first picture, measured or given; nil for nothing.
  var givenUp: Vector3? { measuredUp ?? initialGravity?.up }
  /// How the world's axes lie.
  package var worldAlignment = WorldTrackingConfiguration.WorldAlignment.gravity
  /// Which planes to look for.
  package var planeDetection: WorldTrackingConfiguration.PlaneDetection = []
  /// When maps grow.
  package var mapping = Mapping.lockStep
  /// What identifiers and random draws derive from.
  package var seed: UInt64 = 1
  /// Whether to estimate the light.
  package var isLightEstimationEnabled = true

  /// Creates the default options.
  package init() {}
}

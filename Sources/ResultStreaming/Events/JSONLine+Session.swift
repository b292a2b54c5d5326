import SessionCore
import SpatialMath

/// The parts of the lines that events and truth share.
extension JSONLine {
  /// `"trackingState":…,"reason":…`.
  package mutating func state(_ state: TrackingState) {
    field("trackingState", state.name)
    field("reason", state.reason?.rawValue)
  }

  /// What a camera delivers.
  package mutating func format(_ format: CameraFormat) {
    let lens = format.intrinsics
    beginObject()
    field("source", format.sourceName)
    key("size")
    beginArray()
    integer(Int64(format.width))
    integer(Int64(format.height))
    endArray()
    key("intrinsics")
    beginArray()
    for value in [lens.fx, lens.fy, lens.cx, lens.cy] { number(value) }
    endArray()
    if lens.distortion != .none {
      key("distortion")
      beginArray()
      for value in lens.distortion.openCVOrder { number(value) }
      endArray()
    }
    key("rate")
    number(format.nominalRate)
    endObject()
  }

  /// `"camera":{…}` of a frame: where both cameras are, and how well that is known.
  package mutating func camera(of frame: SessionFrame) {
    key("camera")
    beginObject()
    field("role", frame.primaryRole.rawValue)
    field("worldFromCamera", frame.primary?.worldFromCamera ?? .identity)
    key("worldFromFront")
    if let front = frame.front { pose(front.worldFromCamera) } else { null() }
    if frame.primaryRole == .front, let rear = frame.rear {
      field("worldFromRear", rear.worldFromCamera)
    }
    state(frame.trackingState)
    field("scaleSource", frame.scaleSource.rawValue)
    field("gravitySource", frame.gravitySource.rawValue)
    if let sigma = frame.scaleUncertainty { field("scaleUncertainty", sigma, decimals: 5) }
    if let sigma = frame.gravityUncertainty { field("gravityUncertainty", sigma, decimals: 5) }
    endObject()
  }

  /// A light estimate, or `null`.
  package mutating func light(_ light: LightEstimate?) {
    guard let light else { return null() }
    beginObject()
    field("ambientIntensity", light.ambientIntensity, decimals: 3)
    field("ambientColorTemperature", light.ambientColorTemperature, decimals: 3)
    endObject()
  }

  /// `"directionalLight":{…}`.
  package mutating func directionalLight(_ light: DirectionalLightEstimate) {
    key("directionalLight")
    beginObject()
    key("sphericalHarmonics")
    beginArray()
    for value in light.sphericalHarmonicsCoefficients { number(Double(value), decimals: 6) }
    endArray()
    key("primaryLightDirection")
    point(light.primaryLightDirection)
    field("primaryLightIntensity", light.primaryLightIntensity, decimals: 3)
    endObject()
  }

  /// An anchor with all its fields.
  package mutating func anchor(_ anchor: Anchor) {
    beginObject()
    field("kind", anchor.kind)
    field("identifier", anchor.identifier.description)
    field("transform", anchor.transform)
    switch anchor {
    case .face(let face): self.face(face)
    case .plane(let plane): self.plane(plane)
    case .image(let image): self.image(image)
    case .point(let point): field("name", point.name)
    }
    endObject()
  }

  private mutating func face(_ face: FaceAnchor) {
    key("isTracked")
    bool(face.isTracked)
    field("blendShapes", face.blendShapes)
    field("confidence", face.confidence)
    gaze(face.leftEyeTransform, face.rightEyeTransform, face.lookAtPoint)
    key("landmarks")
    beginArray()
    for landmark in face.landmarks {
      beginArray()
      number(Double(landmark.x), decimals: StreamPrecision.pixels)
      number(Double(landmark.y), decimals: StreamPrecision.pixels)
      endArray()
    }
    endArray()
    if let uncertainty = face.poseUncertainty {
      key("poseUncertainty")
      beginObject()
      key("rotation")
      number(uncertainty.rotation, decimals: StreamPrecision.matrix)
      key("position")
      number(uncertainty.position, decimals: StreamPrecision.metres)
      endObject()
    }
    field("reason", face.reason)
  }

  /// Both eyes and the point that they look at.
  package mutating func gaze(_ left: Pose, _ right: Pose, _ lookAtPoint: Vector3) {
    field("leftEyeTransform", left)
    field("rightEyeTransform", right)
    key("lookAtPoint")
    point(lookAtPoint)
  }

  private mutating func image(_ image: ImageAnchor) {
    field("name", image.name)
    key("isTracked")
    bool(image.isTracked)
    key("physicalSize")
    beginArray()
    number(image.referenceImage.physicalSize.x, decimals: StreamPrecision.metres)
    number(image.referenceImage.physicalSize.y, decimals: StreamPrecision.metres)
    endArray()
    field("estimatedScaleFactor", image.estimatedScaleFactor, decimals: StreamPrecision.matrix)
  }

  private mutating func plane(_ plane: PlaneAnchor) {
    field("alignment", plane.alignment.rawValue)
    key("center")
    point(plane.center)
    key("extent")
    beginObject()
    field("width", plane.extent.width, decimals: StreamPrecision.metres)
    field("height", plane.extent.height, decimals: StreamPrecision.metres)
    field("rotationOnYAxis", plane.extent.rotationOnYAxis, decimals: StreamPrecision.matrix)
    endObject()
    key("boundary")
    points(plane.boundary)
    field("classification", plane.classification.rawValue)
  }
}

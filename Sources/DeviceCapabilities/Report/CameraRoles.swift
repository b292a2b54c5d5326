import SessionCore

/// Which camera would play which role.
package struct CameraRoles: Sendable, Equatable {
  /// The camera that watches the user.
  package var front: MachineFacts.Camera?
  /// The camera that watches the world.
  package var rear: MachineFacts.Camera?

  /// Shares out the cameras that can be used.
  ///
  /// What capture has already given a role keeps it. Else a camera that a row knows to face the user
  /// is the front one, and one that people place themselves the rear one. A single camera plays
  /// either role, one at a time: then both are set to it.
  package init(_ cameras: [MachineFacts.Camera], table: DeviceTable) {
    let usable = cameras.filter { $0.refusal == nil && table.stream(of: $0) == .color }
    func facing(_ camera: MachineFacts.Camera) -> DeviceCamera.Facing {
      table.row(for: camera.identity)?.colorCameras.first?.facing ?? .either
    }
    func first(_ wanted: DeviceCamera.Facing) -> MachineFacts.Camera? {
      usable.first { facing($0) == wanted }
    }
    let front =
      usable.first { $0.role == .front } ?? first(.front)
      ?? usable.first { $0.role == nil && facing($0) == .either } ?? usable.first
    let others = usable.filter { $0.path != front?.path }
    let rear =
      others.first { $0.role == .rear } ?? others.first { facing($0) == .rear }
      ?? others.first { facing($0) == .either } ?? others.first
    self.front = front
    self.rear = rear ?? front
  }

  /// True when two different cameras are there.
  package var areTwo: Bool { front != nil && rear != nil && front?.path != rear?.path }

  /// The camera of a role.
  package subscript(role: CameraRole) -> MachineFacts.Camera? {
    switch role {
    case .front: front
    case .rear: rear
    case .depth: nil
    }
  }
}

extension DeviceTable {
  /// What a video node's pictures show.
  ///
  /// Some infrared cameras call their grey pictures YUYV; the row knows them by their sizes, or where
  /// those are not known by which formats come together.
  package func stream(of camera: MachineFacts.Camera) -> DeviceCamera.Stream {
    if camera.isDepth { return .depth }
    let sizes = Set(camera.formats.map(\.size))
    let codes = Set(camera.pixelFormats)
    guard !sizes.isEmpty || !codes.isEmpty, let row = row(for: camera.identity) else {
      return .color
    }
    func knows(_ stream: DeviceCamera.Stream) -> Bool {
      row.cameras.contains { known in
        let isSame =
          sizes.isEmpty
          ? codes.isSubset(of: known.formats.map(\.letters))
          : sizes.isSubset(of: known.formats.flatMap { $0.modes.map(\.size) })
        return known.stream == stream && isSame
      }
    }
    return knows(.infrared) && !knows(.color) ? .infrared : .color
  }

  /// The formats of a camera: what it says, or what its row says when it was not asked.
  package func formats(of camera: MachineFacts.Camera) -> [SupportedVideoFormat] {
    if !camera.formats.isEmpty { return camera.formats }
    guard let color = row(for: camera.identity)?.colorCameras.first else { return [] }
    return color.videoFormats
  }
}

extension DeviceCamera {
  /// The row's formats, one a size and rate.
  package var videoFormats: [SupportedVideoFormat] {
    formats.flatMap { format in
      format.modes.flatMap { mode in
        mode.rates.map {
          SupportedVideoFormat(size: mode.size, rate: $0, pixelFormat: format.fourCC)
        }
      }
    }
  }
}

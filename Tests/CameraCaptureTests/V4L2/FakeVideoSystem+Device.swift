import CameraCapture
import Foundation
import SessionCore
import SpatialMath

extension FakeVideoSystem {
  func open(_ path: String) throws(SystemCallError) -> Int32 {
    try begin("open")
    condition.lock()
    defer { condition.unlock() }
    guard nodes[path] != nil else { throw SystemCallError(ENOENT) }
    nextDescriptor += 1
    openCount += 1
    visitors[nextDescriptor] = path
    return nextDescriptor
  }

  func close(_ device: Int32) {
    locked { fake in
      fake.callLog.append("close")
      fake.openCount -= 1
      fake.orphans.remove(device)
      fake.wakeUps[device] = nil
      fake.watchers[device] = nil
      if let path = fake.visitors.removeValue(forKey: device),
        fake.nodes[path]?.owner == device
      {
        fake.nodes[path]?.owner = nil
        fake.nodes[path]?.isStreaming = false
      }
    }
  }

  func capability(_ device: Int32) throws(SystemCallError) -> VideoCapability {
    try with(VideoNode(descriptor: device), "capability") { (n) throws(SystemCallError) in
      n.camera.capability
    }
  }

  func pixelFormat(
    _ device: VideoNode, index: Int
  ) throws(SystemCallError) -> FourCharacterCode {
    try with(device, "pixelFormat") { (n) throws(SystemCallError) in
      var codes: [FourCharacterCode] = []
      for mode in n.camera.modes where !codes.contains(mode.code) { codes.append(mode.code) }
      guard index < codes.count else { throw SystemCallError(EINVAL) }
      return codes[index]
    }
  }

  func frameSize(
    _ device: VideoNode, code: FourCharacterCode, index: Int
  ) throws(SystemCallError) -> (width: Int, height: Int)? {
    try with(device, "frameSize") { (n) throws(SystemCallError) in
      let sizes = n.camera.modes.filter { $0.code == code }
      guard index < sizes.count else { throw SystemCallError(EINVAL) }
      return (sizes[index].width, sizes[index].height)
    }
  }

  func frameInterval(
    _ device: VideoNode, format: VideoFormat, index: Int
  ) throws(SystemCallError) -> FrameInterval {
    try with(device, "frameInterval") { (n) throws(SystemCallError) in
      let modes = n.camera.modes.filter {
        $0.code == format.code && $0.width == format.width && $0.height == format.height
      }
      guard index < modes.count else { throw SystemCallError(EINVAL) }
      return FrameInterval(1, modes[index].rate)
    }
  }

  /// As drivers do: the nearest mode of the format, or of any format, without an error.
  func setFormat(_ device: VideoNode, _ format: VideoFormat) throws(SystemCallError) -> VideoFormat
  {
    try with(device, "setFormat \(format.code) \(format.width)x\(format.height)") {
      (n) throws(SystemCallError) in
      let same = n.camera.modes.filter { $0.code == format.code }
      let mode = (same.isEmpty ? n.camera.modes : same).min {
        abs($0.width - format.width) < abs($1.width - format.width)
      }
      guard let mode else { throw SystemCallError(EINVAL) }
      var result = VideoFormat(code: mode.code, width: mode.width, height: mode.height)
      result.memories = Self.memories(of: result, padding: n.camera.bytesPerLinePadding)
      if result.code.hasRange { result.encoding = n.camera.encoding }
      n.format = result
      return result
    }
  }

  /// As drivers lay pictures out: chroma in the same memory, or each plane in its own.
  private static func memories(
    of format: VideoFormat, padding: Int
  ) -> [VideoFormat.Memory] {
    let (width, height) = (format.width, format.height)
    guard let layout = format.code.layout, !layout.isCompressed else {
      return [VideoFormat.Memory(bytesPerLine: 0, sizeImage: width * height * 2)]
    }
    let line = width * layout.bytesPerPixel + padding
    let first = VideoFormat.Memory(bytesPerLine: line, sizeImage: line * height)
    let chroma: [VideoFormat.Memory] =
      switch layout.chroma {
      case .none: []
      case .planar420:
        Array(repeating: .init(bytesPerLine: line / 2, sizeImage: line * height / 4), count: 2)
      case .planar422:
        Array(repeating: .init(bytesPerLine: line / 2, sizeImage: line * height / 2), count: 2)
      case .semiplanar420: [.init(bytesPerLine: line, sizeImage: line * height / 2)]
      case .semiplanar422: [.init(bytesPerLine: line, sizeImage: line * height)]
      }
    if layout.isSeparate { return [first] + chroma }
    let total = chroma.reduce(first.sizeImage) { $0 + $1.sizeImage }
    return [VideoFormat.Memory(bytesPerLine: line, sizeImage: total)]
  }

  func setInterval(
    _ device: VideoNode, _ interval: FrameInterval
  ) throws(SystemCallError) -> FrameInterval {
    try with(device, "setInterval \(interval.denominator / interval.numerator)") {
      (n) throws(SystemCallError) in
      let highest =
        n.camera.modes.filter {
          $0.code == n.format.code && $0.width == n.format.width
        }.map(\.rate).max() ?? 30
      return FrameInterval(1, min(highest, interval.denominator / interval.numerator))
    }
  }

  func info(
    _ node: VideoNode, _ control: VideoControl
  ) throws(SystemCallError) -> VideoControlInfo {
    try with(node, "info \(control)") { (n) throws(SystemCallError) in
      guard let setting = n.camera.settings[control] else { throw SystemCallError(EINVAL) }
      return setting.info
    }
  }

  func hasMenuItem(
    _ node: VideoNode, _ control: VideoControl, _ index: Int32
  ) throws(SystemCallError) -> Bool {
    try with(node, "menu \(control)") { (n) throws(SystemCallError) in
      n.camera.settings[control]?.menu.contains(index) == true
    }
  }

  func value(_ node: VideoNode, _ control: VideoControl) throws(SystemCallError) -> Int32 {
    let seconds = locked { $0.secondsPerSettingsCall }
    if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
    return try with(node, "value \(control)") { (n) throws(SystemCallError) in
      guard let setting = n.camera.settings[control] else { throw SystemCallError(EINVAL) }
      return setting.value
    }
  }

  /// As strict as drivers: automatic modes make values inactive.
  func set(
    _ node: VideoNode, _ control: VideoControl, to value: Int32
  ) throws(SystemCallError) {
    try with(node, "set \(control) \(value)") { (n) throws(SystemCallError) in
      guard let setting = n.camera.settings[control],
        setting.info.minimum...setting.info.maximum ~= value
      else { throw SystemCallError(ERANGE) }
      if setting.info.isInactive { throw SystemCallError(EACCES) }
      n.camera.settings[control]?.value = value
      let pairs: [VideoControl: VideoControl] = [
        .autoFocus: .focus, .autoGain: .gain, .autoWhiteBalance: .whiteBalanceTemperature,
      ]
      if let other = pairs[control] {
        n.camera.settings[other]?.info.isInactive = value != 0
      }
      if control == .exposureMode {
        n.camera.settings[.exposureTime]?.info.isInactive = value != 1
      }
    }
  }

  func requestBuffers(_ device: VideoNode, count: Int) throws(SystemCallError) -> Int {
    try with(device, "requestBuffers \(count)") { (n) throws(SystemCallError) in
      let descriptor = device.descriptor
      if n.isStreaming || n.owner != nil && n.owner != descriptor { throw SystemCallError(EBUSY) }
      n.owner = count > 0 ? descriptor : nil
      n.memory = Array(repeating: [], count: min(count, n.camera.bufferLimit))
      n.queued = []
      n.filled = []
      return n.memory.count
    }
  }

  func map(
    _ device: VideoNode, buffer: Int
  ) throws(SystemCallError) -> [UnsafeMutableRawBufferPointer] {
    let addresses = try with(device, "map") { (n) throws(SystemCallError) in
      guard n.memory.indices.contains(buffer) else { throw SystemCallError(EINVAL) }
      let memories = n.format.memories.map {
        UnsafeMutableRawBufferPointer.allocate(byteCount: max($0.sizeImage, 1), alignment: 64)
      }
      n.memory[buffer] = memories
      return memories.map { (UInt(bitPattern: $0.baseAddress), $0.count) }
    }
    locked { $0.mappedCount += addresses.count }
    return addresses.map {
      UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: $0.0), count: $0.1)
    }
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    locked { fake in
      fake.callLog.append("unmap")
      fake.mappedCount -= 1
      fake.nodes = fake.nodes.mapValues { node in
        var node = node
        node.memory = node.memory.map { buffer in
          buffer.filter { $0.baseAddress != memory.baseAddress }
        }
        return node
      }
    }
    memory.deallocate()
  }

  func queue(_ device: VideoNode, buffer: Int) throws(SystemCallError) {
    try with(device, "queue \(buffer)") { (n) throws(SystemCallError) in
      guard n.memory.indices.contains(buffer), !n.queued.contains(buffer),
        !n.filled.contains(where: { $0.index == buffer })
      else { throw SystemCallError(EINVAL) }
      n.queued.append(buffer)
    }
  }

  func dequeue(_ device: VideoNode) throws(SystemCallError) -> FilledBuffer {
    try with(device, "dequeue") { (n) throws(SystemCallError) in
      guard n.isStreaming else { throw SystemCallError(EINVAL) }
      guard !n.filled.isEmpty else { throw SystemCallError(EAGAIN) }
      return n.filled.removeFirst()
    }
  }

  func startStreaming(_ device: VideoNode) throws(SystemCallError) {
    let time = now()
    try with(device, "startStreaming") { (n) throws(SystemCallError) in
      n.isStreaming = true
      n.sequence = 0
      n.due = time.advanced(bySeconds: n.camera.secondsPerPicture)
    }
  }

  func stopStreaming(_ device: VideoNode) throws(SystemCallError) {
    try with(device, "stopStreaming") { (n) throws(SystemCallError) in
      n.isStreaming = false
      n.queued = []
      n.filled = []
    }
  }

  /// Does a call on the node behind a descriptor; ENODEV when that is unplugged.
  private func with<Result>(
    _ device: VideoNode, _ call: String, _ body: (inout Node) throws(SystemCallError) -> Result
  ) throws(SystemCallError) -> Result {
    try begin(call)
    condition.lock()
    defer { condition.unlock() }
    guard let path = visitors[device.descriptor] else { throw SystemCallError(EBADF) }
    guard !orphans.contains(device.descriptor), var node = nodes[path] else {
      throw SystemCallError(ENODEV)
    }
    let result = try body(&node)
    nodes[path] = node
    return result
  }

  /// Fills queued buffers with the pictures that are due; `condition` is held.
  func produce(_ path: String) {
    guard var node = nodes[path], node.isStreaming, !isStalled else { return }
    let time = now()
    if isLockStep { node.due = node.filled.isEmpty ? time : time.advanced(bySeconds: 1) }
    while node.due <= time {
      let stamp = node.due
      node.due = node.due.advanced(bySeconds: node.camera.secondsPerPicture)
      guard let index = node.queued.first, !node.memory[index].isEmpty else {
        node.sequence &+= 1
        continue
      }
      node.queued.removeFirst()
      let picture = script.isEmpty ? Picture.good : script.removeFirst()
      node.filled.append(fill(index, picture, stamp, &node))
      node.sequence &+= 1
    }
    nodes[path] = node
  }

  private func fill(
    _ index: Int, _ picture: Picture, _ stamp: Timestamp, _ node: inout Node
  ) -> FilledBuffer {
    if case .afterLosing(let count) = picture { node.sequence &+= count }
    var counts = node.format.memories.map(\.sizeImage)
    if node.format.code.layout?.reading == .jpeg {
      let bytes = jpegBytes(picture, node.format)
      counts[0] = min(bytes.count, node.memory[index][0].count)
      node.memory[index][0].copyBytes(from: bytes[..<counts[0]])
    } else {
      paint(node.memory[index], picture, node.sequence)
    }
    var time: Timestamp? = stamp.advanced(bySeconds: -node.camera.secondsOfTransfer)
    lastStamp = time
    switch picture {
    case .empty: counts = counts.map { _ in 0 }
    case .short, .truncated: counts = counts.map { $0 / 3 }
    case .stamped(let offset): time = offset.map { stamp.advanced(bySeconds: $0) }
    case .good, .damaged, .afterLosing, .extraneous, .withoutTables, .black: break
    }
    return FilledBuffer(
      index: index, bytesUsed: counts, sequence: node.sequence, timestamp: time,
      moment: node.camera.moment, isDamaged: picture == .damaged)
  }

  private func jpegBytes(_ picture: Picture, _ format: VideoFormat) -> [UInt8] {
    let bytes = jpeg(width: format.width, height: format.height, isBlack: picture == .black)
    // Between the start marker and the first segment.
    if picture == .withoutTables { return Self.withoutTables(bytes) }
    return picture == .extraneous ? Array(bytes[..<2]) + [0, 0, 0] + bytes[2...] : bytes
  }

  /// Stripes that begin with the picture's number, or black.
  private func paint(
    _ memories: [UnsafeMutableRawBufferPointer], _ picture: Picture, _ number: UInt32
  ) {
    for memory in memories {
      for i in 0..<memory.count {
        memory[i] =
          picture == .black ? 16 : UInt8(truncatingIfNeeded: number &+ UInt32(i % 97))
      }
    }
  }
}

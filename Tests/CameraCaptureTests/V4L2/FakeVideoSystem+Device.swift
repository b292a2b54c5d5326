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
      if let path = fake.visitors.removeValue(forKey: device),
        fake.nodes[path]?.owner == device
      {
        fake.nodes[path]?.owner = nil
        fake.nodes[path]?.isStreaming = false
      }
    }
  }

  func capability(_ device: Int32) throws(SystemCallError) -> VideoCapability {
    try with(device, "capability") { (n) throws(SystemCallError) in n.camera.capability }
  }

  func pixelFormat(
    _ device: Int32, index: Int
  ) throws(SystemCallError) -> FourCharacterCode {
    try with(device, "pixelFormat") { (n) throws(SystemCallError) in
      var codes: [FourCharacterCode] = []
      for mode in n.camera.modes where !codes.contains(mode.code) { codes.append(mode.code) }
      guard index < codes.count else { throw SystemCallError(EINVAL) }
      return codes[index]
    }
  }

  func frameSize(
    _ device: Int32, code: FourCharacterCode, index: Int
  ) throws(SystemCallError) -> (width: Int, height: Int)? {
    try with(device, "frameSize") { (n) throws(SystemCallError) in
      let sizes = n.camera.modes.filter { $0.code == code }
      guard index < sizes.count else { throw SystemCallError(EINVAL) }
      return (sizes[index].width, sizes[index].height)
    }
  }

  func frameInterval(
    _ device: Int32, format: VideoFormat, index: Int
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
  func setFormat(_ device: Int32, _ format: VideoFormat) throws(SystemCallError) -> VideoFormat {
    try with(device, "setFormat \(format.code) \(format.width)x\(format.height)") {
      (n) throws(SystemCallError) in
      let same = n.camera.modes.filter { $0.code == format.code }
      let mode = (same.isEmpty ? n.camera.modes : same).min {
        abs($0.width - format.width) < abs($1.width - format.width)
      }
      guard let mode else { throw SystemCallError(EINVAL) }
      var result = VideoFormat(code: mode.code, width: mode.width, height: mode.height)
      let pixel = mode.code == .yuyv ? 2 : 1
      if !mode.code.isCompressed {
        result.bytesPerLine = mode.width * pixel + n.camera.bytesPerLinePadding
      }
      result.sizeImage = max(result.bytesPerLine * mode.height * 2, mode.width * mode.height * 2)
      n.format = result
      return result
    }
  }

  func setInterval(
    _ device: Int32, _ interval: FrameInterval
  ) throws(SystemCallError) -> FrameInterval {
    try with(device, "setInterval") { (n) throws(SystemCallError) in
      let highest =
        n.camera.modes.filter {
          $0.code == n.format.code && $0.width == n.format.width
        }.map(\.rate).max() ?? 30
      return FrameInterval(1, min(highest, interval.denominator / interval.numerator))
    }
  }

  func set(_ device: Int32, _ control: VideoControl, to value: Int32) throws(SystemCallError) {
    try with(device, "set \(control) \(value)") { (_) throws(SystemCallError) in }
  }

  func requestBuffers(_ device: Int32, count: Int) throws(SystemCallError) -> Int {
    try with(device, "requestBuffers \(count)") { (n) throws(SystemCallError) in
      if n.isStreaming || n.owner != nil && n.owner != device { throw SystemCallError(EBUSY) }
      n.owner = count > 0 ? device : nil
      n.memory = Array(repeating: nil, count: min(count, n.camera.bufferLimit))
      n.queued = []
      n.filled = []
      return n.memory.count
    }
  }

  func map(
    _ device: Int32, buffer: Int
  ) throws(SystemCallError) -> UnsafeMutableRawBufferPointer {
    let memory = try with(device, "map") { (n) throws(SystemCallError) in
      guard n.memory.indices.contains(buffer) else { throw SystemCallError(EINVAL) }
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(n.format.sizeImage, 1), alignment: 64)
      n.memory[buffer] = memory
      return UInt(bitPattern: memory.baseAddress)
    }
    locked { $0.mappedCount += 1 }
    let size = locked { fake in fake.node(of: device)?.format.sizeImage ?? 1 }
    return UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: memory), count: size)
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    locked { fake in
      fake.callLog.append("unmap")
      fake.mappedCount -= 1
      fake.nodes = fake.nodes.mapValues { node in
        var node = node
        node.memory = node.memory.map { $0?.baseAddress == memory.baseAddress ? nil : $0 }
        return node
      }
    }
    memory.deallocate()
  }

  func queue(_ device: Int32, buffer: Int) throws(SystemCallError) {
    try with(device, "queue \(buffer)") { (n) throws(SystemCallError) in
      guard n.memory.indices.contains(buffer), !n.queued.contains(buffer),
        !n.filled.contains(where: { $0.index == buffer })
      else { throw SystemCallError(EINVAL) }
      n.queued.append(buffer)
    }
  }

  func dequeue(_ device: Int32) throws(SystemCallError) -> FilledBuffer {
    try with(device, "dequeue") { (n) throws(SystemCallError) in
      guard n.isStreaming else { throw SystemCallError(EINVAL) }
      guard !n.filled.isEmpty else { throw SystemCallError(EAGAIN) }
      return n.filled.removeFirst()
    }
  }

  func startStreaming(_ device: Int32) throws(SystemCallError) {
    let time = now()
    try with(device, "startStreaming") { (n) throws(SystemCallError) in
      n.isStreaming = true
      n.sequence = 0
      n.due = time.advanced(bySeconds: n.camera.secondsPerPicture)
    }
  }

  func stopStreaming(_ device: Int32) throws(SystemCallError) {
    try with(device, "stopStreaming") { (n) throws(SystemCallError) in
      n.isStreaming = false
      n.queued = []
      n.filled = []
    }
  }

  /// Does a call on the node behind a descriptor; ENODEV when that is unplugged.
  private func with<Result>(
    _ device: Int32, _ call: String, _ body: (inout Node) throws(SystemCallError) -> Result
  ) throws(SystemCallError) -> Result {
    try begin(call)
    condition.lock()
    defer { condition.unlock() }
    guard let path = visitors[device] else { throw SystemCallError(EBADF) }
    guard !orphans.contains(device), var node = nodes[path] else {
      throw SystemCallError(ENODEV)
    }
    let result = try body(&node)
    nodes[path] = node
    return result
  }

  func node(of device: Int32) -> Node? { visitors[device].flatMap { nodes[$0] } }

  /// Fills queued buffers with the pictures that are due; `condition` is held.
  func produce(_ path: String) {
    guard var node = nodes[path], node.isStreaming, !isStalled else { return }
    let time = now()
    if isLockStep { node.due = node.filled.isEmpty ? time : time.advanced(bySeconds: 1) }
    while node.due <= time {
      let stamp = node.due
      node.due = node.due.advanced(bySeconds: node.camera.secondsPerPicture)
      guard let index = node.queued.first, let memory = node.memory[index] else {
        node.sequence &+= 1
        continue
      }
      node.queued.removeFirst()
      let picture = script.isEmpty ? Picture.good : script.removeFirst()
      node.filled.append(fill(memory, index, picture, stamp, &node))
      node.sequence &+= 1
    }
    nodes[path] = node
  }

  private func fill(
    _ memory: UnsafeMutableRawBufferPointer, _ index: Int, _ picture: Picture,
    _ stamp: Timestamp, _ node: inout Node
  ) -> FilledBuffer {
    if case .afterLosing(let count) = picture { node.sequence &+= count }
    var count = node.format.sizeImage
    if node.format.code.isCompressed {
      count = min(jpeg.count, memory.count)
      memory.copyBytes(from: jpeg[..<count])
    } else {
      for i in 0..<memory.count { memory[i] = UInt8(truncatingIfNeeded: node.sequence) }
    }
    var time: Timestamp? = stamp
    switch picture {
    case .empty: count = 0
    case .short, .truncated: count = count / 3
    case .stamped(let offset): time = offset.map { stamp.advanced(bySeconds: $0) }
    case .good, .damaged, .afterLosing: break
    }
    return FilledBuffer(
      index: index, bytesUsed: count, sequence: node.sequence, timestamp: time,
      isDamaged: picture == .damaged)
  }
}

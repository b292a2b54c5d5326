import CVideo4Linux
import Glibc
import SpatialMath

extension LinuxVideoDeviceSystem {
  /// VIDIOC_REQBUFS.
  package func requestBuffers(_ node: VideoNode, count: Int) throws(SystemCallError) -> Int {
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = node.bufferType
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_reqbufs, &request))
    return Int(request.count)
  }

  /// VIDIOC_QUERYBUF and mmap, once for each memory.
  package func map(
    _ node: VideoNode, buffer index: Int
  ) throws(SystemCallError) -> [UnsafeMutableRawBufferPointer] {
    var buffer = DriverBuffer(node, index)
    try buffer.call(bifrons_vidioc_querybuf, self)
    var memories: [UnsafeMutableRawBufferPointer] = []
    for (length, offset) in buffer.pieces {
      let memory = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, node.descriptor, offset)
      guard let memory, memory != MAP_FAILED else {
        let error = SystemCallError(errno)
        memories.forEach(unmap)
        throw error
      }
      memories.append(UnsafeMutableRawBufferPointer(start: memory, count: length))
    }
    return memories
  }

  /// Ends a mapping (munmap).
  package func unmap(_ memory: UnsafeMutableRawBufferPointer) {
    if let base = memory.baseAddress { _ = munmap(base, memory.count) }
  }

  /// VIDIOC_QBUF.
  package func queue(_ node: VideoNode, buffer index: Int) throws(SystemCallError) {
    var buffer = DriverBuffer(node, index)
    try buffer.call(bifrons_vidioc_qbuf, self)
  }

  /// VIDIOC_DQBUF.
  package func dequeue(_ node: VideoNode) throws(SystemCallError) -> FilledBuffer {
    var buffer = DriverBuffer(node, 0)
    try buffer.call(bifrons_vidioc_dqbuf, self)
    return buffer.filled
  }

  /// VIDIOC_STREAMON.
  package func startStreaming(_ node: VideoNode) throws(SystemCallError) {
    var type = node.bufferType
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_streamon, &type))
  }

  /// VIDIOC_STREAMOFF.
  package func stopStreaming(_ node: VideoNode) throws(SystemCallError) {
    var type = node.bufferType
    try check(bifrons_ioctl(node.descriptor, bifrons_vidioc_streamoff, &type))
  }
}

extension VideoNode {
  /// Which kind of buffers calls are about.
  var bufferType: UInt32 {
    isMultiplanar
      ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
  }
}

/// A `v4l2_buffer` with room for the planes of a multi-planar one.
private struct DriverBuffer {
  private let node: VideoNode
  private var buffer = v4l2_buffer()
  private var planes: [v4l2_plane] = []

  init(_ node: VideoNode, _ index: Int) {
    self.node = node
    buffer.type = node.bufferType
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    buffer.index = UInt32(index)
    if node.isMultiplanar {
      planes = Array(repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
    }
  }

  mutating func call(
    _ request: UInt, _ system: LinuxVideoDeviceSystem
  ) throws(SystemCallError) {
    guard node.isMultiplanar else {
      try system.check(bifrons_ioctl(node.descriptor, request, &buffer))
      return
    }
    buffer.length = UInt32(planes.count)
    let result = planes.withUnsafeMutableBufferPointer { planes in
      buffer.m.planes = planes.baseAddress
      return bifrons_ioctl(node.descriptor, request, &buffer) < 0 ? errno : 0
    }
    // The pointer must not outlive the closure.
    buffer.m.planes = nil
    if result != 0 { throw SystemCallError(result) }
  }

  /// Planes that the driver spoke of; it writes their number into `length`.
  private var spokenPlanes: ArraySlice<v4l2_plane> {
    planes.prefix(max(1, min(Int(buffer.length), planes.count)))
  }

  /// Length and mapping offset of each memory.
  var pieces: [(length: Int, offset: Int)] {
    if !node.isMultiplanar { return [(Int(buffer.length), Int(buffer.m.offset))] }
    return spokenPlanes.map { (Int($0.length), Int($0.m.mem_offset)) }
  }

  var filled: FilledBuffer {
    func has(_ value: Int32, of mask: Int32) -> Bool {
      buffer.flags & UInt32(bitPattern: mask) == UInt32(bitPattern: value)
    }
    let stamp = Timestamp(
      nanoseconds: Int64(buffer.timestamp.tv_sec) * 1_000_000_000
        + Int64(buffer.timestamp.tv_usec) * 1000)
    let isMonotonic = has(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC, of: V4L2_BUF_FLAG_TIMESTAMP_MASK)
    let isStart = has(V4L2_BUF_FLAG_TSTAMP_SRC_SOE, of: V4L2_BUF_FLAG_TSTAMP_SRC_MASK)
    return FilledBuffer(
      index: Int(buffer.index),
      bytesUsed: node.isMultiplanar
        ? spokenPlanes.map { Int($0.bytesused) } : [Int(buffer.bytesused)],
      sequence: buffer.sequence, timestamp: isMonotonic ? stamp : nil,
      moment: isStart ? .startOfExposure : .endOfFrame,
      isDamaged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0)
  }
}

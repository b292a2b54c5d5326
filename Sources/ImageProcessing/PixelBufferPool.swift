import SessionCore
import Synchronization

/// Reuses picture memory, so that a camera at 30 frames a second does not map and clear a
/// megabyte for each.
///
/// Memory comes back when a buffer's last reference goes, on any thread; a few blocks of the last
/// size are kept. Thread-safe.
package final class PixelBufferPool: Sendable {
  /// Safety: a block is owned by exactly one picture, or by the pool when it is in `free`.
  private struct Block: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
  }

  private let free = Mutex<[Block]>([])
  private let capacity: Int

  /// Creates a pool that keeps at most `capacity` unused blocks.
  package init(capacity: Int = 4) { self.capacity = capacity }

  deinit {
    free.withLock { blocks in blocks.forEach { $0.memory.deallocate() } }
  }

  /// The number of unused blocks at the moment.
  package var unusedCount: Int { free.withLock(\.count) }

  /// Lends a buffer whose planes have the strides and rows asked for, after `fill` has written it.
  ///
  /// `planes` gives the bytes from one row to the next, and the rows, of each plane of the format.
  ///
  /// - Throws: what `fill` throws; the memory then goes back to the pool.
  package func make<Failure: Error>(
    width: Int, height: Int, format: PixelFormat, encoding: ColorEncoding,
    planes shapes: [(stride: Int, rows: Int)],
    fill: ([UnsafeMutablePointer<UInt8>]) throws(Failure) -> Void
  ) throws(Failure) -> PixelBuffer {
    let offsets = Self.offsets(of: shapes)
    let block = take(byteCount: offsets.total)
    let memory = block.memory
    let bases = offsets.starts.compactMap { start in
      memory.baseAddress.map { ($0 + start).assumingMemoryBound(to: UInt8.self) }
    }
    do {
      try fill(bases)
    } catch {
      giveBack(block)
      throw error
    }
    let planes = zip(bases, shapes).map {
      PixelBuffer.Plane(base: UnsafeRawPointer($0), stride: $1.stride)
    }
    return PixelBuffer(
      width: width, height: height, format: format, encoding: encoding, planes: planes
    ) { [self] in giveBack(block) }
  }

  /// Plane starts are multiples of a cache line.
  private static func offsets(
    of shapes: [(stride: Int, rows: Int)]
  ) -> (starts: [Int], total: Int) {
    var starts: [Int] = []
    var total = 0
    for shape in shapes {
      starts.append(total)
      total += (shape.stride * shape.rows + 63) & ~63
    }
    return (starts, max(total, 64))
  }

  private func take(byteCount: Int) -> Block {
    let found = free.withLock { blocks -> Block? in
      if let place = blocks.lastIndex(where: { $0.memory.count == byteCount }) {
        return blocks.remove(at: place)
      }
      return nil
    }
    return found ?? Block(memory: .allocate(byteCount: byteCount, alignment: 64))
  }

  private func giveBack(_ block: Block) {
    let surplus = free.withLock { blocks -> Block? in
      blocks.append(block)
      return blocks.count > capacity ? blocks.removeFirst() : nil
    }
    surplus?.memory.deallocate()
  }
}

import CLiteRT
import Foundation

/// One network with its input and output memory, run on the calling thread.
///
/// The memory is the runtime's own: what is written into the input is what the network reads, and
/// outputs are read where the network left them. Bound to one thread at a time.
package final class InferenceModel {
  /// The model's name in messages.
  package let name: String
  /// The number of values of the input.
  package internal(set) var inputCount = 0
  /// The number of values of each output.
  package internal(set) var outputCounts: [Int] = []

  let runtime: InferenceRuntime
  // The runtime reads weights out of these bytes for as long as the model lives.
  let bytes: UnsafeMutableRawBufferPointer
  var model: bifrons_litert_model?
  var compiled: bifrons_litert_compiled?
  var input: bifrons_litert_buffer?
  var outputs: [bifrons_litert_buffer?] = []

  /// LiteRtTensorBufferLockMode.
  private enum LockMode {
    static let read: Int32 = 0
    static let write: Int32 = 1
  }

  /// Compiles a network for the CPU with one thread.
  ///
  /// - Parameters:
  ///   - runtime: the loaded runtime.
  ///   - data: the content of a `.tflite` file with one input.
  ///   - name: how messages call it.
  ///   - inputShape: the input's dimensions when the file leaves them open.
  /// - Throws: `FaceTrackingError.inferenceFailed` with the step that failed, `.modelUnexpected`
  ///   for a network of another kind.
  package init(
    runtime: InferenceRuntime, data: Data, name: String, inputShape: [Int32]? = nil
  ) throws(FaceTrackingError) {
    self.runtime = runtime
    self.name = name
    bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 64)
    data.withUnsafeBytes { bytes.copyMemory(from: $0) }
    // From here on a failure runs `deinit`, which gives back what exists.
    try compile(inputShape: inputShape)
    try makeBuffers(inputShape: inputShape)
  }

  deinit {
    let f = runtime.functions
    for output in outputs { f.DestroyTensorBuffer(output) }
    if let input { f.DestroyTensorBuffer(input) }
    if let compiled { f.DestroyCompiledModel(compiled) }
    if let model { f.DestroyModel(model) }
    bytes.deallocate()
  }

  /// Lets `write` fill the input, `inputCount` values.
  package func withInput(
    _ write: (UnsafeMutableBufferPointer<Float>) throws(FaceTrackingError) -> Void
  ) throws(FaceTrackingError) {
    let memory = try lock(input, mode: LockMode.write)
    defer { _ = runtime.functions.UnlockTensorBuffer(input) }
    try write(UnsafeMutableBufferPointer(start: memory, count: inputCount))
  }

  /// Runs the network.
  package func run() throws(FaceTrackingError) {
    let status = outputs.withUnsafeMutableBufferPointer { outputs in
      runtime.functions.RunCompiledModel(compiled, 0, 1, &input, outputs.count, outputs.baseAddress)
    }
    try check(status, "run")
  }

  /// Lets `read` see an output, `outputCounts[index]` values.
  package func withOutput<Result>(
    _ index: Int, _ read: (UnsafeBufferPointer<Float>) throws(FaceTrackingError) -> Result
  ) throws(FaceTrackingError) -> Result {
    let memory = try lock(outputs[index], mode: LockMode.read)
    defer { _ = runtime.functions.UnlockTensorBuffer(outputs[index]) }
    return try read(UnsafeBufferPointer(start: memory, count: outputCounts[index]))
  }

  private func lock(
    _ buffer: bifrons_litert_buffer?, mode: Int32
  ) throws(FaceTrackingError) -> UnsafeMutablePointer<Float> {
    var memory: UnsafeMutableRawPointer?
    try check(runtime.functions.LockTensorBuffer(buffer, &memory, mode), "lock a buffer")
    guard let memory else {
      throw .inferenceFailed(model: name, step: "lock a buffer", status: 0)
    }
    return memory.assumingMemoryBound(to: Float.self)
  }

  func check(_ status: Int32, _ step: String) throws(FaceTrackingError) {
    guard status == 0 else {
      throw .inferenceFailed(model: name, step: step, status: Int(status))
    }
  }
}

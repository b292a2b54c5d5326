import CLiteRT
import Foundation
import Synchronization

// The order of calls that the runtime wants: model, options, compiled model, input size, buffers.
extension InferenceModel {
  /// LiteRtHwAccelerators: the CPU.
  private static let cpuAccelerator: Int32 = 1
  /// The number of LiteRtElementType for single precision.
  private static let singlePrecision: Int32 = 1

  func compile(inputShape: [Int32]?) throws(FaceTrackingError) {
    let f = runtime.functions
    try check(
      f.CreateModelFromBuffer(runtime.environment, bytes.baseAddress, bytes.count, &model),
      "read the model")
    var options: bifrons_litert_options?
    try check(f.CreateOptions(&options), "make options")
    defer { f.DestroyOptions(options) }
    try check(
      f.SetOptionsHardwareAccelerators(options, Self.cpuAccelerator), "choose the processor")
    try setOneThread(options)
    // The runtime's one line for each model would be the only text that a library prints.
    let status = Self.quietly {
      f.CreateCompiledModel(runtime.environment, model, options, &compiled)
    }
    try check(status, "compile the model")
    if let inputShape {
      try check(
        f.CompiledModelResizeInputTensor(compiled, 0, 0, inputShape, inputShape.count),
        "size the input")
    }
  }

  /// Standard error belongs to the whole process: one holder at a time, or the second one would put
  /// the first one's memory in its place for good.
  private static let standardError = Mutex(())

  private static func quietly<Value>(_ body: () -> Value) -> Value {
    standardError.withLock { _ in
      let held = bifrons_hold_standard_error()
      defer { bifrons_release_standard_error(held) }
      return body()
    }
  }

  /// Asks for one thread: several would wait for each other by spinning, beside a second tracker.
  private func setOneThread(_ options: bifrons_litert_options?) throws(FaceTrackingError) {
    let text = strdup("num_threads = 1\n")
    var opaque: bifrons_litert_opaque?
    let status = runtime.functions.CreateOpaqueOptions("xnnpack", text, { free($0) }, &opaque)
    if status != 0 { free(text) }
    try check(status, "set one thread")
    try check(runtime.functions.AddOpaqueOptions(options, opaque), "set one thread")
  }

  func makeBuffers(inputShape: [Int32]?) throws(FaceTrackingError) {
    let f = runtime.functions
    var signature: bifrons_litert_signature?
    var (inputTotal, outputTotal) = (0, 0)
    try check(f.GetModelSignature(model, 0, &signature), "read the signature")
    try check(f.GetNumSignatureInputs(signature, &inputTotal), "count the inputs")
    try check(f.GetNumSignatureOutputs(signature, &outputTotal), "count the outputs")
    guard inputTotal == 1 else {
      throw .modelUnexpected(model: name, reason: "it has \(inputTotal) inputs instead of one")
    }
    var tensor: bifrons_litert_tensor?
    var need: bifrons_litert_requirements?
    try check(f.GetSignatureInputTensorByIndex(signature, 0, &tensor), "read the input")
    try check(f.GetCompiledModelInputBufferRequirements(compiled, 0, 0, &need), "size the input")
    (input, inputCount) = try makeBuffer(tensor, need, shape: inputShape)
    for index in 0..<outputTotal {
      try check(f.GetSignatureOutputTensorByIndex(signature, index, &tensor), "read an output")
      try check(
        f.GetCompiledModelOutputBufferRequirements(compiled, 0, index, &need), "size an output")
      let (buffer, count) = try makeBuffer(tensor, need, shape: nil)
      outputs.append(buffer)
      outputCounts.append(count)
    }
  }

  private func makeBuffer(
    _ tensor: bifrons_litert_tensor?, _ need: bifrons_litert_requirements?, shape: [Int32]?
  ) throws(FaceTrackingError) -> (bifrons_litert_buffer?, Int) {
    var type = bifrons_litert_tensor_type()
    try check(runtime.functions.GetRankedTensorType(tensor, &type), "read a tensor's type")
    guard type.element_type == Self.singlePrecision else {
      throw .modelUnexpected(model: name, reason: "it does not compute in single precision")
    }
    let rank = Int(type.layout.rank)
    let count = withUnsafeMutableBytes(of: &type.layout.dimensions) { raw in
      let dimensions = raw.bindMemory(to: Int32.self)
      for (index, size) in (shape ?? []).enumerated() { dimensions[index] = size }
      // An open dimension (the batch) counts one.
      for index in 0..<rank where dimensions[index] < 1 { dimensions[index] = 1 }
      return dimensions[0..<rank].reduce(1) { $0 * Int($1) }
    }
    var buffer: bifrons_litert_buffer?
    try check(
      runtime.functions.CreateManagedTensorBufferFromRequirements(
        runtime.environment, &type, need, &buffer), "allocate a buffer")
    return (buffer, count)
  }
}

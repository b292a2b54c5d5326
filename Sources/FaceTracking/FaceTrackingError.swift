import SessionCore
import SystemSupport

/// Why face tracking cannot start or go on.
package enum FaceTrackingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A model or the inference runtime is missing, or is not the pinned one.
  case models(ModelStoreError)
  /// The inference runtime cannot be loaded; the loader's own words.
  case runtimeUnusable(path: String, reason: String)
  /// The runtime refused a step with a model.
  case inferenceFailed(model: String, step: String, status: Int)
  /// A model file has another content than this program knows how to use.
  case modelUnexpected(model: String, reason: String)
  /// A picture cannot be read; the text says why.
  case pictureUnusable(reason: String)

  /// The same as the session reports it.
  package var sessionError: SessionError {
    switch self {
    case .models, .runtimeUnusable, .modelUnexpected:
      SessionError(.unsupportedConfiguration, description)
    case .inferenceFailed, .pictureUnusable:
      SessionError(.sensorFailed, description)
    }
  }

  /// What, where, and what to try.
  package var description: String {
    switch self {
    case .models(let error):
      error.description
    case .runtimeUnusable(let path, let reason):
      "\(path): the inference runtime cannot be loaded (\(reason)); delete it and run Tools/setup"
    case .inferenceFailed(let model, let step, let status):
      "\(model): the inference runtime failed to \(step) (status \(status)); "
        + "run Tools/setup again, and check that enough memory is free"
    case .modelUnexpected(let model, let reason):
      "\(model): \(reason); delete it and run Tools/setup"
    case .pictureUnusable(let reason):
      reason
    }
  }
}

import SessionCore

/// Brings a camera's settings to what a configuration says, as far as the camera has them.
///
/// Automatic modes come before the values that they forbid; what the camera marks as fixed is left
/// alone; values are clamped to its range. Cameras forget all of it when they are unplugged, so it
/// is done after every opening.
struct ControlPlan {
  let settings: CameraControls
  private var remarks: [String] = []
  private let device: VideoDevice

  /// V4L2_EXPOSURE_…: the items of the exposure mode's menu.
  private enum ExposureMode: Int32 {
    case automatic, manual, shutterPriority, aperturePriority
  }

  /// Applies settings to an open camera; a camera that refuses is none the worse for it.
  ///
  /// - Returns: what a person should know: settings that are not there or were clamped.
  static func apply(_ settings: CameraControls, to device: VideoDevice) -> [String] {
    var plan = ControlPlan(settings, device)
    plan.apply()
    return plan.remarks
  }

  private init(_ settings: CameraControls, _ device: VideoDevice) {
    self.settings = settings
    self.device = device
  }

  private mutating func apply() {
    applyExposure()
    applyGain()
    applyPair(
      "focus", settings.focus, automatic: .autoFocus, value: .focus, unit: "",
      scale: Self.part)
    applyPair(
      "white balance", settings.whiteBalance, automatic: .autoWhiteBalance,
      value: .whiteBalanceTemperature, unit: " K"
    ) { value, _ in value }
    if let hertz = settings.powerLineFrequency {
      set(.powerLineFrequency, to: hertz == 60 ? 2 : 1, name: "mains frequency")
    }
    // Not asked for by name: silence where the camera has no such thing.
    _ = write(.exposureDynamicFrameRate, settings.allowsDynamicFrameRate ? 1 : 0)
  }

  private mutating func applyExposure() {
    switch settings.exposure {
    case .keep: return
    case .automatic:
      // UVC cameras have aperture priority, others automatic; which one is in the menu.
      setExposureMode([.aperturePriority, .automatic])
    case .value(let seconds):
      setExposureMode([.manual, .shutterPriority])
      // In units of 100 µs.
      setValue(.exposureTime, seconds * 10_000, name: "exposure time") {
        "\(shortText(Double($0) / 10)) ms"
      }
    }
  }

  private mutating func setExposureMode(_ wanted: [ExposureMode]) {
    let mode = wanted.first {
      (try? device.hasMenuItem(.exposureMode, $0.rawValue)) == true
    }
    guard let mode else {
      remarks.append(
        "has no \(wanted.contains(.manual) ? "manual" : "automatic") exposure; it is left as it is")
      return
    }
    set(.exposureMode, to: Double(mode.rawValue), name: "exposure mode")
  }

  private mutating func applyGain() {
    applyPair(
      "gain", settings.gain, automatic: .autoGain, value: .gain, unit: "",
      isAutomaticOptional: true, scale: Self.part)
  }

  /// A setting with an automatic mode beside it.
  private mutating func applyPair(
    _ name: String, _ choice: CameraControls.Choice, automatic: VideoControl,
    value control: VideoControl, unit: String, isAutomaticOptional: Bool = false,
    scale: (Double, VideoControlInfo) -> Double
  ) {
    switch choice {
    case .keep: return
    case .automatic:
      guard write(automatic, 1) != nil else {
        // A camera without such a mode either has nothing to choose or chooses it with exposure.
        if !isAutomaticOptional { remarks.append("has no automatic \(name); it is left as it is") }
        return
      }
    case .value(let value):
      _ = write(automatic, 0)
      guard let info = try? device.info(control) else {
        remarks.append("has no \(name) to set; it is left as it is")
        return
      }
      setValue(control, scale(value, info), name: name) { "\($0)\(unit)" }
    }
  }

  /// A part of a range, as the camera counts.
  private static func part(_ value: Double, _ info: VideoControlInfo) -> Double {
    Double(info.minimum) + value * Double(info.maximum - info.minimum)
  }

  /// Sets a value, and says when the camera takes another.
  private mutating func setValue(
    _ control: VideoControl, _ value: Double, name: String, text: (Int32) -> String
  ) {
    guard let info = try? device.info(control) else {
      remarks.append("has no \(name) to set; it is left as it is")
      return
    }
    set(control, to: value, name: name)
    let isOutside = value < Double(info.minimum) - 0.5 || value > Double(info.maximum) + 0.5
    if isOutside {
      remarks.append(
        "its \(name) reaches from \(text(info.minimum)) to \(text(info.maximum)); "
          + "set to \(text(info.nearest(to: value)))")
    }
  }

  private mutating func set(_ control: VideoControl, to value: Double, name: String) {
    switch write(control, value) {
    case nil: remarks.append("has no \(name) to set; it is left as it is")
    case .fixed: remarks.append("its \(name) cannot be changed; it is left as it is")
    case .refused(let error): remarks.append("its \(name) is refused (\(error.text))")
    case .done: break
    }
  }

  private enum Writing {
    case done, fixed, refused(SystemCallError)
  }

  /// Changes a setting; nil when the camera has none.
  private func write(_ control: VideoControl, _ value: Double) -> Writing? {
    guard let info = try? device.info(control) else { return nil }
    if info.isReadOnly || info.isInactive { return .fixed }
    do throws(SystemCallError) {
      try device.set(control, to: info.nearest(to: value))
      return .done
    } catch {
      return .refused(error)
    }
  }
}

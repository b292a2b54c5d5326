import SessionCore
import SpatialMath

/// Watches the pictures that come for what a person should know: a covered lens, a rate that is not
/// kept.
struct PictureWatch: Sendable {
  private let timing: VideoDeviceTiming
  private var flatSince: Timestamp?
  private var nextLook: Timestamp?
  private var window: (number: Int, time: Timestamp)?

  /// Seconds between two looks at the pixels.
  private static let lookInterval = 0.25
  /// Columns and rows of the pixels that are looked at.
  private static let columns = 16, rows = 12
  /// A covered lens gives black with a little noise: below this mean and deviation, of 255.
  private static let darkMean = 40.0, darkDeviation = 6.0
  /// A closed electronic shutter gives one colour exactly.
  private static let flatDeviation = 0.75
  /// Of the promised rate.
  private static let poorRate = 0.75

  init(timing: VideoDeviceTiming) { self.timing = timing }

  /// Begins anew with a stream.
  mutating func streamStarted() { (flatSince, nextLook, window) = (nil, nil, nil) }

  /// Looks at a picture.
  ///
  /// - Returns: what there is to say; the same things again and again.
  mutating func look(at frame: CameraFrame, nominalRate: Double) -> [String] {
    var remarks: [String] = []
    // A depth camera that measures nothing is no closed shutter.
    if frame.pixels.format != .depth16, isDue(frame.timestamp), isFlat(frame.pixels) {
      flatSince = flatSince ?? frame.timestamp
      if let since = flatSince, frame.timestamp.seconds(since: since) >= timing.flatPicture {
        remarks.append(
          "the picture is flat and dark: open the lens cover or privacy shutter, or put on a light")
      }
    }
    if let rate = poorRate(frame, nominalRate) {
      remarks.append(
        "delivers \(shortText((rate * 10).rounded() / 10)) of the \(shortText(nominalRate)) Hz that "
          + "it promised; cameras do that in the dark: more light or a shorter exposure may help")
    }
    return remarks
  }

  private mutating func isDue(_ time: Timestamp) -> Bool {
    if let nextLook, time < nextLook { return false }
    nextLook = time.advanced(bySeconds: Self.lookInterval)
    return true
  }

  /// Whether a picture shows nothing; forgets about flat pictures when it does.
  private mutating func isFlat(_ pixels: PixelBuffer) -> Bool {
    let (_, deviation) = Self.brightness(pixels)
    let isFlat = deviation < Self.flatDeviation || Self.isDark(pixels)
    if !isFlat { flatSince = nil }
    return isFlat
  }

  /// Whether a picture is black with at most a little noise.
  static func isDark(_ pixels: PixelBuffer) -> Bool {
    let (mean, deviation) = brightness(pixels)
    return mean < darkMean && deviation < darkDeviation
  }

  /// Mean and deviation of some pixels' brightness; of green where that is all there is.
  static func brightness(_ pixels: PixelBuffer) -> (mean: Double, deviation: Double) {
    let (step, offset): (Int, Int) =
      switch pixels.format {
      case .yuyv: (2, 0)
      case .rgb8: (3, 1)
      case .depth16: (2, 1)
      case .gray8, .yuv420, .yuv422, .yuv444, .nv12: (1, 0)
      }
    let plane = pixels.planes[0]
    var sum = 0, squares = 0
    for row in 0..<rows {
      let y = (2 * row + 1) * pixels.height / (2 * rows)
      for column in 0..<columns {
        let x = (2 * column + 1) * pixels.width / (2 * columns)
        let value = Int(
          plane.base.load(
            fromByteOffset: y * plane.stride + x * step + offset, as: UInt8.self))
        sum += value
        squares += value * value
      }
    }
    let count = Double(rows * columns)
    let mean = Double(sum) / count
    return (mean, max(0, Double(squares) / count - mean * mean).squareRoot())
  }

  /// The rate of the last window when it is poor.
  private mutating func poorRate(_ frame: CameraFrame, _ nominal: Double) -> Double? {
    guard let begin = window else {
      window = (frame.sequence, frame.timestamp)
      return nil
    }
    let seconds = frame.timestamp.seconds(since: begin.time)
    if seconds < timing.rateWindow { return nil }
    window = (frame.sequence, frame.timestamp)
    let rate = Double(frame.sequence - begin.number) / seconds
    return rate < nominal * Self.poorRate ? rate : nil
  }
}

import CFFmpeg
import SessionCore

/// libswscale's converter between pixel layouts and colour encodings, kept for pictures of one
/// kind.
///
/// One thread at a time.
final class FormatConverter {
  /// What a context is good for.
  private struct Kind: Equatable {
    var width: Int32, height: Int32
    var format: AVPixelFormat
    var encoding: ColorEncoding

    init(_ set: PlaneSet) {
      width = set.width
      height = set.height
      format = set.format
      encoding = set.encoding
    }
  }

  private var context: OpaquePointer?
  private var kinds: [Kind] = []

  deinit { sws_freeContext(context) }

  /// Converts a picture into memory of the target.
  ///
  /// - Returns: false when libswscale does not know the way.
  func convert(_ source: PlaneSet, to target: PlaneSet) -> Bool {
    guard let context = prepared(Kind(source), Kind(target)) else { return false }
    let from = source.bases.map { $0.map { UnsafePointer($0) } } + [nil, nil, nil]
    let to = target.bases + [nil, nil, nil]
    let rows = sws_scale(
      context, from, source.strides + [0, 0, 0], 0, source.height, to, target.strides + [0, 0, 0])
    return rows == target.height
  }

  private func prepared(_ source: Kind, _ target: Kind) -> OpaquePointer? {
    if kinds == [source, target], let context { return context }
    sws_freeContext(context)
    kinds = [source, target]
    context = sws_alloc_context()
    guard let context else { return nil }
    // The ranges are set before `sws_init_context`, which else takes a plain copy for the way from
    // full to limited range.
    let pointer = UnsafeMutableRawPointer(context)
    let settings: [(String, Int32)] = [
      ("srcw", source.width), ("srch", source.height), ("src_format", source.format.rawValue),
      ("src_range", source.encoding.isFullRange ? 1 : 0),
      ("dstw", target.width), ("dsth", target.height), ("dst_format", target.format.rawValue),
      ("dst_range", target.encoding.isFullRange ? 1 : 0),
      // Exact rounding, so that every machine gives the same bytes.
      ("sws_flags", SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT),
    ]
    for (name, value) in settings { av_opt_set_int(pointer, name, Int64(value), 0) }
    setColours(context, source.encoding, target.encoding)
    guard sws_init_context(context, nil, nil) >= 0 else {
      sws_freeContext(context)
      self.context = nil
      return nil
    }
    setColours(context, source.encoding, target.encoding)
    return context
  }

  private func setColours(
    _ context: OpaquePointer, _ source: ColorEncoding, _ target: ColorEncoding
  ) {
    func coefficients(_ encoding: ColorEncoding) -> UnsafePointer<Int32>? {
      sws_getCoefficients(encoding.matrix == .bt709 ? SWS_CS_ITU709 : SWS_CS_ITU601)
    }
    let one: Int32 = 1 << 16
    _ = sws_setColorspaceDetails(
      context, coefficients(source), source.isFullRange ? 1 : 0, coefficients(target),
      target.isFullRange ? 1 : 0, 0, one, one)
  }
}

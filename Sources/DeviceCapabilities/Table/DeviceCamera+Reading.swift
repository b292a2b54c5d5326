import SessionCore
import YAMLDocuments

extension DeviceCamera {
  static func read(_ reader: RowReader) -> DeviceCamera? {
    let stream: Stream? = reader.word("stream", needed: true)
    let facing: Facing? = reader.word("facing", needed: true)
    let note = reader.text("note")
    let formats = reader.section("formats", readFormats) ?? []
    let lens = reader.section("lens", DeviceLens.read)
    guard let stream, let facing else { return nil }
    return DeviceCamera(stream: stream, facing: facing, note: note, formats: formats, lens: lens)
  }

  /// `MJPG: { 640x480: [30, 15] }`, or `MJPG: {}` when only the format is known.
  private static func readFormats(_ reader: RowReader) -> [DeviceFormat] {
    reader.keys().compactMap { entry in
      guard entry.key.count == 4 else {
        reader.report(
          entry.key, "is no pixel format: V4L2's have four letters, such as MJPG and YUYV")
        return nil
      }
      let modes = reader.section(entry.key) { sizes in
        sizes.keys().compactMap { readMode($0, sizes) }
      }
      return DeviceFormat(fourCC: entry.key, modes: modes ?? [])
    }
  }

  private static func readMode(_ entry: YAMLEntry, _ reader: RowReader) -> DeviceFormat.Mode? {
    let key = YAMLNode(place: entry.place, value: .scalar(entry.key, isPlain: true))
    guard let size = key.pictureSize, size.width > 0, size.height > 0 else {
      reader.report(entry.key, "is no picture size; write it as 640x480")
      return nil
    }
    if entry.value.isNull { return .init(size: size, rates: []) }
    guard let rates = entry.value.numbers, rates.allSatisfy({ $0 > 0 && $0 <= 1000 }) else {
      reader.report(
        entry.key,
        "takes a list of rates in pictures a second, such as [30, 15], found \(entry.value.found)")
      return nil
    }
    return .init(size: size, rates: rates.sorted(by: >))
  }
}

extension DeviceLens {
  static func read(_ reader: RowReader) -> DeviceLens {
    DeviceLens(
      shutter: reader.word("shutter"),
      readout: reader.number("readout-milliseconds", in: 0.1...200).map { $0 / 1000 },
      otherAspects: reader.word("other-aspects"),
      fieldsOfView: reader.sections("fields-of-view", readView))
  }

  private static func readView(_ reader: RowReader) -> FieldOfView? {
    let aspect = reader.text("aspect", needed: true)
    let degrees = reader.number("horizontal-degrees", in: 5...175, needed: true)
    let basis: Basis? = reader.word("basis", needed: true)
    let source = reader.text("source", needed: true)
    guard let aspect, let degrees, let basis, let source else { return nil }
    let sides = aspect.split(separator: ":").compactMap { Double($0) }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0 else {
      reader.report("aspect", "takes width and height such as \"16:9\", found '\(aspect)'")
      return nil
    }
    return FieldOfView(
      aspect: aspect, ratio: sides[0] / sides[1], horizontal: degrees * .pi / 180, basis: basis,
      source: source)
  }
}

import SessionCore
import YAMLDocuments

extension DeviceRow {
  /// The version of the rows' form.
  private static let version = 1

  /// Reads a row.
  ///
  /// - Returns: the row, or nil with at least one problem.
  static func read(_ root: YAMLNode) -> (row: DeviceRow?, problems: [DocumentError.Problem]) {
    let problems = RowProblems()
    let reader = RowReader(root, path: "", problems: problems)
    _ = reader.integer("version", in: version...version, needed: true)
    let name = reader.text("name", needed: true)
    let kind: Kind? = reader.word("kind", needed: true)
    let row = DeviceRow(
      name: name ?? "", aliases: reader.texts("aliases"), kind: kind ?? .webcam,
      matches: reader.sections("matches") { MatchCondition.read($0, problems) },
      cameras: reader.sections("cameras", DeviceCamera.read),
      otherNodes: reader.words("other-nodes"), sensors: reader.words("sensors"),
      supports: reader.section("supports") { readSupports($0, problems) } ?? [],
      quirks: reader.sections("quirks", readQuirk),
      apple: reader.section("apple", AppleFacts.read) ?? nil,
      sources: reader.texts("sources", needed: true), place: root.place)
    reader.finish()
    row.check(reader)
    return (problems.all.isEmpty ? row : nil, problems.all)
  }

  private static func readQuirk(_ reader: RowReader) -> Quirk? {
    let what = reader.text("what", needed: true)
    let remedy = reader.text("remedy")
    return what.map { Quirk(what: $0, remedy: remedy) }
  }

  /// `face-tracking: yes`, or `{ answer: no, reason: …, faces: 1 }`.
  private static func readSupports(_ reader: RowReader, _ problems: RowProblems) -> [Support] {
    let names = Capability.allCases.filter(\.isForRows).map(\.rawValue)
    return reader.keys().compactMap { entry in
      let path = "\(reader.path).\(entry.key)"
      guard names.contains(entry.key), let capability = Capability(rawValue: entry.key) else {
        let nearest = Spelling.suggestion(for: entry.key, among: names)
        let known = nearest.isEmpty ? "; known: \(names.joined(separator: ", "))" : nearest
        problems.report(entry.place, "unknown capability '\(entry.key)'\(known)")
        return nil
      }
      let answers = CapabilityAnswer.allCases.map(\.rawValue).joined(separator: ", ")
      if let text = entry.value.text {
        if let answer = CapabilityAnswer(rawValue: text) {
          if answer == .no || answer == .limited {
            problems.report(
              entry.value.place,
              "\(path): a '\(text)' needs its reason: write "
                + "{ answer: \(text), reason: … }")
          }
          return Support(capability: capability, answer: answer, place: entry.place)
        }
        problems.report(entry.value.place, "\(path) takes one of \(answers), found '\(text)'")
        return nil
      }
      return readSupport(
        RowReader(entry.value, path: path, problems: problems), capability, entry.place)
    }
  }

  private static func readSupport(
    _ reader: RowReader, _ capability: Capability, _ place: SourcePlace
  ) -> Support? {
    let answer: CapabilityAnswer? = reader.word("answer", needed: true)
    let needsReason = answer == .no || answer == .limited
    let reason = reader.text("reason", needed: needsReason)
    let faces = reader.integer(
      "faces", in: 1...FaceTrackingConfiguration.supportedNumberOfTrackedFaces)
    reader.finish()
    return answer.map {
      Support(capability: capability, answer: $0, reason: reason, faces: faces, place: place)
    }
  }

  /// What no single key can tell.
  private func check(_ reader: RowReader) {
    let isApple = kind == .phone || kind == .tablet
    if isApple, !reader.has("apple"), !supports.isEmpty, name.hasPrefix("iP") {
      reader.report("apple", "is missing; it takes the facts that the rule for Apple devices needs")
    }
    let needsMatches = !isApple && kind != .unknownWebcam
    if needsMatches, matches.isEmpty {
      reader.report("matches", "is missing; it takes a list of ways to recognise the device")
    }
    guard let apple else { return }
    if apple.contradictsRule != apple.isMarkedAsContradiction {
      reader.report(
        "apple",
        apple.contradictsRule
          ? "contradicts the rule (\(apple.faceTrackingReason)); write contradicts-rule: true"
          : "does not contradict the rule; remove contradicts-rule")
    }
    checkAnswer(reader, .faceTracking, apple.isListed)
    checkAnswer(reader, .bothCameras, apple.allowsBothCameras)
  }

  /// The answers of an Apple row are the list's for faces and the rule's for both cameras.
  private func checkAnswer(_ reader: RowReader, _ capability: Capability, _ expected: Bool) {
    guard let support = support(capability), support.answer != (expected ? .yes : .no) else {
      return
    }
    reader.report(
      "supports",
      "\(capability.rawValue) says '\(support.answer.rawValue)', but the row's own facts give "
        + "'\(expected ? "yes" : "no")'")
  }
}

extension AppleFacts {
  static func read(_ reader: RowReader) -> AppleFacts? {
    let processor = reader.text("processor", needed: true)
    let trueDepth = reader.boolean("true-depth-camera", needed: true)
    let listed = reader.boolean("listed", needed: true)
    let marked = reader.boolean("contradicts-rule") ?? false
    guard let processor, let trueDepth, let listed else { return nil }
    guard processor.hasPrefix("A"),
      let generation = Int(processor.dropFirst().prefix { $0.isNumber })
    else {
      reader.report("processor", "takes a name such as A11 or A12X, found '\(processor)'")
      return nil
    }
    return AppleFacts(
      processor: processor, generation: generation, hasTrueDepthCamera: trueDepth,
      isListed: listed, isMarkedAsContradiction: marked)
  }
}

extension MatchCondition {
  static func read(_ reader: RowReader, _ problems: RowProblems) -> MatchCondition? {
    let text = reader.text("usb")
    let usb = text.flatMap { USBIdentifier($0) }
    if let text, usb == nil {
      reader.report(
        "usb", "takes a vendor and a product as lsusb prints them, \"046d:082d\"; found '\(text)'")
    }
    let condition = MatchCondition(
      usb: usb, card: reader.text("card").map(NamePattern.init),
      driver: reader.text("driver").map(NamePattern.init),
      vendor: reader.text("vendor").map(NamePattern.init),
      product: reader.text("product").map(NamePattern.init), place: reader.place)
    let isCamera = condition.usb != nil || condition.card != nil || condition.driver != nil
    if !isCamera, condition.isForCameras, text == nil {
      problems.report(
        reader.place, "\(reader.path) needs one of usb, card, driver, vendor, product")
      return nil
    }
    if isCamera, !condition.isForCameras {
      problems.report(
        reader.place,
        "\(reader.path) mixes a camera (usb, card, driver) with a machine (vendor, product); "
          + "write two items")
    }
    return condition
  }
}

extension ConfigurationKeys {
  /// What happens in the scene, and what is done about it.
  static let behaviours: [ConfigurationKey] = [
    ConfigurationKey(
      "behaviours", .entries, "What happens in the scene, and what is done about it."),
    ConfigurationKey(
      "behaviours[].when",
      .word([
        "expression", "tap", "swipe", "key", "lost", "found", "timer", "dwell", "edge",
      ]), required: true,
      "A face makes an expression; a tap hits `entity`; a swipe or a key in the window; a face is "
        + "lost, or is there again after a loss; every so many seconds; the user looks at `entity` "
        + "for `hold`, or at the upper or the lower edge of the screen (both with `screen`)."),
    ConfigurationKey(
      "behaviours[].do",
      .word([
        "next-option", "previous-option", "show-option", "next-set", "previous-set", "show-set",
        "toggle", "play-animation", "scroll", "snapshot", "record",
      ]), required: true,
      "Change what `target` shows; change the set; show or hide `target`; play a movement; move "
        + "`target` up while the look is at the lower edge, back down while at the upper; keep a picture; begin or end a film (the last two in a window, as its keys do)."
    ),
    ConfigurationKey(
      "behaviours[].entity", .text, "tap: the name of what must be hit."),
    ConfigurationKey(
      "behaviours[].target", .text, "The name of what is changed; without it `entity`."),
    ConfigurationKey("behaviours[].key", .text, "key: one character."),
    ConfigurationKey(
      "behaviours[].direction", .word(["left", "right", "up", "down"]), default: "left",
      "swipe: which way."),
    ConfigurationKey(
      "behaviours[].coefficients", .words(coefficientWords), default: "[]",
      "expression: whose weighted mean is the score."),
    ConfigurationKey(
      "behaviours[].weights", .numbers(count: 1...52, -10...10),
      "expression: how much each counts; negative for what must be absent. All 1 without it."),
    ConfigurationKey(
      "behaviours[].above", .number(0.01...1), default: "0.5", "expression: the score asked for."),
    ConfigurationKey(
      "behaviours[].hold", .number(0...60), unit: "s", default: "0",
      "expression, dwell: how long it must last."),
    ConfigurationKey(
      "behaviours[].limit", .number(0...100), unit: "m", default: "1",
      "scroll: how far up at most, on the screen."),
    ConfigurationKey(
      "behaviours[].every", .number(0.1...3600), unit: "s", default: "1", "timer: how often."),
    ConfigurationKey(
      "behaviours[].face-index", .integer(0...2), default: "0",
      "expression, lost, found: which face."),
    ConfigurationKey(
      "behaviours[].while-option", .integer(0...63),
      "Counts only while `target` shows this option, from 0."),
    ConfigurationKey(
      "behaviours[].option", .integer(0...63), default: "0", "show-option: which, from 0."),
    ConfigurationKey("behaviours[].set", .text, "show-set: which."),
    ConfigurationKey(
      "behaviours[].animation", .text, "play-animation: which; the first without it."),
  ]
}

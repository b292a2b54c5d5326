extension ConfigurationKeys {
  /// Pictures and films of what is shown.
  static let recording: [ConfigurationKey] = [
    ConfigurationKey(
      "recording", .section,
      "The pictures and films that are kept when a key in the window or the scene asks for it."),
    ConfigurationKey(
      "recording.folder", .path,
      "The folder for them; without it, the one in which the program was started."),
    ConfigurationKey(
      "recording.pictures", .word(["png", "jpg"]), default: "png",
      "The kind of pictures: lossless, or JPEG."),
    ConfigurationKey(
      "recording.films", .word(["mkv", "mp4"]), default: "mkv",
      "The kind of films: Matroska or MP4; both play up to their last second after a crash."),
    ConfigurationKey(
      "recording.rate", .number(1...120), unit: "Hz", default: "30",
      "Pictures a second of a window's films: late ones are repeated, early ones left out."),
    ConfigurationKey(
      "recording.watermark", .text,
      "A text, or a .png file, that is laid into a corner of pictures and films, those of "
        + "`bifrons run` too; `--watermark` comes before it."),
  ]
}

extension RecordingSettings {
  init(_ recording: ConfigurationReader) {
    self.init(
      folder: recording.path("folder"), pictureEnding: recording.text("pictures"),
      filmEnding: recording.text("films"), rate: recording.number("rate"),
      watermark: recording.written("watermark")?.text)
  }
}

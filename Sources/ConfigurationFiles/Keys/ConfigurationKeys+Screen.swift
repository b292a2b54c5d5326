extension ConfigurationKeys {
  /// The screen before the user.
  static let screen: [ConfigurationKey] =
    [
      ConfigurationKey(
        "screen", .section,
        "The screen before the user; with it, events tell where on it they look."),
      ConfigurationKey(
        "screen.size", .numbers(count: 2...2, 0.02...20), unit: "m", default: "[0.53, 0.30]",
        "Width and height of what it shows."),
      ConfigurationKey(
        "screen.pixels", .pictureSize(16...32768), unit: "pixels", default: "1920x1080",
        "What it shows, in pixels."),
      ConfigurationKey(
        "screen.below-camera", .number(-5...5), unit: "m", default: "0.01",
        "From its upper edge up to the lens of the front camera, which looks the way that it does."),
      ConfigurationKey(
        "screen.front-from-screen", .section,
        "Instead: the pose of the screen in the front camera's axes (+X right, +Y up, −Z forward); "
          + "its own origin is its middle, +X to the user's right, +Z towards the user."),
    ]
    + pose(
      "screen.front-from-screen",
      rotation: "A turn about one axis; 180° about y: facing where the camera looks.",
      translation: "Where its middle is.")
    + looks

  /// What looks at it do.
  private static let looks: [ConfigurationKey] = [
    ConfigurationKey(
      "screen.dwell-time", .number(0.1...30), unit: "s", default: "1",
      "How long a look rests on a place until it counts as a click."),
    ConfigurationKey(
      "screen.dwell-radius", .number(0.005...1), default: "0.06",
      "How far a resting look may move, in parts of the screen."),
    ConfigurationKey(
      "screen.edge", .number(0...0.5), default: "0.1",
      "The height of the upper and the lower edge that scroll, in parts of the screen."),
    ConfigurationKey(
      "screen.scroll-speed", .number(0...20), default: "0.5",
      "How fast they scroll, screen heights a second."),
  ]
}

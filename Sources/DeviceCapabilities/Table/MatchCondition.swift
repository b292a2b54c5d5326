import YAMLDocuments

/// What a video device says about itself.
package struct CameraIdentity: Sendable, Equatable {
  /// The USB numbers; nil for a camera that is not on USB.
  package var usb: USBIdentifier?
  /// V4L2's card name, at most 31 bytes.
  package var card: String
  /// The kernel driver, such as `uvcvideo`; nil when not asked.
  package var driver: String?

  /// Creates an identity.
  package init(usb: USBIdentifier? = nil, card: String, driver: String? = nil) {
    self.usb = usb
    self.card = card
    self.driver = driver
  }
}

/// What a machine says about itself: DMI on PCs, the device tree's model on boards.
package struct MachineIdentity: Sendable, Equatable {
  /// DMI's `sys_vendor`; nil on boards.
  package var vendor: String?
  /// DMI's `product_name`, or the device tree's `model`.
  package var product: String

  /// Creates an identity.
  package init(vendor: String? = nil, product: String) {
    self.vendor = vendor
    self.product = product
  }

  /// `Dell Inc. Latitude 7280`.
  package var name: String { [vendor, product].compactMap { $0 }.joined(separator: " ") }
}

/// One way to recognise a device: all that is given must fit.
package struct MatchCondition: Sendable, Equatable {
  /// The USB numbers.
  package var usb: USBIdentifier?
  /// The camera's card name.
  package var card: NamePattern?
  /// The camera's kernel driver.
  package var driver: NamePattern?
  /// The machine's vendor.
  package var vendor: NamePattern?
  /// The machine's product name.
  package var product: NamePattern?
  /// Where it was written.
  package var place: SourcePlace

  /// True for conditions on cameras, false for conditions on machines.
  package var isForCameras: Bool { vendor == nil && product == nil }

  /// How much the condition says; the one that says most wins.
  package var specificity: Int {
    // Numbers say more than names, names more than drivers and makers; names have fewer than 100
    // letters that count.
    func worth(_ pattern: NamePattern?, _ base: Int) -> Int {
      pattern.map { base + min($0.literalCount, 99) } ?? 0
    }
    return (usb == nil ? 0 : 10_000) + worth(card, 1000) + worth(product, 1000)
      + worth(driver, 200) + worth(vendor, 200)
  }

  /// True when a camera fits.
  package func matches(_ camera: CameraIdentity) -> Bool {
    guard isForCameras else { return false }
    if let usb, usb != camera.usb { return false }
    if let card, !card.matches(camera.card) { return false }
    if let driver, !driver.matches(camera.driver ?? "") { return false }
    return true
  }

  /// True when a machine fits.
  package func matches(_ machine: MachineIdentity) -> Bool {
    guard !isForCameras else { return false }
    if let product, !product.matches(machine.product) { return false }
    if let vendor, !vendor.matches(machine.vendor ?? "") { return false }
    return true
  }

  /// True when a device may fit both conditions and neither says more than the other.
  package func collides(with other: MatchCondition) -> Bool {
    guard isForCameras == other.isForCameras, specificity == other.specificity,
      usb == other.usb
    else { return false }
    return zip(
      [card, driver, vendor, product], [other.card, other.driver, other.vendor, other.product]
    ).allSatisfy { mine, theirs in
      guard let mine, let theirs else { return true }
      return mine.overlaps(theirs)
    }
  }
}

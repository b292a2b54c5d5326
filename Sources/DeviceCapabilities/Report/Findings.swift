import Foundation

/// Collects what speaks for and against one capability.
struct Findings {
  private(set) var answer = CapabilityAnswer.yes
  private var good: [String] = []
  private var bad: [String] = []
  private var remedies: [String] = []

  /// Notes what a yes stands on.
  mutating func note(_ text: String) { good.append(text) }

  /// Makes the answer no.
  mutating func deny(_ reason: String, _ remedies: String...) { weigh(.no, reason, remedies) }
  /// Makes the answer limited, unless it is worse.
  mutating func limit(_ reason: String, _ remedies: String...) {
    weigh(.limited, reason, remedies)
  }
  /// Makes the answer unknown, unless it is no.
  mutating func doubt(_ reason: String, _ remedies: String...) {
    weigh(.unknown, reason, remedies)
  }

  /// Weighs an answer that came from somewhere else.
  mutating func weigh(_ other: CapabilityAnswer, _ reason: String, _ more: [String]) {
    if other.badness > answer.badness { answer = other }
    if !bad.contains(reason) { bad.append(reason) }
    for remedy in more where !remedies.contains(remedy) { remedies.append(remedy) }
  }

  /// Needs a part.
  mutating func need(_ part: MachineFacts.Part, notAsked: String) {
    switch part {
    case .present(let text): note(text)
    case .missing(let text):
      // What a part says to try comes after its last semicolon.
      let halves = text.split(separator: ";", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if halves.count == 2 { deny(halves[0], halves[1]) } else { deny(text) }
    case .notAsked: doubt(notAsked)
    }
  }

  /// The verdict so far.
  func verdict(_ capability: Capability, faces: Int? = nil) -> CapabilityVerdict {
    CapabilityVerdict(
      capability, answer, answer == .yes ? good : bad, remedies: remedies,
      faces: answer.isPositive ? faces : nil)
  }
}

extension CapabilityAnswer {
  /// The worse of two answers counts: no, unknown, limited, yes.
  var badness: Int {
    switch self {
    case .yes: 0
    case .limited: 1
    case .unknown: 2
    case .no: 3
    }
  }
}

import SessionCore
import YAMLDocuments

extension CrossChecks {
  /// A person who acts by a table and by words, or before a camera that sees none.
  static func doubleActing(
    _ cameras: ConfigurationReader
  ) -> [ConfigurationError.Problem] {
    var problems: [ConfigurationError.Problem] = []
    let front = cameras.section("front")
    if let place = front.place(of: "acts"), let other = front.place(of: "performance") {
      problems.append(
        .init(
          at: place,
          "cameras.front has both acts and performance (\(other)): the person can follow one; remove "
            + "the other"))
    }
    for key in ["acts", "looks", "performance"] {
      if let place = cameras.section("rear").place(of: key) {
        problems.append(
          .init(at: place, "cameras.rear.\(key): no person is before the rear camera; remove it"))
      }
    }
    return problems
  }
}

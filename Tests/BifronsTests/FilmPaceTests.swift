import Bifrons
import Testing

@Suite struct FilmPaceTests {
  /// What a film shows at each of its places when pictures come at these times.
  private func film(_ times: [Double], rate: Double = 30) -> [Int] {
    var pace = FilmPace(rate: rate)
    var shown: [Int] = []
    for (number, time) in times.enumerated() {
      let (repeats, isShown) = pace.place(at: time)
      shown += Array(repeating: max(0, number - 1), count: repeats)
      if isShown { shown.append(number) }
    }
    #expect(shown.count == pace.count)
    return shown
  }

  @Test func picturesAtTheFilmsPaceAreShownOnceEach() {
    // A tenth of a picture early and late, as a busy machine delivers them.
    let times = (0..<60).map { (number: Int) -> Double in
      let jitter = number % 2 == 0 ? 0.003 : -0.003
      return 5 + Double(number) / 30 + jitter
    }
    #expect(film(times) == Array(0..<60))
  }

  @Test func aLatePictureIsPrecededByRepeatsOfTheOneBefore() {
    let shown = film([0, 1.0 / 30, 0.5, 0.5 + 1.0 / 30])
    #expect(shown == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3])
  }

  @Test func earlyPicturesAreLeftOut() {
    let shown = film((0..<120).map { Double($0) / 120 })
    #expect((29...31).contains(shown.count), "\(shown.count)")
    #expect(shown == shown.sorted() && Set(shown).count == shown.count)
  }

  @Test func aFilmIsAsLongAsWhatItShowsHoweverUneven() {
    var time = 0.0
    var times: [Double] = []
    for i in 0..<400 {
      times.append(time)
      // From 2 ms to 0.3 s apart.
      time += i % 7 == 0 ? 0.3 : Double(i % 5 + 1) * 0.002
    }
    let length = Double(film(times).count) / 30
    #expect(abs(length - (times.last ?? 0)) < 0.05, "\(length)")
  }

  @Test func aPauseOfMinutesIsLeftOut() {
    #expect(film([0, 1.0 / 30, 600, 600 + 1.0 / 30]).count == 4)
  }
}

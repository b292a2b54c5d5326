import FaceTracking
import ImageProcessing
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct FaceTrackListTests {
  private func region(_ x: Double, _ y: Double = 100, size: Double = 90) -> OrientedRectangle {
    OrientedRectangle(center: Vector2(x, y), size: Vector2(size, size))
  }

  /// Adds regions and marks all tracks as read, as the tracker does.
  private func add(
    _ regions: [OrientedRectangle], to list: inout FaceTrackList, at milliseconds: Double,
    limit: Int = 3
  ) {
    let time = Samples.time(milliseconds)
    list.add(regions, limit: limit, at: time, smoothing: .init())
    for track in list.active {
      track.lastSeen = time
      track.face = Samples.face(list.identifier(of: track))
    }
  }

  private func identifiers(_ list: FaceTrackList) -> [Int?] { list.active.map(\.identifier) }

  @Test func numbersFacesInTheOrderTheyAreRead() {
    var list = FaceTrackList()
    add([region(100), region(300)], to: &list, at: 0)
    #expect(identifiers(list) == [1, 2])
  }

  @Test func doesNotAddAFaceTwice() {
    var list = FaceTrackList()
    add([region(100)], to: &list, at: 0)
    add([region(112), region(300)], to: &list, at: 33)
    #expect(identifiers(list) == [1, 2])
  }

  @Test func addsNoMoreThanTheLimit() {
    var list = FaceTrackList()
    add([region(100), region(300), region(500)], to: &list, at: 0, limit: 2)
    #expect(identifiers(list) == [1, 2])
  }

  @Test func givesTheNumberBackToAFaceThatReturnsSoonAndNear() throws {
    var list = FaceTrackList()
    add([region(100), region(300)], to: &list, at: 0)
    list.lose(try #require(list.active.last))
    #expect(list.lost.first?.face?.isTracked == false)
    add([region(340)], to: &list, at: 1500)
    #expect(identifiers(list) == [1, 2])
    #expect(list.lost.isEmpty)
  }

  @Test(arguments: [(340.0, 4000.0), (560, 1000)])
  func numbersAFaceAnewThatReturnsLateOrFar(x: Double, milliseconds: Double) throws {
    var list = FaceTrackList()
    add([region(100), region(300)], to: &list, at: 0)
    list.lose(try #require(list.active.last))
    add([region(x)], to: &list, at: milliseconds)
    #expect(identifiers(list) == [1, 3])
    #expect(list.lost.map(\.identifier) == [2])
  }

  @Test func aSingleFaceIsAlwaysTheSame() throws {
    var list = FaceTrackList()
    add([region(100)], to: &list, at: 0, limit: 1)
    list.lose(try #require(list.active.first))
    add([region(600, 400)], to: &list, at: 60_000, limit: 1)
    #expect(identifiers(list) == [1])
  }

  @Test func oneFaceLeavingDoesNotDisturbTheOthers() throws {
    var list = FaceTrackList()
    add([region(100), region(300), region(500)], to: &list, at: 0)
    list.lose(list.active[0])
    #expect(identifiers(list) == [2, 3])
    #expect(list.active.map(\.isTracked) == [true, true])
  }

  @Test func forgetsTheLongestLostOfManyFaces() throws {
    var list = FaceTrackList()
    for n in 0..<12 {
      add([region(100)], to: &list, at: Double(n) * 10_000)
      list.lose(try #require(list.active.first))
    }
    #expect(list.lost.map(\.identifier) == [5, 6, 7, 8, 9, 10, 11, 12])
  }

  @Test func neverGivesANumberToAnotherFaceAfterForgetting() {
    var list = FaceTrackList()
    add([region(100)], to: &list, at: 0)
    list.removeAll()
    add([region(100)], to: &list, at: 33)
    #expect(identifiers(list) == [2])
  }

  @Test func losesTheYoungerOfTwoTracksOnOneFace() {
    var list = FaceTrackList()
    add([region(100), region(300)], to: &list, at: 0)
    list.active[1].region = region(105)
    list.loseDuplicates()
    #expect(identifiers(list) == [1])
  }

  @Test func aDetectionTakesThePlaceOfTheRegionItOverlaps() {
    var list = FaceTrackList()
    add([region(100), region(300)], to: &list, at: 0)
    list.replace(with: [region(110)], limit: 3, at: Samples.time(33), smoothing: .init())
    // As MediaPipe: to the end of the list, with the number of the one it replaced.
    #expect(identifiers(list) == [2, 1])
    #expect(list.active[1].region.center.x == 110)
  }
}

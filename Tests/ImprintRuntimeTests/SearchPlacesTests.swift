// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintRuntime

/// When memory of a prepared gallery is used anew.
@Suite struct SearchPlacesTests {
  private var places = SearchPlaces()

  /// Adds one, in a further block where there is no room.
  private mutating func add(capacity: Int = 64) -> PreparedGallery.Place {
    while true {
      if let entry = places.next(capacity: capacity) { return places.add(entry) }
      places.addBlock()
    }
  }

  @Test mutating func entriesFollowEachOtherAndBlocksToo() {
    let added = (0..<5).map { _ in add(capacity: 2).entry }
    #expect(added == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)].map { .init(block: $0.0, index: $0.1) })
    #expect(places.used == [2, 2, 1] && places.count == 5)
  }

  @Test mutating func whatIsTakenOutIsFreeAtOnceWhereNoSearchRuns() {
    let place = add()
    #expect(places.remove(place) == place.entry)
    #expect(places.count == 0)
    #expect(places.reclaim() == [place.entry])
    let next = add()
    #expect(next.entry == place.entry && next != place)
  }

  @Test mutating func whatASearchMayReadIsNotFreeUntilItEnds() {
    let place = add()
    let (first, second) = (places.begin(), places.begin())
    _ = places.remove(place)
    let later = places.begin()
    #expect(places.reclaim().isEmpty)
    places.end(second)
    #expect(places.reclaim().isEmpty)
    #expect(places.next(capacity: 64) == .init(block: 0, index: 1))
    places.end(first)
    // The one that began afterwards does not hold it.
    #expect(places.reclaim() == [place.entry])
    #expect(places.next(capacity: 64) == place.entry)
    places.end(later)
    #expect(places.reclaim().isEmpty)
  }

  @Test mutating func whatIsOutIsNotTakenOutAgain() {
    let place = add()
    let search = places.begin()
    #expect(places.remove(place) != nil)
    #expect(places.remove(place) == nil)
    places.end(search)
    _ = places.reclaim()
    #expect(places.remove(place) == nil)
    // Somebody else is there now.
    let other = add()
    #expect(places.remove(place) == nil && places.count == 1)
    #expect(places.remove(other) == other.entry)
  }

  @Test mutating func whatASearchFindsIsWhatWasThere() {
    let place = add()
    let search = places.begin()
    _ = places.remove(place)
    _ = places.reclaim()
    #expect(places.place(of: place.entry) == place)
    places.end(search)
    _ = places.reclaim()
    #expect(places.place(of: place.entry) != place)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintRuntime

/// When memory of a prepared gallery is used anew.
@Suite struct SearchPlacesTests {
  private var places = SearchPlaces()

  /// Adds one, in a further block where there is no room.
  private mutating func add(capacity: Int = 64) -> SearchPlaces.Use {
    while true {
      if let entry = places.next() { return places.add(entry) }
      places.addBlock(of: capacity)
    }
  }

  @Test mutating func entriesFollowEachOtherAndBlocksToo() {
    let added = (0..<5).map { _ in add(capacity: 2).entry }
    #expect(added == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)].map { .init(block: $0.0, index: $0.1) })
    #expect(places.used == [2, 2, 1] && places.count == 5)
  }

  @Test mutating func whatIsTakenOutIsFreeAtOnceWhereNoSearchRuns() {
    let place = add()
    let isOut = places.remove(place)
    #expect(isOut)
    #expect(places.count == 0)
    #expect(places.reclaim() == [place.entry])
    let next = add()
    #expect(next.entry == place.entry && next.number != place.number)
  }

  @Test mutating func whatASearchMayReadIsNotFreeUntilItEnds() {
    let place = add()
    let (first, second) = (places.begin(), places.begin())
    _ = places.remove(place)
    let later = places.begin()
    #expect(places.reclaim().isEmpty)
    places.end(second)
    #expect(places.reclaim().isEmpty)
    #expect(places.next() == .init(block: 0, index: 1))
    places.end(first)
    // The one that began afterwards does not hold it.
    #expect(places.reclaim() == [place.entry])
    #expect(places.next() == place.entry)
    places.end(later)
    #expect(places.reclaim().isEmpty)
  }

  @Test mutating func whatIsOutIsNotTakenOutAgain() {
    let place = add()
    let search = places.begin()
    let (first, second) = (places.remove(place), places.remove(place))
    #expect(first && !second)
    places.end(search)
    _ = places.reclaim()
    // Nobody is there, whatever the number.
    let gone = (places.remove(place), places.remove((place.entry, place.number &+ 1)))
    #expect(gone == (false, false) && places.count == 0)
    // Somebody else is there now.
    let other = add()
    let (old, new) = (places.remove(place), places.remove(other))
    #expect(!old && new && places.count == 0)
  }

  @Test mutating func whatASearchFindsIsWhatWasThere() {
    let place = add()
    let search = places.begin()
    _ = places.remove(place)
    _ = places.reclaim()
    // It may be found by what began before, and by nothing that begins now.
    #expect(places.use(of: place.entry, foundBy: search).map { $0 == place } == true)
    let later = places.begin()
    #expect(places.use(of: place.entry, foundBy: later) == nil)
    places.end(later)
    places.end(search)
    _ = places.reclaim()
    #expect(places.use(of: place.entry, foundBy: search) == nil)
    #expect(places.use(of: .init(block: 0, index: 1), foundBy: search) == nil)
  }
}

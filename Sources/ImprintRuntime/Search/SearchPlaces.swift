// SPDX-License-Identifier: Apache-2.0

/// Which entries of a gallery's blocks are used, and which may be used anew: not before every search has
/// ended that began before the entry was taken out.
struct SearchPlaces {
  /// One entry of one block.
  struct Entry: Hashable {
    let block: Int
    let index: Int
  }

  /// Of each entry of a block how often it was used before, up to the last that ever was.
  private var uses: [[UInt32]] = []
  /// How many are used.
  private(set) var count = 0
  /// Searches that run, by when they began.
  private var running: Set<UInt64> = []
  /// What begins or is taken out next is numbered so.
  private var now: UInt64 = 0
  /// What was taken out and may still be read, by when.
  private var removed: [Entry: UInt64] = [:]
  private var free: [Entry] = []

  /// How many entries of each block ever were used: what a search that begins now looks at.
  var used: [Int] { uses.map(\.count) }

  mutating func addBlock() { uses.append([]) }

  // MARK: Adding and removing

  /// An entry that nobody reads; `nil` where a further block is needed.
  /// - Parameter capacity: of a block.
  mutating func next(capacity: Int) -> Entry? {
    if let entry = free.popLast() { return entry }
    guard let last = uses.indices.last, uses[last].count < capacity else { return nil }
    return Entry(block: last, index: uses[last].count)
  }

  /// Counts an entry of ``next(capacity:)`` that was written: searches that begin from here on find it.
  mutating func add(_ entry: Entry) -> PreparedGallery.Place {
    if entry.index == uses[entry.block].count { uses[entry.block].append(0) }
    count += 1
    return PreparedGallery.Place(entry, use: uses[entry.block][entry.index])
  }

  /// Takes a place out; `nil` where it is out already.
  mutating func remove(_ place: PreparedGallery.Place) -> Entry? {
    let entry = place.entry
    guard uses.indices.contains(entry.block), uses[entry.block].indices.contains(entry.index),
      uses[entry.block][entry.index] == place.use, removed[entry] == nil
    else { return nil }
    count -= 1
    now += 1
    removed[entry] = now
    return entry
  }

  // MARK: Searches

  /// Counts a search that begins.
  mutating func begin() -> UInt64 {
    now += 1
    running.insert(now)
    return now
  }

  mutating func end(_ search: UInt64) { running.remove(search) }

  /// The place of an entry that a search has found, which still runs.
  func place(of entry: Entry) -> PreparedGallery.Place {
    PreparedGallery.Place(entry, use: uses[entry.block][entry.index])
  }

  /// What no search reads any more of all that was taken out: to be overwritten at once, and free from then
  /// on.
  mutating func reclaim() -> [Entry] {
    guard !removed.isEmpty else { return [] }
    let oldest = running.min() ?? .max
    let over = removed.filter { $0.value < oldest }.keys
    for entry in over {
      removed[entry] = nil
      uses[entry.block][entry.index] &+= 1
      free.append(entry)
    }
    return Array(over)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Which entries of a gallery's blocks are used, and which may be used anew: not before every search has
/// ended that began before the entry was taken out. Nothing that a plugin says counts here: an entry that is
/// not used is neither found nor taken out.
struct SearchPlaces {
  /// One entry of one block.
  struct Entry: Hashable {
    let block: Int
    let index: Int
  }

  /// One use of an entry: the next has another number.
  typealias Use = (entry: Entry, number: UInt32)

  /// Of each entry of a block, up to the last that ever was used: how often it began or ended to be. An odd
  /// number is one that is used.
  private var uses: [[UInt32]] = []
  /// How many entries each block has room for.
  private var capacities: [Int] = []
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

  mutating func addBlock(of capacity: Int) {
    uses.append([])
    capacities.append(capacity)
  }

  // MARK: Adding and removing

  /// An entry that nobody reads; `nil` where a further block is needed.
  mutating func next() -> Entry? {
    if let entry = free.popLast() { return entry }
    guard let last = uses.indices.last, uses[last].count < capacities[last] else { return nil }
    return Entry(block: last, index: uses[last].count)
  }

  /// Counts an entry of ``next()`` that was written: searches that begin from here on find it.
  mutating func add(_ entry: Entry) -> Use {
    if entry.index == uses[entry.block].count { uses[entry.block].append(0) }
    count += 1
    uses[entry.block][entry.index] &+= 1
    return (entry, uses[entry.block][entry.index])
  }

  /// Takes out what an entry is used for; `false` where it is out already.
  mutating func remove(_ use: Use) -> Bool {
    let (entry, number) = use
    guard isUsed(entry), uses[entry.block][entry.index] == number, removed[entry] == nil else { return false }
    count -= 1
    now += 1
    removed[entry] = now
    return true
  }

  private func isUsed(_ entry: Entry) -> Bool {
    uses.indices.contains(entry.block) && uses[entry.block].indices.contains(entry.index)
      && !uses[entry.block][entry.index].isMultiple(of: 2)
  }

  // MARK: Searches

  /// Counts a search that begins.
  mutating func begin() -> UInt64 {
    now += 1
    running.insert(now)
    return now
  }

  mutating func end(_ search: UInt64) { running.remove(search) }

  /// What an entry is used for that a search has found, which still runs; `nil` where no search can find it
  /// that began then.
  func use(of entry: Entry, foundBy search: UInt64) -> Use? {
    guard isUsed(entry), removed[entry].map({ $0 > search }) ?? true else { return nil }
    return (entry, uses[entry.block][entry.index])
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

// SPDX-License-Identifier: Apache-2.0

/// Which entries of a gallery's blocks are used, and which may be reused: only once every search that began
/// before the entry's removal has ended. Does not rely on plugins: an entry that is not used is neither found
/// nor removed.
struct SearchPlaces {
  /// One entry of one block.
  struct Entry: Hashable {
    let block: Int
    let index: Int
  }

  /// One use of an entry: each use has its own number.
  typealias Use = (entry: Entry, number: UInt32)

  /// For each entry of a block, up to the last ever used: how often its use began or ended. An odd number
  /// means that it is used.
  private var uses: [[UInt32]] = []
  /// The capacity of each block in entries.
  private var capacities: [Int] = []
  /// The number of used entries.
  private(set) var count = 0
  /// The running searches, by the time they began.
  private var running: Set<UInt64> = []
  /// The logical time of the next search or removal.
  private var now: UInt64 = 0
  /// Removed entries that may still be read, with the time of removal.
  private var removed: [Entry: UInt64] = [:]
  private var free: [Entry] = []

  /// How many entries of each block were ever used: what a search beginning now covers.
  var used: [Int] { uses.map(\.count) }

  /// How many more entries there are before a further block is needed; at least so many.
  var room: Int { free.count + (uses.indices.last.map { capacities[$0] - uses[$0].count } ?? 0) }

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

  /// Registers a written entry of ``next()``: searches that begin afterwards find it.
  mutating func add(_ entry: Entry) -> Use {
    if entry.index == uses[entry.block].count { uses[entry.block].append(0) }
    count += 1
    uses[entry.block][entry.index] &+= 1
    return (entry, uses[entry.block][entry.index])
  }

  /// Removes a use of an entry; `false` where it was removed already.
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

  /// Registers a search that begins.
  mutating func begin() -> UInt64 {
    now += 1
    running.insert(now)
    return now
  }

  mutating func end(_ search: UInt64) { running.remove(search) }

  /// The use of an entry that a running search has found; `nil` where a search that began then cannot find
  /// it.
  func use(of entry: Entry, foundBy search: UInt64) -> Use? {
    guard isUsed(entry), removed[entry].map({ $0 > search }) ?? true else { return nil }
    return (entry, uses[entry.block][entry.index])
  }

  /// The removed entries that no search reads any more: to be overwritten at once, and free from then on.
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

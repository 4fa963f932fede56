// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Makes a ``LetterTree`` of sequences of units, by modified Kneser-Ney smoothing with interpolation.
///
/// Of sequences of ``pruned`` units and more those that were seen once are left out: their part is that of
/// going on with fewer units, so that probabilities still add up to 1.
/// - SeeAlso: Chen, Goodman: An empirical study of smoothing techniques for language modeling, 1998.
struct LetterTreeTraining {
  /// The units of one level's nodes, with how often each was seen.
  private struct Level {
    var units: [UInt16] = []
    var parents: [Int] = []
    var suffixes: [Int] = []
    var counts: [Int] = []
    /// Whether it begins with the beginning of a word.
    var begins: [Bool] = []
    var kept: [Bool] = []
    var probabilities: [Double] = []
    var backoffs: [Double] = []
  }

  private let order: Int
  private let pruned: Int
  private let unitCount: Int
  private var levels: [Level] = []

  /// - Parameter unitCount: With unit 0.
  /// - Throws: ``SpeechError`` `cancelled`.
  init(_ words: [[UInt16]], unitCount: Int, order: Int, pruned: Int) throws(SpeechError) {
    self.order = order
    self.pruned = pruned
    self.unitCount = unitCount
    try count(words)
    adjust()
    weigh()
    prune()
  }

  // Level by level: the node of each place of the text is sorted by the node before and its unit.
  private mutating func count(_ words: [[UInt16]]) throws(SpeechError) {
    var text: [UInt16] = []
    var ends: [Int] = []
    for word in words {
      let end = text.count + word.count + 2
      text.append(0)
      text.append(contentsOf: word)
      text.append(0)
      ends.append(contentsOf: repeatElement(end, count: word.count + 2))
    }
    levels = [
      Level(
        units: [0], parents: [0], suffixes: [0], counts: [0], begins: [false], kept: [true],
        probabilities: [1], backoffs: [0])
    ]
    var nodes = [Int](repeating: 0, count: text.count)
    for length in 1...order {
      guard !Task.isCancelled else { throw .interrupted }
      let places = text.indices.filter { $0 + length <= ends[$0] }
      // The place is in the lowest bits: below 2^32 of them, as a dictionary's bytes are.
      var keys = places.map { UInt128(nodes[$0]) << 48 | UInt128(text[$0 + length - 1]) << 32 | UInt128($0) }
      keys.sort()
      var level = Level()
      let before = nodes
      var last: UInt128?
      for key in keys {
        let place = Int(truncatingIfNeeded: key & 0xFFFF_FFFF)
        if key >> 32 != last {
          last = key >> 32
          level.units.append(text[place + length - 1])
          level.parents.append(before[place])
          level.suffixes.append(length == 1 ? 0 : before[place + 1])
          level.counts.append(0)
          level.begins.append(text[place] == 0 && place + 1 < ends[place])
        }
        level.counts[level.counts.count - 1] += 1
        nodes[place] = level.counts.count - 1
      }
      levels.append(level)
    }
  }

  // Below the highest order what counts is how many different units stand before.
  private mutating func adjust() {
    for length in 1..<order {
      var before = [Int](repeating: 0, count: levels[length].counts.count)
      for suffix in levels[length + 1].suffixes { before[suffix] += 1 }
      for node in before.indices where !levels[length].begins[node] || length == 1 {
        levels[length].counts[node] = before[node]
      }
    }
  }

  /// What is taken off a count of 1, 2 and more.
  private func discounts(_ length: Int) -> [Double] {
    var times = [Double](repeating: 0, count: 5)
    for count in levels[length].counts where (1...4).contains(count) { times[count] += 1 }
    var taken = [0, 0.75, 0.75, 0.75]
    if times[1...].allSatisfy({ $0 > 0 }) {
      let part = times[1] / (times[1] + 2 * times[2])
      for count in 1...3 {
        let value = Double(count) - Double(count + 1) * part * times[count + 1] / times[count]
        taken[count] = min(max(value, 0.05), Double(count) - 0.05)
      }
    }
    if length >= pruned { taken[1] = 1 }
    return taken
  }

  private mutating func weigh() {
    for length in 1...order {
      let taken = discounts(length)
      let (counts, parents, suffixes) = (
        levels[length].counts, levels[length].parents, levels[length].suffixes
      )
      var totals = [Double](repeating: 0, count: levels[length - 1].counts.count)
      var spared = totals
      for node in counts.indices {
        totals[parents[node]] += Double(counts[node])
        spared[parents[node]] += counts[node] > 0 ? taken[min(counts[node], 3)] : 0
      }
      levels[length].probabilities = counts.indices.map { node in
        let total = totals[parents[node]]
        let lower = length == 1 ? 1 / Double(unitCount) : levels[length - 1].probabilities[suffixes[node]]
        guard total > 0 else { return lower }
        let own = counts[node] > 0 ? Double(counts[node]) - taken[min(counts[node], 3)] : 0
        return (own + spared[parents[node]] * lower) / total
      }
      levels[length - 1].backoffs = totals.indices.map { totals[$0] > 0 ? spared[$0] / totals[$0] : 1 }
    }
    levels[order].backoffs = [Double](repeating: 1, count: levels[order].counts.count)
  }

  private mutating func prune() {
    for length in 1...order {
      levels[length].kept = levels[length].counts.map { length < pruned || $0 > 1 }
    }
    // What is needed to reach another one stays.
    for length in (2...order).reversed() {
      for node in levels[length].kept.indices where levels[length].kept[node] {
        levels[length - 1].kept[levels[length].parents[node]] = true
        levels[length - 1].kept[levels[length].suffixes[node]] = true
      }
    }
  }

  /// The tree of what is kept.
  var tree: LetterTree {
    var tree = LetterTree(units: [], costs: [], backoffs: [], children: [], suffixes: [], levels: [])
    var numbers: [Int] = []
    for length in 0...order {
      let level = levels[length]
      let before = numbers
      let start = tree.count
      tree.levels.append(UInt32(start))
      numbers = [Int](repeating: -1, count: level.counts.count)
      for node in numbers.indices where level.kept[node] {
        numbers[node] = tree.count
        tree.units.append(level.units[node])
        tree.costs.append(Self.cost(level.probabilities[node]))
        tree.backoffs.append(Self.cost(level.backoffs[node]))
        tree.suffixes.append(UInt32(length < 2 ? 0 : before[level.suffixes[node]]))
        tree.children.append(0)
        if length > 0 { tree.children[before[level.parents[node]]] += 1 }
      }
    }
    // From how many there are to where they begin: in order of their parents, as they were sorted.
    var next: UInt32 = 1
    for node in 0..<tree.count {
      let count = tree.children[node]
      tree.children[node] = next
      next += count
    }
    tree.children.append(next)
    tree.levels.append(UInt32(tree.count))
    return tree
  }

  private static func cost(_ probability: Double) -> UInt16 {
    UInt16(min(max((-log(probability) * LetterTree.scale).rounded(), 0), 65_535))
  }
}

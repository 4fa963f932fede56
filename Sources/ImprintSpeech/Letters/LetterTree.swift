// SPDX-License-Identifier: Apache-2.0

/// How likely a unit follows those before it: sequences of units as a tree, level by level. A node is a
/// sequence; its children are that and one more, in increasing order of it. Costs are natural logarithms of
/// probabilities, times −1000.
///
/// Unit 0 is the beginning of a word where it is first, and its end where it is last.
struct LetterTree: Sendable, Equatable {
  /// The last unit of each node; the root, node 0, has none.
  var units: [UInt16]
  /// Of the last unit after those before it.
  var costs: [UInt16]
  /// Of going on with fewer units before.
  var backoffs: [UInt16]
  /// The first child of each node, and behind all nodes their number.
  var children: [UInt32]
  /// The same sequence without its first unit.
  var suffixes: [UInt32]
  /// The first node of each level, and behind them the number of nodes. Level 0 is the root.
  var levels: [UInt32]

  static let scale = 1000.0

  var count: Int { units.count }

  /// The nodes of a node's children.
  func children(of node: Int) -> Range<Int> { Int(children[node])..<Int(children[node + 1]) }

  /// The child with that unit.
  func child(_ unit: UInt16, of node: Int) -> Int? {
    let place = firstChild(of: node, from: unit)
    return place < Int(children[node + 1]) && units[place] == unit ? place : nil
  }

  /// The first child whose unit is not less.
  func firstChild(of node: Int, from unit: UInt16) -> Int {
    var (low, high) = (Int(children[node]), Int(children[node + 1]))
    while low < high {
      let middle = (low + high) / 2
      if units[middle] < unit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

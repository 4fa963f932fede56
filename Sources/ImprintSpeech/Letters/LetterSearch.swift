// SPDX-License-Identifier: Apache-2.0

/// The likeliest units of given letters: a beam of the best beginnings, letter by letter. Whole numbers, so
/// that every machine finds the same.
struct LetterSearch {
  let tree: LetterTree
  /// The units of each letter, from 1; they follow each other.
  let units: [Range<UInt16>]
  /// How many beginnings go on.
  static let width = 24

  private struct Step {
    let context: Int
    let cost: Int
    let before: Int
    let unit: UInt16
  }

  /// - Returns: Units, best first; up to as many as the beam is wide. Empty where a letter has none.
  func best(_ letters: [UInt8]) -> [[UInt16]] {
    guard let start = tree.child(0, of: 0) else { return [] }
    var steps = [Step(context: start, cost: 0, before: -1, unit: 0)]
    var alive = 0..<1
    for letter in letters {
      let next = candidates(steps, alive, units[Int(letter)])
      alive = steps.count..<steps.count + next.count
      steps += next
    }
    let ends = candidates(steps, alive, 0..<1)
    return ends.map { end in
      var units: [UInt16] = []
      var place = end.before
      while place > 0 {
        units.append(steps[place].unit)
        place = steps[place].before
      }
      return units.reversed()
    }
  }

  private func candidates(_ steps: [Step], _ alive: Range<Int>, _ units: Range<UInt16>) -> [Step] {
    var found: [Step] = []
    var seen = [Int](repeating: -1, count: units.count)
    let leaves = Int(tree.levels[tree.levels.count - 2])
    for place in alive {
      var context = steps[place].context
      var cost = steps[place].cost
      while true {
        var child = tree.firstChild(of: context, from: units.lowerBound)
        let end = Int(tree.children[context + 1])
        while child < end, tree.units[child] < units.upperBound {
          let unit = tree.units[child]
          if seen[Int(unit - units.lowerBound)] != place {
            seen[Int(unit - units.lowerBound)] = place
            found.append(
              Step(
                context: child < leaves ? child : Int(tree.suffixes[child]),
                cost: cost + Int(tree.costs[child]), before: place, unit: unit))
          }
          child += 1
        }
        if context == 0 { break }
        cost += Int(tree.backoffs[context])
        context = Int(tree.suffixes[context])
      }
    }
    found.sort { ($0.cost, $0.before, $0.unit) < ($1.cost, $1.before, $1.unit) }
    return Array(found.prefix(Self.width))
  }
}

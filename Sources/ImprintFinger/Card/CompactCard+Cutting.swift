// SPDX-License-Identifier: Apache-2.0

extension CompactCard {
  /// The same minutiae as a card takes them: the best first, then sorted.
  ///
  /// The bytes say no qualities. Where they stand in one of the standard's orders, nothing is known of them,
  /// and those nearest to the middle of all are kept; else the first ones, as extractors write the best
  /// first.
  /// - Throws: `tooFewMinutiae`; `badOrder` where an extended order cannot say a gap between neighbours.
  /// - Complexity: O(n log n).
  public func cut(to demand: Demand) throws(FingerFormatError) -> CompactCard {
    let most = demand.minutiae.upperBound
    if count > most, !isInAnyOrder {
      let kept = try CompactCard(reading: Array(bytes.prefix(most * Self.minutiaBytes)))
      return try kept.cut(to: demand)
    }
    // Without qualities, those nearest to the middle are the best.
    return try Self.make(of: view(), for: demand).value
  }

  /// Whether the minutiae are sorted, so that their places say nothing of their quality.
  private var isInAnyOrder: Bool {
    MinutiaOrder.Key.allCases.contains { key in
      guard key != .none else { return false }
      return [false, true].contains { descending in
        MinutiaOrder(key, descending: descending).map { isSorted(by: $0) } ?? false
      }
    }
  }
}

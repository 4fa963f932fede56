// SPDX-License-Identifier: Apache-2.0

/// How much a quantity that is measured again and again has grown for good.
///
/// The first quarter of the values is left out: what is made once, kept and used again comes then. Through
/// the others goes the line with the least squared error, so that one value that is off by chance counts
/// little.
struct Growth {
  /// The least number of values that say something.
  static let leastValues = 16

  /// By how much the line rises over the values that count, in the unit of the values. Negative where it
  /// falls.
  let total: Double
  /// How many values count.
  let values: Int

  /// - Returns: `nil` for fewer than ``leastValues``.
  init?(of all: [Int]) {
    guard all.count >= Self.leastValues else { return nil }
    let counted = all.dropFirst(all.count / 4).map(Double.init)
    let middle = Double(counted.count - 1) / 2
    let mean = counted.reduce(0, +) / Double(counted.count)
    var (rise, run) = (0.0, 0.0)
    for (index, value) in counted.enumerated() {
      let distance = Double(index) - middle
      rise += distance * (value - mean)
      run += distance * distance
    }
    values = counted.count
    total = rise / run * Double(counted.count - 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How long presentations took until they were answered, in seconds.
public struct DurationDistribution: Sendable, Hashable {
  public let level: String
  /// `nil`: bona fide presentations.
  public let species: String?
  /// Answered presentations.
  public let count: Int
  /// Of them 5, 25, 50, 75 and 95 % took at most so long.
  public let quantiles: [Double]

  /// For people and each species, at each level, where any was answered.
  static func all(
    _ byLevel: [String: [PresentationResult]], levels: [String], species: [String]
  ) -> [DurationDistribution] {
    ([nil] + species.map(Optional.some)).flatMap { name in
      levels.compactMap { level in
        let seconds = (byLevel[level] ?? []).filter {
          $0.presentation.species == name && $0.outcome.isResponse
        }.map(\.seconds).sorted()
        guard !seconds.isEmpty else { return nil }
        return DurationDistribution(
          level: level, species: name, count: seconds.count,
          quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map { quantile($0, of: seconds) })
      }
    }
  }

  /// The smallest that at least that share does not exceed.
  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
  }
}

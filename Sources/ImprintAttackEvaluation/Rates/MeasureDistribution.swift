// SPDX-License-Identifier: Apache-2.0

/// The measure that decides in a mode: of people and of each species, and what any limit would make of it.
public struct MeasureDistribution: Sendable, Hashable {
  /// People, or a species.
  public struct Group: Sendable, Hashable {
    /// `nil`: bona fide presentations.
    public let species: String?
    /// Ascending.
    public let values: [Double]
    /// Answered presentations without the measure: whatever the limit, they are not live.
    public let missing: Int

    /// How many a limit would let be live.
    func live(_ measure: AttackCriteria.DecisiveMeasure, limit: Double) -> ErrorRate {
      let live =
        switch measure.liveSide {
        case .above: values.count - Self.count(below: limit, in: values)
        case .below: Self.count(upTo: limit, in: values)
        }
      return ErrorRate(errors: live, trials: values.count + missing)
    }

    private static func count(below limit: Double, in values: [Double]) -> Int {
      count(in: values) { $0 < limit }
    }

    private static func count(upTo limit: Double, in values: [Double]) -> Int {
      count(in: values) { $0 <= limit }
    }

    private static func count(in values: [Double], _ isBefore: (Double) -> Bool) -> Int {
      var (low, high) = (0, values.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(values[middle]) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// A level's limit, as the findings say it.
  public struct Limit: Sendable, Hashable {
    public let level: String
    public let value: Double
  }

  /// The trade-off of one species: at each limit the share of its presentations that would be live, and the
  /// share of people who would not.
  public struct TradeOff: Sendable, Hashable {
    public struct Point: Sendable, Hashable {
      public let limit: Double
      public let attack: ErrorRate
      public let bonaFide: ErrorRate
    }

    public let species: String
    /// By ascending limit: one wherever a rate changes, thinned evenly to ``maximumPoints``.
    public let points: [Point]
  }

  public static let maximumPoints = 200

  public let measure: AttackCriteria.DecisiveMeasure
  /// The level whose results these are: the one with the most measures, as the same presentation at another
  /// level is no other presentation.
  public let level: String
  /// Bona fide first.
  public let groups: [Group]
  /// By level; several of one level where its findings differ, at most four.
  public let limits: [Limit]

  init?(
    _ measure: AttackCriteria.DecisiveMeasure, _ byLevel: [String: [PresentationResult]], levels: [String],
    species: [String]
  ) {
    func values(_ level: String) -> [PresentationResult] {
      (byLevel[level] ?? []).filter { $0.outcome.isResponse }
    }
    var best: (level: String, count: Int)?
    for level in levels {
      let count = values(level).count { $0.finding(of: measure.method)?.measure != nil }
      if count > best?.count ?? 0 { best = (level, count) }
    }
    guard let best else { return nil }
    self.measure = measure
    level = best.level
    let bySpecies = Dictionary(grouping: values(best.level), by: \.presentation.species)
    groups = ([nil] + species.map(Optional.some)).map { name in
      let results = bySpecies[name] ?? []
      let found = results.compactMap { $0.finding(of: measure.method)?.measure }
      return Group(species: name, values: found.sorted(), missing: results.count - found.count)
    }
    limits = levels.flatMap { level in
      Set((byLevel[level] ?? []).compactMap { $0.finding(of: measure.method)?.limit }).sorted().prefix(4)
        .map { Limit(level: level, value: $0) }
    }
  }

  /// One curve for each species that was measured, none where no person was.
  public var tradeOffs: [TradeOff] {
    guard let people = groups.first, people.values.count + people.missing > 0 else { return [] }
    return groups.dropFirst().filter { $0.values.count + $0.missing > 0 }.map { group in
      TradeOff(
        species: group.species ?? "",
        points: limits(of: people, group).map { point(at: $0, people, group) })
    }
  }

  private func point(at limit: Double, _ people: Group, _ group: Group) -> TradeOff.Point {
    let live = people.live(measure, limit: limit)
    return TradeOff.Point(
      limit: limit, attack: group.live(measure, limit: limit),
      bonaFide: ErrorRate(errors: live.trials - live.errors, trials: live.trials))
  }

  /// Both groups' points at the levels' limits.
  func points(atLimitsFor species: String) -> [(level: String, point: TradeOff.Point)] {
    guard let people = groups.first, let group = groups.first(where: { $0.species == species }) else {
      return []
    }
    return limits.map { ($0.level, point(at: $0.value, people, group)) }
  }

  /// Where a rate may change: each measure, and a limit beyond all of them, at which nobody is live.
  private func limits(of people: Group, _ group: Group) -> [Double] {
    var all: [Double] = []
    for value in (people.values + group.values).sorted() where all.last != value { all.append(value) }
    guard let first = all.first, let last = all.last else { return [] }
    switch measure.liveSide {
    case .above: all.append(last.nextUp)
    case .below: all.insert(first.nextDown, at: 0)
    }
    guard all.count > Self.maximumPoints else { return all }
    return (0..<Self.maximumPoints).map { all[$0 * (all.count - 1) / (Self.maximumPoints - 1)] }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// All rates of an evaluation, by mode and level. They do not depend on the order of the results.
public struct AttackSummary: Sendable, Hashable {
  /// One mode's.
  public struct Mode: Sendable, Hashable {
    public let mode: String
    /// What the criteria say of it; `nil`: nothing, so it is reported without bounds.
    public let criteria: AttackCriteria.Mode?
    /// Those of the criteria that have results, in their order; then others, numbers before names.
    public let levels: [LevelSummary]
    /// Levels of the criteria without any result, in a mode that is judged.
    public let missingLevels: [String]
    /// `nil` where the criteria name no measure, or no result has it.
    public let measure: MeasureDistribution?
    public let durations: [DurationDistribution]
  }

  /// Those of the criteria that have results, in their order; then others, by name.
  public let modes: [Mode]
  /// Modes of the criteria without any result.
  public let missingModes: [String]

  /// Different presentations: bona fide, of attacks, and the subjects of both.
  public let bonaFidePresentations: Int
  public let attackPresentations: Int
  public let subjects: Int

  init(_ evaluation: AttackEvaluation, _ criteria: AttackCriteria, _ bootstrap: SubjectBootstrap) {
    let byMode = Dictionary(grouping: evaluation.results, by: \.mode)
    let names = Self.ordered(Set(byMode.keys), by: criteria.modes.map(\.name))
    modes = names.map { Mode($0, byMode[$0] ?? [], criteria, bootstrap) }
    missingModes = criteria.modes.map(\.name).filter { byMode[$0] == nil }
    let presentations = Set(evaluation.results.map(\.presentation))
    bonaFidePresentations = presentations.count { $0.kind == .bonaFide }
    attackPresentations = presentations.count - bonaFidePresentations
    subjects = Set(presentations.map(\.subject)).count
  }

  /// Names in the order of a list, then the others: numbers by size, then names.
  static func ordered(_ names: Set<String>, by list: [String]) -> [String] {
    let others = names.subtracting(list).sorted { left, right in
      switch (Double(left), Double(right)) {
      case (let left?, let right?) where left != right: left < right
      case (_?, nil): true
      case (nil, _?): false
      default: left.utf8.lexicographicallyPrecedes(right.utf8)
      }
    }
    return list.filter(names.contains) + others
  }
}

extension AttackSummary.Mode {
  fileprivate init(
    _ mode: String, _ results: [PresentationResult], _ criteria: AttackCriteria, _ bootstrap: SubjectBootstrap
  ) {
    let own = criteria.mode(mode)
    let byLevel = Dictionary(grouping: results, by: \.level)
    let names = AttackSummary.ordered(Set(byLevel.keys), by: criteria.levels.map(\.name))
    self.mode = mode
    self.criteria = own
    let isCompared = results.contains { $0.isMatch != nil }
    levels = names.map {
      LevelSummary($0, byLevel[$0] ?? [], mode: own, isCompared: isCompared, criteria, bootstrap)
    }
    missingLevels =
      own?.judged.isEmpty == false ? criteria.levels.map(\.name).filter { byLevel[$0] == nil } : []
    let species = levels.first?.species.map(\.species) ?? []
    let groups = AttackSummary.ordered(
      Set(results.compactMap(\.presentation.species)), by: species)
    measure = own?.decisive.flatMap { MeasureDistribution($0, byLevel, levels: names, species: groups) }
    durations = DurationDistribution.all(byLevel, levels: names, species: groups)
  }
}

extension Presentation {
  /// The species of an attack; `nil`: bona fide.
  var species: String? {
    if case .attack(let species) = kind { species } else { nil }
  }
}

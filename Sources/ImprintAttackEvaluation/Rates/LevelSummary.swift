// SPDX-License-Identifier: Apache-2.0

/// The rates of one mode at one level.
public struct LevelSummary: Sendable, Hashable {
  /// What a rate rests on too little of.
  public struct Shortfall: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
      case presentations, subjects
    }

    public let kind: Kind
    /// `nil`: bona fide presentations.
    public let species: String?
    public let has: Int
    public let needs: Int
  }

  public let level: String
  /// What the criteria allow at this level; `nil`: no bounds.
  public let bounds: AttackCriteria.Level?
  /// Those of the mode's table, in its order, also where nothing was presented; then those it measures
  /// without a bound, and those it does not name, by name.
  public let species: [SpeciesRates]
  public let bonaFide: BonaFideRates
  /// Empty where there are enough presentations of everything that is judged, of enough subjects.
  public let shortfalls: [Shortfall]

  init(
    _ level: String, _ results: [PresentationResult], mode: AttackCriteria.Mode?, isCompared: Bool,
    _ criteria: AttackCriteria, _ bootstrap: SubjectBootstrap
  ) {
    let judged = mode?.judged ?? []
    // A mode that judges nothing, as one that is swept, has no bounds.
    let bounds = judged.isEmpty ? nil : criteria.level(level)
    var bySpecies: [String: [PresentationResult]] = [:]
    var people: [PresentationResult] = []
    for result in results {
      switch result.presentation.kind {
      case .bonaFide: people.append(result)
      case .attack(let species): bySpecies[species, default: []].append(result)
      }
    }
    let measured = (mode?.measured ?? []).filter { bySpecies[$0] != nil }
    let named = Set(judged + measured)
    let outside = bySpecies.keys.filter { !named.contains($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    func rates(_ names: [String], _ standing: SpeciesRates.Standing) -> [SpeciesRates] {
      names.map {
        SpeciesRates(
          $0, standing, bySpecies[$0] ?? [], bound: bounds?.attackBound, isCompared: isCompared, bootstrap)
      }
    }
    self.level = level
    self.bounds = bounds
    species = rates(judged, .judged) + rates(measured, .measured) + rates(outside, .outside)
    bonaFide = BonaFideRates(people, bound: bounds?.bonaFideBound, bootstrap)
    shortfalls =
      bounds == nil
      ? [] : Self.shortfalls(species.filter { $0.standing == .judged }, bonaFide, criteria)
  }

  /// Those that the mode is judged on.
  public var judged: [SpeciesRates] { species.filter { $0.standing == .judged } }

  /// The highest observed APCER of those that the mode is judged on, and the first species that has it. Never
  /// an average: an attacker chooses the species.
  public var maximum: SpeciesRates? {
    var highest: SpeciesRates?
    for one in judged where one.accepted.rate ?? -1 > highest?.accepted.rate ?? -1 { highest = one }
    return highest
  }

  /// All bounds of the level together, the worst of them; `nil` without bounds.
  public var verdict: BoundVerdict? {
    BoundVerdict(worstOf: (judged.map(\.verdict) + [bonaFide.verdict]).compactMap { $0 })
  }

  private static func shortfalls(
    _ species: [SpeciesRates], _ bonaFide: BonaFideRates, _ criteria: AttackCriteria
  ) -> [Shortfall] {
    let rates = species.map { ($0.species as String?, $0.accepted) } + [(nil, bonaFide.refused)]
    return rates.flatMap { name, rate in
      [
        Shortfall(
          kind: .presentations, species: name, has: rate.counts.trials, needs: criteria.minimumPresentations),
        Shortfall(kind: .subjects, species: name, has: rate.subjects, needs: criteria.minimumSubjects),
      ].filter { $0.has < $0.needs }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

extension MatchExplanation {
  /// Of a verification.
  /// - Parameters:
  ///   - candidates: all that were given.
  ///   - passedOver: those of them that were not compared.
  ///   - otherUse: why the algorithm is not meant for what was asked.
  init(
    _ comparison: Authentication, of candidates: [Template],
    _ passedOver: [(index: Int, reason: TemplateError)],
    and references: [Template], by matcher: TemplateMatcher, _ options: AuthenticationOptions,
    _ otherUse: MatchingError?
  ) {
    var gathered = Gathering(passedOver)
    let met = Set(comparison.pairs.map(\.candidate) + comparison.uncalibrated.map(\.candidate))
    let missing = Set(candidates.indices).subtracting(met).subtracting(passedOver.map(\.index))
    let compared = Set(references.indices).subtracting(comparison.skipped.map(\.reference))
    let sites = Set(compared.map { references[$0].site })
    for index in missing.sorted() {
      gathered.add(
        .candidate, candidate: index, TemplateError.otherSite(found: candidates[index].site, others: sites))
    }
    for skipped in comparison.skipped {
      gathered.add(.reference, reference: skipped.reference, skipped.reason)
    }
    for pair in comparison.uncalibrated {
      gathered.add(.pair, candidate: pair.candidate, reference: pair.reference, pair.reason)
    }
    let used = Set(comparison.pairs.map(\.calibration)).sorted { $0.number < $1.number }
    self.init(
      kind: .authentication, isMatch: comparison.isMatch, plugin: matcher.pluginID,
      format: matcher.format.algorithm, modality: matcher.format.modality.name, asked: Asked(options, nil),
      otherUse: otherUse.map(Warning.init),
      threshold: Threshold(
        comparison.threshold, comparisons: comparison.pairs.count,
        isExtrapolated: comparison.isThresholdExtrapolated),
      candidates: candidates.map(Sample.init), references: references.map(Sample.init),
      compared: comparison.pairs.map { pair in
        Compared(
          candidate: pair.candidate, reference: pair.reference, user: nil, score: pair.score.value,
          similarity: Double(pair.similarity), isMatch: pair.score > comparison.threshold,
          isExtrapolated: pair.isExtrapolated, calibration: pair.calibration.number, qualities: nil)
      }, calibrations: used.map(UsedCalibration.init), passedOver: gathered.found, searched: nil)
  }

  /// Of a search.
  init<ID>(
    _ search: Identification<ID>, of candidates: [Template],
    _ passedOver: [(index: Int, reason: TemplateError)], by matcher: TemplateMatcher,
    _ options: IdentificationOptions, _ otherUse: MatchingError?
  ) {
    var gathered = Gathering(passedOver)
    // Those without a calibration, and those of other sites, are told by pair.
    for skipped in search.skipped where ![.notCalibrated, .otherSite].contains(skipped.reason.code) {
      gathered.add(.reference, reference: skipped.entry, user: "\(skipped.id)", skipped.reason)
    }
    for gap in search.uncalibrated {
      gathered.add(.pair, candidate: gap.candidate, count: gap.references, gap.reason)
    }
    for apart in search.otherSites {
      let site = candidates[apart.candidate].site
      gathered.add(
        .pair, candidate: apart.candidate, count: apart.references,
        TemplateError.otherSite(found: apart.site, others: [site]))
    }
    self.init(
      kind: .identification, isMatch: search.matchCount > 0, plugin: matcher.pluginID,
      format: matcher.format.algorithm, modality: matcher.format.modality.name,
      asked: Asked(options, options.maximumCandidates), otherUse: otherUse.map(Warning.init),
      threshold: Threshold(
        search.threshold, comparisons: search.comparisons, isExtrapolated: search.isThresholdExtrapolated),
      candidates: candidates.map(Sample.init), references: [],
      compared: search.candidates.map { found in
        Compared(
          candidate: nil, reference: nil, user: "\(found.id)", score: found.score.value,
          similarity: Double(found.similarity), isMatch: found.isMatch, isExtrapolated: found.isExtrapolated,
          calibration: found.calibration.number, qualities: nil)
      }, calibrations: search.calibrations.map(UsedCalibration.init), passedOver: gathered.found,
      searched: search.searched)
  }

  /// Adds the qualities of those who were found, and who has no template at all.
  mutating func addReferences<ID>(_ references: [BiometricReference<ID>], to search: Identification<ID>) {
    let found = Set(search.candidates.map(\.id))
    var qualities: [ID: [Int?]] = [:]
    var gathered = Gathering(passedOver)
    for reference in references {
      if found.contains(reference.user) {
        qualities[reference.user, default: []] += reference.templates.map { $0.quality.map(Int.init) }
      }
      if reference.templates.isEmpty {
        gathered.add(.reference, user: "\(reference.user)", MatchingError.noTemplates("reference"))
      }
    }
    for (index, candidate) in search.candidates.enumerated() {
      compared[index].qualities = qualities[candidate.id]
    }
    passedOver = gathered.found
  }
}

extension MatchExplanation {
  /// What was passed over, one entry for each side and reason, in order of first occurrence.
  private struct Gathering {
    private(set) var found: [PassedOver] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
      let side: PassedOver.Side
      let code: String
      let reason: String
    }

    init(_ candidates: [(index: Int, reason: TemplateError)]) {
      for candidate in candidates { add(.candidate, candidate: candidate.index, candidate.reason) }
    }

    init(_ found: [PassedOver]) {
      self.found = found
      for (place, one) in found.enumerated() {
        places[Key(side: one.side, code: one.code, reason: one.reason)] = place
      }
    }

    mutating func add(
      _ side: PassedOver.Side, candidate: Int? = nil, reference: Int? = nil, user: String? = nil,
      count: Int = 1, _ error: some ExplainedError
    ) {
      let key = Key(side: side, code: error.code.rawValue, reason: error.reason)
      let place = places[key] ?? found.count
      if place == found.count {
        places[key] = place
        found.append(
          PassedOver(
            side: side, count: 0, candidates: [], references: [], users: [], code: key.code,
            reason: key.reason, remedy: error.remedy))
      }
      found[place].count += count
      Self.name(candidate, in: &found[place].candidates)
      Self.name(reference, in: &found[place].references)
      Self.name(user, in: &found[place].users)
    }

    private static func name<Value: Equatable>(_ value: Value?, in values: inout [Value]) {
      guard let value, values.count < PassedOver.most, !values.contains(value) else { return }
      values.append(value)
    }
  }
}

extension MatchExplanation.Asked {
  fileprivate init(_ options: some MatchingOptions, _ maximumCandidates: Int?) {
    let (kind, value, gallery): (Policy, Double, Int?) =
      switch options.policy {
      case .threshold(let score): (.threshold, score.value, nil)
      case .matchingThreshold(let threshold): (.matchingThreshold, Double(threshold.value), nil)
      case .falseMatchRate(let rate): (.falseMatchRate, rate, nil)
      case .falsePositiveIdentificationRate(let rate, let gallery):
        (.falsePositiveIdentificationRate, rate, gallery)
      }
    self.init(
      policy: kind, value: value, gallery: gallery, requireCalibrated: options.requireCalibrated,
      minimumQuality: options.minimumQuality, sites: options.sites, maximumCandidates: maximumCandidates,
      use: options.use, otherUses: options.otherUses)
  }
}

extension MatchExplanation.Warning {
  fileprivate init(_ error: MatchingError) {
    self.init(code: error.code.rawValue, reason: error.reason, remedy: error.remedy)
  }
}

extension MatchExplanation.Threshold {
  fileprivate init(_ threshold: Score, comparisons: Int, isExtrapolated: Bool) {
    self.init(
      score: threshold.value, matchingThreshold: threshold.twelveLog,
      falseMatchRate: threshold.falseMatchRate, comparisons: comparisons,
      falseMatchRateOfAll: threshold.falsePositiveIdentificationRate(comparisons: comparisons),
      isExtrapolated: isExtrapolated)
  }
}

extension MatchExplanation.Sample {
  fileprivate init(_ template: Template) {
    self.init(
      format: "\(template.format)", modality: template.modality.name, site: template.site.name,
      quality: template.quality.map(Int.init), samples: template.samples,
      maker: template.maker.map(\.description))
  }
}

extension MatchExplanation.UsedCalibration {
  fileprivate init(_ entry: CalibrationEntry) {
    self.init(
      number: entry.number, pair: "\(entry.pair)", date: entry.calibration.date,
      population: entry.calibration.population, subjects: entry.calibration.subjects,
      impostorComparisons: entry.calibration.impostorComparisons,
      supportedUpTo: entry.calibration.supportedUpTo.value)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Pairs extractors with matchers.
extension Resolver {
  private typealias Made = (format: ExtractedFormat, plugin: String)
  private typealias Compared = (format: ComparedFormat, plugin: String)

  /// The formats that are both produced and compared; adds a problem for a modality without one that has an
  /// extractor and a matcher.
  mutating func templates() -> [TemplatePath] {
    var paths: [TemplatePath] = []
    var uncompared: [(modality: Modality, made: [Made])] = []
    for modality in Modality.allCases {
      let made = made(of: modality)
      let compared = compared(of: modality)
      guard !made.isEmpty else { continue }
      guard !compared.isEmpty else {
        uncompared.append((modality, made))
        continue
      }
      let met = made.flatMap { made in
        compared.filter { $0.format.takes(made.format) }.map { compared in
          TemplatePath(
            format: made.format.format, modality: modality, extractor: made.plugin, matcher: compared.plugin)
        }
      }
      if met.isEmpty { problems.append(apart(made, compared, modality)) }
      paths += met
    }
    // A matcher need without modality or format means what is extracted.
    for id in providers[AbilityNeed(.matcher)] ?? [] where !paths.contains(where: { $0.matcher == id }) {
      let compared = available[id]?.compares.map { (format: $0, plugin: id) } ?? []
      for (modality, made) in uncompared { problems.append(apart(made, compared, modality)) }
    }
    return paths.sorted { $0.format.algorithm < $1.format.algorithm }
  }

  /// Of those, the ones of new templates; adds a problem if ambiguous.
  mutating func written(of paths: [TemplatePath]) -> [TemplatePath] {
    var written: [TemplatePath] = []
    for modality in Modality.allCases {
      let all = paths.filter { $0.modality == modality }
      let named = all.filter { variant.writes.contains($0.format.algorithm) }
      let open = named.isEmpty ? all : named
      written += open.prefix(1)
      guard open.count > 1 else { continue }
      problems.append(
        ResolutionProblem(
          code: .formatNotChosen, place: variantPlace,
          reason:
            "Templates of a \(modality.name) are made and compared in several formats: "
            + "\(Self.list(open.map(\.format.algorithm))); which of them new ones are written in is not said.",
          remedy: "Name one of them under 'writes' in the variant, or choose other plugins.",
          candidates: Set(open.flatMap { [$0.extractor, $0.matcher] }).sorted()))
    }
    return written
  }

  private func made(of modality: Modality) -> [Made] {
    provided(where: { $0.extracted == modality }) { plugin, need in
      plugin.extracts.filter {
        $0.modality == modality && (need.format ?? $0.format.algorithm) == $0.format.algorithm
      }
    }
  }

  private func compared(of modality: Modality) -> [Compared] {
    provided(where: { $0 == .matcher }) { plugin, need in
      plugin.compares.filter {
        $0.modality == modality && (need.modality ?? modality) == modality
          && (need.format ?? $0.algorithm) == $0.algorithm
      }
    }
  }

  /// The formats by which plugins meet needs, unique.
  private func provided<Format: Hashable>(
    where isMeant: (AbilityID) -> Bool, formats: (PluginManifest, AbilityNeed) -> [Format]
  ) -> [(format: Format, plugin: String)] {
    var found: [(format: Format, plugin: String)] = []
    for (need, ids) in providers.sorted(by: { $0.key < $1.key }) where isMeant(need.ability) {
      for id in ids {
        for format in available[id].map({ formats($0, need) }) ?? []
        where !found.contains(where: { $0.format == format && $0.plugin == id }) {
          found.append((format, id))
        }
      }
    }
    return found
  }

  private func apart(_ made: [Made], _ compared: [Compared], _ modality: Modality) -> ResolutionProblem {
    // Lengths are reported if they are the cause.
    let isByLength = made.contains { made in compared.contains { $0.format.reads(made.format.format) } }
    func length(_ bytes: TemplateBytes) -> String { isByLength ? " of \(bytes) bytes" : "" }
    let makes = made.map { "\($0.plugin) makes \($0.format.format)\(length($0.format.templateBytes))" }
    let takes = compared.map {
      let (low, high) = ($0.format.reads.lowerBound, $0.format.reads.upperBound)
      return "\($0.plugin) compares \($0.format.algorithm)/\(low == high ? "\(low)" : "\(low) to \(high)")"
        + length($0.format.templateBytes)
    }
    return ResolutionProblem(
      code: .formatsApart, place: variantPlace,
      reason:
        "Its templates of a \(modality.name) cannot be compared: \(Self.list(makes)), and \(Self.list(takes)).",
      remedy: "Choose two with a format in common, or one plugin that does both.",
      candidates: Set(made.map(\.plugin) + compared.map(\.plugin)).sorted())
  }
}

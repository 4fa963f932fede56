// SPDX-License-Identifier: Apache-2.0

/// What templates have in common that are searched in one call.
struct SearchKind: Hashable {
  let origin: TemplateOrigin
  let site: BodySite
}

extension Template {
  var kind: SearchKind { SearchKind(origin: origin, site: site) }
}

/// Which probes of a search are compared with which sections of its gallery: those that share a calibration,
/// and are of sites that may be compared.
struct SearchPlan {
  /// One call into the plugin.
  struct Step {
    let candidate: Int
    let section: Int
    /// Index into the matcher's calibrations.
    let entry: Int
  }

  /// A probe and a section without a common calibration.
  struct Gap {
    let candidate: Int
    let section: Int
    let probe: TemplateOrigin
    let reference: TemplateOrigin
    let references: Int
  }

  /// A probe and a section of other sites.
  struct Apart {
    let candidate: Int
    let section: Int
    let site: BodySite
    let references: Int
  }

  /// By candidate, then by section.
  private(set) var steps: [Step] = []
  private(set) var gaps: [Gap] = []
  private(set) var apart: [Apart] = []
  private(set) var comparisons = 0
  /// The sections that are compared, in order.
  private(set) var sections: [Int] = []
  private(set) var used: Set<CalibrationEntry> = []

  /// O(candidates · sections · calibrations).
  init(
    _ candidates: [SearchKind], _ kinds: [(kind: SearchKind, count: Int)],
    by calibrations: CalibrationTable, sites: SiteRule
  ) {
    var compared: Set<Int> = []
    for (candidate, probe) in candidates.enumerated() {
      for (section, (kind, count)) in kinds.enumerated() {
        guard sites.allows(probe.site, kind.site) else {
          apart.append(Apart(candidate: candidate, section: section, site: kind.site, references: count))
          continue
        }
        guard let entry = calibrations.index(probe: probe.origin, reference: kind.origin) else {
          gaps.append(
            Gap(
              candidate: candidate, section: section, probe: probe.origin, reference: kind.origin,
              references: count))
          continue
        }
        steps.append(Step(candidate: candidate, section: section, entry: entry))
        comparisons += count
        compared.insert(section)
      }
    }
    sections = compared.sorted()
    used = Set(Set(steps.map(\.entry)).map { calibrations.entries[$0] })
  }
}

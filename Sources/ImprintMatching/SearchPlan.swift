// SPDX-License-Identifier: Apache-2.0

/// Which probes of a search are compared with which sections of its gallery: those that share a calibration.
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

  /// By candidate, then by section.
  private(set) var steps: [Step] = []
  private(set) var gaps: [Gap] = []
  private(set) var comparisons = 0
  /// The sections that are compared, in order.
  private(set) var sections: [Int] = []
  private(set) var used: Set<CalibrationEntry> = []

  /// O(candidates · sections · calibrations).
  init(
    _ candidates: [TemplateOrigin], _ kinds: [(origin: TemplateOrigin, count: Int)],
    by calibrations: CalibrationTable
  ) {
    var compared: Set<Int> = []
    for (candidate, probe) in candidates.enumerated() {
      for (section, kind) in kinds.enumerated() {
        guard let entry = calibrations.index(probe: probe, reference: kind.origin) else {
          gaps.append(
            Gap(
              candidate: candidate, section: section, probe: probe, reference: kind.origin,
              references: kind.count))
          continue
        }
        steps.append(Step(candidate: candidate, section: section, entry: entry))
        comparisons += kind.count
        compared.insert(section)
      }
    }
    sections = compared.sorted()
    used = Set(Set(steps.map(\.entry)).map { calibrations.entries[$0] })
  }
}

// SPDX-License-Identifier: Apache-2.0
private import ImprintManifest
internal import ImprintRuntime

/// The quarantine's findings on an installation.
extension HealthExamination {
  /// Each plugin that has died, or one finding that none has.
  func quarantine(of catalog: PluginCatalog) -> [HealthFinding] {
    guard let store = configuration.quarantine else {
      return [.fine(.quarantine, "", "not used")]
    }
    let listing: QuarantineListing
    do throws(QuarantineError) {
      listing = try store.listing()
    } catch {
      return [
        HealthFinding(
          .quarantine, .doubtful, place: error.place, code: error.code.rawValue,
          fact: "nothing is quarantined: \(error.reason)", remedy: error.remedy)
      ]
    }
    let findings = catalog.found.compactMap { Self.finding($0.manifest.id, listing.standing(of: $0)) }
    return findings.isEmpty ? [.fine(.quarantine, "", "no installed plugin is in it")] : findings
  }

  private static func finding(_ id: String, _ standing: QuarantineStanding) -> HealthFinding? {
    switch standing {
    case .clear: nil
    case .struck(let record):
      HealthFinding(
        .quarantine, .doubtful, place: id, code: "struck", fact: "\(record.sentence).",
        remedy: "See `sdkctl plugin quarantine show \(id)`, and report it to its vendor.")
    case .quarantined(let record):
      HealthFinding(
        .quarantine, .broken, place: id, code: "quarantined", fact: "it is not opened: \(record.sentence).",
        remedy: "Install a corrected build, or run `sdkctl plugin quarantine clear \(id)`.")
    case .damaged(let error): .broken(.quarantine, error)
    }
  }
}

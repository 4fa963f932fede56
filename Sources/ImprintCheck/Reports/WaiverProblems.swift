// SPDX-License-Identifier: Apache-2.0

/// Waivers that waive nothing: they would hide the next failure, so they are reported.
enum WaiverProblems {
  static func of(_ waivers: [CheckWaiver], results: [CheckResult]) -> [String] {
    var problems: [String] = []
    var seen: Set<String> = []
    for waiver in waivers {
      if !seen.insert(waiver.check).inserted {
        problems.append("\(waiver.check): it is waived twice; the first reason is used. Remove the other.")
        continue
      }
      guard let check = CheckCatalog.check(waiver.check) else {
        problems.append("\(waiver.check): no check has this id. Correct the waiver, or remove it.")
        continue
      }
      // One waiver file serves both isolations.
      if let result = results.first(where: { $0.check == waiver.check }), !result.outcome.isFailure,
        check.isolations.contains(result.isolation)
      {
        problems.append("\(waiver.check): it is waived, but \(result.word). Remove the waiver.")
      }
    }
    return problems
  }
}

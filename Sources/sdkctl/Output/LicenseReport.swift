// SPDX-License-Identifier: Apache-2.0

/// How a licence's status is shown.
extension LicenseStatus {
  /// - Parameter place: the settings, or the folder of a trial licence.
  func report(place: String, isTrial: Bool = false) -> Report {
    var lines = [("profile", profile), ("product", product), ("state", state.rawValue)]
    if let deactivated { lines.append(("given back", Clock.text(deactivated))) }
    if let activation { lines.append(("activation", activation)) }
    if !features.isEmpty { lines.append(("features", features.map(\.rawValue).joined(separator: ", "))) }
    for (limit, number) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(("limit", "\(limit.rawValue) \(number)"))
    }
    if let renewAfter { lines.append(("renew after", Clock.text(renewAfter))) }
    if let expires { lines.append(("expires", Clock.text(expires))) }
    if let graceEnds { lines.append(("grace ends", Clock.text(graceEnds))) }
    lines.append((isTrial ? "folder" : "settings", place))
    if isTrial {
      lines.append(("kind", "a trial licence: to try Imprint on this machine; no application accepts it"))
    }
    let text = ([facts(lines)] + warnings.map { oneLine("warning: \($0)") }).joined(separator: "\n")
    return Report(text: text, json: json(isTrial), isSuccess: isLicensed)
  }

  private func json(_ isTrial: Bool) -> JSONValue {
    [
      "profile": profile, "product": product, "state": state.rawValue, "licensed": isLicensed,
      "trial": isTrial, "activation": activation,
      "features": features.map(\.rawValue),
      "limits": JSONValue.object(
        limits.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, .integer($0.value)) }),
      "renewAfter": renewAfter, "expires": expires,
      "deactivated": deactivated, "graceEnds": graceEnds,
      "warnings": warnings.json { ["code": $0.code.rawValue, "text": $0.text] },
    ]
  }
}

/// A verdict, step by step.
struct VerdictWalk {
  private let steps: [(name: String, outcome: LicenseStep.Outcome, sentence: String)]

  init(_ steps: [LicenseStep]) { self.steps = steps.map { ($0.id.rawValue, $0.outcome, $0.sentence) } }
  init(_ steps: [LicenseExplanation.Step]) { self.steps = steps.map { ($0.name, $0.outcome, $0.sentence) } }

  func text(_ console: Console) -> String {
    steps.map { step in
      let word =
        switch step.outcome {
        case .passed: console.styled("ok     ", .green)
        case .failed: console.styled("FAILED ", .red)
        case .skipped: console.styled("skipped", .dim)
        }
      return oneLine("\(word) \(step.name): \(step.sentence)")
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    steps.json { ["step": $0.name, "outcome": $0.outcome.rawValue, "sentence": $0.sentence] }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How a licence state is shown.
extension LicenseState {
  var text: String {
    let granted = (isTrial ? "trial: " : "") + granted.map(\.rawValue).joined(separator: ", ")
    return switch verdict {
    case .notNeeded: "not needed"
    case .granted: "granted (\(granted))"
    case .partlyGranted: "granted (\(granted)), refused (\(refused.sentence))"
    case .refused: "refused (\(refused.sentence))"
    }
  }

  /// As `--json` prints it. `feature`, `reason` and `remedy` are there where the plugin cannot be opened.
  var json: JSONValue {
    .present([
      "state": verdict.rawValue, "feature": obstacle?.feature.rawValue, "reason": obstacle?.reason,
      "remedy": obstacle?.remedy,
      "trial": isTrial, "granted": granted.map(\.rawValue),
      "refused": refused.json { ["feature": $0.feature.rawValue, "reason": $0.reason, "remedy": $0.remedy] },
    ])
  }
}

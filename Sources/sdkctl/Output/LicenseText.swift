// SPDX-License-Identifier: Apache-2.0
import Imprint

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
    var members: [(String, JSONValue)] = [("state", .string(verdict.rawValue))]
    if let obstacle {
      members += [
        ("feature", .string(obstacle.feature.rawValue)), ("reason", .string(obstacle.reason)),
        ("remedy", .string(obstacle.remedy)),
      ]
    }
    members += [
      ("trial", .bool(isTrial)),
      ("granted", .strings(granted.map(\.rawValue))),
      (
        "refused",
        .array(
          refused.map {
            .object([
              ("feature", .string($0.feature.rawValue)), ("reason", .string($0.reason)),
              ("remedy", .string($0.remedy)),
            ])
          })
      ),
    ]
    return .object(members)
  }
}

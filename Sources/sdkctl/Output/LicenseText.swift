// SPDX-License-Identifier: Apache-2.0
import Imprint

/// How a licence state is shown.
extension LicenseState {
  /// As `--json` prints it.
  private var word: String {
    switch self {
    case .notNeeded: "not-needed"
    case .granted: "granted"
    case .refused: "refused"
    }
  }

  var text: String {
    switch self {
    case .notNeeded: "not needed"
    case .granted(let features): "granted (\(features.map(\.rawValue).joined(separator: ", ")))"
    case .refused(let feature, let reason, _): "refused (\(feature): \(reason))"
    }
  }

  var json: JSONValue {
    var members: [(String, JSONValue)] = [("state", .string(word))]
    if case .refused(let feature, let reason, let remedy) = self {
      members += [
        ("feature", .string(feature.rawValue)), ("reason", .string(reason)), ("remedy", .string(remedy)),
      ]
    }
    return .object(members)
  }
}

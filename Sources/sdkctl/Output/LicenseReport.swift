// SPDX-License-Identifier: Apache-2.0
import Imprint

/// How a licence's status is shown.
extension LicenseStatus {
  func report(settings: String? = nil) -> Report {
    var lines = [("profile", profile), ("product", product), ("state", state.rawValue)]
    if let activation { lines.append(("activation", activation)) }
    if !features.isEmpty { lines.append(("features", features.map(\.rawValue).joined(separator: ", "))) }
    for (limit, number) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(("limit", "\(limit.rawValue) \(number)"))
    }
    if let renewAfter { lines.append(("renew after", Clock.text(renewAfter))) }
    if let expires { lines.append(("expires", Clock.text(expires))) }
    if let graceEnds { lines.append(("grace ends", Clock.text(graceEnds))) }
    if let settings { lines.append(("settings", settings)) }
    let text = ([facts(lines)] + warnings.map { "warning: \($0)" }).joined(separator: "\n")
    return Report(text: text, json: json, isSuccess: isLicensed)
  }

  private var json: JSONValue {
    .object([
      ("profile", .string(profile)), ("product", .string(product)), ("state", .string(state.rawValue)),
      ("licensed", .bool(isLicensed)), ("activation", .optional(activation, JSONValue.string)),
      ("features", .strings(features.map(\.rawValue))),
      (
        "limits",
        .object(
          limits.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, .integer($0.value)) })
      ),
      ("renewAfter", .optional(renewAfter) { .integer(Int($0)) }),
      ("expires", .optional(expires) { .integer(Int($0)) }),
      ("graceEnds", .optional(graceEnds) { .integer(Int($0)) }), ("warnings", .strings(warnings)),
    ])
  }
}

/// A verdict, step by step.
extension [LicenseStep] {
  func text(styled: (String, Console.Style) -> String) -> String {
    map { step in
      let word =
        switch step.outcome {
        case .passed: styled("ok     ", .green)
        case .failed: styled("FAILED ", .red)
        case .skipped: styled("skipped", .dim)
        }
      return "\(word) \(step.id.rawValue): \(step.words)"
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    .array(
      map {
        .object([
          ("step", .string($0.id.rawValue)), ("outcome", .string($0.outcome.rawValue)),
          ("words", .string($0.words)),
        ])
      })
  }
}

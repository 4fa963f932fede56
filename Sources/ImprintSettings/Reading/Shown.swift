// SPDX-License-Identifier: Apache-2.0

/// Untrusted text made safe for a message: short, on one line, without terminal control characters.
package enum Shown {
  private static let longest = 60

  package static func quoted(_ text: String) -> String { "'\(plain(text))'" }

  package static func plain(_ text: String) -> String {
    var shown = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == longest { return shown + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

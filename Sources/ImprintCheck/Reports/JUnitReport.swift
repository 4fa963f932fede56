// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

extension CheckReport {
  /// As JUnit XML for continuous integration: one suite, a case for each check. A waived failure is a skipped
  /// case with its reason; a process that crashed, hung or ended early is an error, a violated requirement a
  /// failure.
  public var junit: String {
    let name = plugin ?? folder
    let failures = results.filter { $0.isFailure && $0.isFinding }.count
    let errors = results.filter { $0.isFailure && !$0.isFinding }.count
    let skipped = results.count { ["skipped", "inapplicable", "waived"].contains($0.word) }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuite name=\(XML.quoted(name)) tests=\"\(results.count)\" failures=\"\(failures)\" "
        + "errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"\(duration.seconds)\">",
      "  <properties><property name=\"isolation\" value=\"\(isolation.rawValue)\"/>"
        + "<property name=\"seed\" value=\"\(seed)\"/></properties>",
    ]
    for result in results { lines += result.junit }
    lines.append("</testsuite>")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension CheckResult {
  fileprivate var isFinding: Bool {
    if case .failed = outcome { true } else { false }
  }

  fileprivate var junit: [String] {
    let group = String(check.prefix { $0 != "." })
    let opening =
      "  <testcase classname=\(XML.quoted(group)) name=\(XML.quoted(check)) time=\"\(duration.seconds)\""
    let words = outcome.place.isEmpty ? outcome.reason : "\(outcome.place): \(outcome.reason)"
    if let waiver {
      return [
        opening + ">",
        "    <skipped message=\(XML.quoted("waived by \(waiver.by): \(waiver.reason) (\(words))"))/>",
        "  </testcase>",
      ]
    }
    guard !isFailure else {
      let element = isFinding ? "failure" : "error"
      return [
        opening + ">",
        "    <\(element) type=\(XML.quoted(outcome.word)) message=\(XML.quoted(words))>"
          + "\(XML.escaped(output))</\(element)>", "  </testcase>",
      ]
    }
    switch outcome {
    case .skipped, .inapplicable:
      return [opening + ">", "    <skipped message=\(XML.quoted(words))/>", "  </testcase>"]
    case .warning:
      return [
        opening + ">", "    <system-out>\(XML.escaped("warning: \(words)"))</system-out>", "  </testcase>",
      ]
    default: return [opening + "/>"]
    }
  }
}

/// Untrusted text, escaped for XML.
enum XML {
  /// A value of an attribute, with its quotation marks.
  static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Characters that are invisible, or not allowed in XML 1.0, are replaced by their code point
  /// (``VisibleText``).
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in VisibleText.lines(text).unicodeScalars {
      switch scalar {
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "&": output += "&amp;"
      case "\"": output += "&quot;"
      // In an attribute they would become spaces.
      case "\n", "\t": output += "&#\(scalar.value);"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

extension Duration {
  /// Seconds with three decimals, as in JUnit.
  fileprivate var seconds: String {
    let thousandths = milliseconds % 1000
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - "\(thousandths)".count))\(thousandths)"
  }
}

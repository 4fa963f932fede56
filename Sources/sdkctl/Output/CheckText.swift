// SPDX-License-Identifier: Apache-2.0

/// The results of checks, for people.
enum CheckText {
  /// The whole report: a line for each applicable check, its reason below it, and what to do last.
  /// - Parameter name: What the plugin is called on the command line, for the line that runs a check again.
  static func text(of report: CheckReport, named name: String, _ console: Console) -> String {
    let title = [report.plugin ?? name, report.version.map { "\($0)" }].compactMap { $0 }.joined(
      separator: " ")
    var lines = [
      console.styled("\(title), isolation \(report.isolation.rawValue), seed \(report.seed)", .bold)
    ]
    for result in report.results where result.word != "inapplicable" {
      lines.append(line(of: result, console))
    }
    for problem in report.waiverProblems {
      lines.append("\(console.styled("waiver", .yellow))   \(VisibleText.line(problem))")
    }
    let counts = report.counts.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
    let seconds =
      Double(report.duration.components.seconds)
      + Double(report.duration.components.attoseconds / 1_000_000_000_000_000) / 1000
    lines.append("\(counts); \((seconds * 10).rounded() / 10) s")
    if let failed = report.results.first(where: \.isFailure) {
      lines.append(
        "run one again: sdkctl plugin check \(ShellWord.quoted(name)) --reproduce "
          + "\(CheckSeed(check: failed.check, seed: report.seed)) --isolation \(report.isolation.rawValue)")
    }
    return lines.joined(separator: "\n")
  }

  /// One check, with its reason.
  static func line(of result: CheckResult, _ console: Console) -> String {
    let padding = String(repeating: " ", count: max(0, 10 - result.word.count))
    var line = console.styled(result.word, style(of: result)) + padding + " " + result.check
    let indent = "\n             "
    if !result.outcome.reason.isEmpty {
      line +=
        indent
        + VisibleText.line(
          [result.outcome.place, result.outcome.reason].filter { !$0.isEmpty }.joined(separator: ": "))
    }
    if let waiver = result.waiver {
      line += indent + VisibleText.line("accepted by \(waiver.by): \(waiver.reason)")
    }
    if result.isFailure, !result.output.isEmpty {
      // The last lines: a program that ends says why at its end.
      for words in result.output.split(separator: "\n").suffix(8) {
        line += indent + "| " + VisibleText.line(words)
      }
    }
    return line
  }

  private static func style(of result: CheckResult) -> Console.Style {
    switch result.word {
    case "passed": .green
    case "skipped", "inapplicable": .dim
    case "warning", "waived": .yellow
    default: .red
    }
  }
}

/// The catalogue of checks.
enum CheckListing {
  static var report: Report {
    var table = Table(["CHECK", "FOR", "ISOLATION", "RULES", "WHAT MUST HOLD"])
    for check in CheckCatalog.all {
      table.add([
        check.id, check.scope.words, check.isolationNames.joined(separator: " "),
        check.rules.joined(separator: " "), check.title,
      ])
    }
    return Report(
      text: table.text,
      json: [
        "checks": CheckCatalog.all.json {
          [
            "id": $0.id, "group": $0.group.rawValue, "title": $0.title, "for": $0.scope.words,
            "rules": $0.rules, "isolations": $0.isolationNames,
            "deadlineSeconds": Int($0.deadline.components.seconds),
          ]
        }
      ])
  }
}

// SPDX-License-Identifier: Apache-2.0

struct DoctorCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Finds missing or broken parts of the installation, and how to repair them.",
    discussion: """
      Reads manifests, libraries, models and run-time libraries and verifies their hashes; loads none of \
      them. Exit code 1 if anything is broken.
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let findings = HealthExamination(
      configuration: await global.configuration(telling: console)
    ).findings()
    let broken = findings.count { $0.state == .broken }
    let doubtful = findings.count { $0.state == .doubtful }
    let lines = findings.map { finding in
      let word = console.styled(finding.state.word, finding.state.style)
      let fact =
        "\(word) \(finding.subject.rawValue): "
        + "\(finding.place)\(finding.place.isEmpty ? "" : ": ")\(finding.fact)"
      let remedy = finding.remedy.isEmpty ? "" : "\n         " + oneLine(finding.remedy)
      return oneLine(fact) + remedy
    }
    return Report(
      text: (lines + ["\(broken) broken, \(doubtful) doubtful"]).joined(separator: "\n"),
      json: [
        "healthy": broken == 0, "broken": broken, "doubtful": doubtful,
        "findings": findings.json {
          [
            "subject": $0.subject.rawValue, "state": $0.state.rawValue, "place": $0.place, "code": $0.code,
            "fact": $0.fact, "remedy": $0.remedy,
          ]
        },
      ], isSuccess: broken == 0)
  }
}

extension HealthFinding.State {
  fileprivate var word: String {
    switch self {
    case .fine: "ok      "
    case .doubtful: "doubtful"
    case .broken: "BROKEN  "
    }
  }

  fileprivate var style: Console.Style {
    switch self {
    case .fine: .green
    case .doubtful: .yellow
    case .broken: .red
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Imprint

/// The reference page of all names of the seeds, made from the tables in code.
enum SeedNamesPage {
  /// One list of names.
  struct Table {
    let title: String
    /// What is to be known of all of them; may be empty.
    let about: String
    let names: [any TestedName]

    init<Name: TestedName>(_ title: String, _ names: Name.Type, about: String = "") {
      self.title = title
      self.about = about
      self.names = Array(names.allCases)
    }
  }

  static let tables = [
    Table(
      "Handlers", SeedHandlerType.self,
      about: "How captures are made is in [the guide](../guides/capture-faces.md)."),
    Table("What handlers do", SeedHandlerCall.self),
    Table("What handlers call", SeedDelegateCall.self),
    Table("Options", SeedCaptureOption.self),
    Table("Errors of handlers", SeedHandlerError.self),
    Table(
      "Errors of captures", SeedCapturingError.self,
      about: """
        A time-out and a fake are no errors here: a *retry*, and a *verdict*. `FaceCaptureConclusion.failure` says them \
        as the seed does.
        """),
    Table(
      "Types of errors", SeedErrorType.self,
      about: "| type | codes that have it |\n|---|---|\n"
        + SeedErrorType.allCases.map { type in
          let codes = type.codes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
          return
            "| `\(type.type.rawValue)` | \(codes.isEmpty ? "none: captures with a server have it" : codes) |"
        }.joined(separator: "\n")),
    Table("What errors say", SeedErrorField.self),
    Table("Modes of liveness", SeedLivenessMode.self),
    Table("Levels of security", SeedSecurityLevel.self),
    Table("Active challenges", SeedCr2dMode.self),
    Table("Verdicts of liveness", SeedLivenessStatus.self),
    Table("Feedback", SeedCapturingInfo.self),
    Table("What events say", SeedEventField.self),
    Table("What images say", SeedImageField.self),
    Table("Quality of faces", SeedFaceQuality.self),
    Table("Cameras", SeedCamera.self),
    Table("Overlay", SeedOverlay.self),
    Table("Orientations", SeedOrientation.self),
    Table("Previews", SeedPreviewColorspace.self),
    Table("Colour spaces", SeedColorSpace.self),
    Table("Levels of logs", SeedLogLevel.self),
    Table("Use cases", SeedUseCaseName.self),
    Table("What use cases do and call", SeedUseCaseCall.self),
    Table("Values of use cases", SeedUseCaseValue.self),
    Table(
      "Enrolment and verification: errors", SeedFlowStatus.self,
      about: """
        Of [these flows](../guides/enroll-and-verify.md): the names of both platforms; where they differ by the prefix `EM`
        alone, the one without it. A time-out, poor quality and a person who is somebody else are no errors here.
        """),
    Table(
      "Enrolment and verification: settings", SeedFlowSetting.self,
      about: """
        `qualityThreshold` has the seed's number without conversion; `matchingThreshold`, of a scale of its own, is a
        policy here, stated as a rate.
        """),
    Table("Enrolment and verification: calls", SeedFlowCall.self),
    Table("Enrolment and verification: frames", SeedFlowFrame.self),
  ]

  static var names: [any TestedName] { tables.flatMap(\.names) }

  static var text: String {
    let left = names.count { if case .leftOut = $0.counterpart { true } else { false } }
    return """
      # Names of the seeds: face capture

      <!-- Made from the tables in Sources/ImprintCapture/SeedNames and SeedFlowNames.swift; change those, not this. Then:
           IMPRINT_UPDATE_SNAPSHOTS=1 swift test --disable-xctest --filter SeedNamesTests -->

      What the capture SDK and the toolkit for enrolment, which this one follows, call their options, events,
      errors and values: \(names.count) names, and what each is in Swift and in `sdkctl`. \(left) of them are left out:
      nothing here can be so, something else does the work, or the seed itself calls them obsolete.

      | in the column `sdkctl` | is |
      |---|---|
      | `capture --liveness` | an option of a command, with its value where the name is one |
      | `liveness` in `capture --json` | a field of what the command prints, by the path to it |
      | error `license` of `capture` | the code of an error: `error.code` in `--json` |
      | `step: …`, told by `capture` | a line that is told while it runs |
      | `pointer` in `capture --events` | an event, a line of JSON in that file |
      | Swift only | what a command has no use for, and why |


      """ + tables.map { section($0) }.joined(separator: "\n")
  }

  private static func section(_ table: Table) -> String {
    var text = "## \(table.title)\n\n"
    if !table.about.isEmpty { text += table.about + "\n\n" }
    text += "| seed | Swift | sdkctl |\n|---|---|---|\n"
    for name in table.names {
      let (swift, sdkctl) = name.counterpart.cells
      text += "| `\(name.seedName)` | \(swift) | \(sdkctl) |\n"
    }
    return text
  }
}

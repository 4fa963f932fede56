// SPDX-License-Identifier: Apache-2.0

struct EvaluateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Measures the accuracy of a matcher, and of liveness.",
    discussion: """
      Of pictures of people, with a folder for each person in DIR (DIR/ada/1.jpg, DIR/bob/1.jpg), a report in the \
      terms of ISO/IEC 19795-1, as a page with drawings:

        sdkctl evaluate --people DIR --page report.html

      What else it takes, and how to read it: sdkctl help evaluate matcher.
      """,
    subcommands: [
      EvaluateMatcherCommand.self, EvaluateReferencesCommand.self, EvaluatePADCommand.self,
      EvaluateReportCommand.self,
    ],
    defaultSubcommand: EvaluateMatcherCommand.self)
}

// SPDX-License-Identifier: Apache-2.0

struct EvaluateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Measures the accuracy of a matcher, and of liveness.",
    subcommands: [
      EvaluateMatcherCommand.self, EvaluateReferencesCommand.self, EvaluatePADCommand.self,
      EvaluateReportCommand.self,
    ],
    defaultSubcommand: EvaluateMatcherCommand.self)
}

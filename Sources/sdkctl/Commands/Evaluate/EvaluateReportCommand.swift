// SPDX-License-Identifier: Apache-2.0

struct EvaluateReportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Reports results of liveness again, and presents nothing.",
    discussion: """
      Of files that sdkctl evaluate pad has written: several count as one where they are of the same data, \
      versions and conditions. No plugin is opened, so results of other versions than those that are installed \
      are reported too.
      """)

  @Argument(help: ArgumentHelp("The files of results, JSON Lines.", valueName: "file"))
  var results: [String]

  @Option(help: ArgumentHelp("Also write the report as a page.", valueName: "file.html"))
  var page: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    if let page { try Files.checkWritable(page, besides: results) }
    // There is one at least.
    var evaluation = try read(results[0])
    for path in results.dropFirst() { try evaluation.merge(try read(path), place: path) }
    let report = AttackReport(evaluation)
    if let page { try Files.write(Array(report.html.utf8), to: page) }
    return Report(text: report.text, json: report.json)
  }

  private func read(_ path: String) throws -> AttackEvaluation {
    let bytes = try Files.read(path, upTo: AttackResultsFile.maximumBytes)
    return try AttackResultsFile(parsing: bytes, place: path).evaluation
  }
}

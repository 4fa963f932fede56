// SPDX-License-Identifier: Apache-2.0

struct BackupCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Backs up all acknowledged changes to one file, whether the server runs or not.",
    discussion: """
      The file is checked before it gets its name. It contains no private key: keep a copy of the folder \
      authority/ apart from it.
      """)

  @Argument(help: "A new file.")
  var file: String

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    try global.database().backUp(to: file)
    return Report(
      text: "\(console.styled("written", .green)) \(file)", json: ["backup": file])
  }
}

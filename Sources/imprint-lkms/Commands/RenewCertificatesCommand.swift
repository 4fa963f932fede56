// SPDX-License-Identifier: Apache-2.0

struct RenewCertificatesCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "renew-certificates",
    abstract: "Renews certificates for the same keys: licences, trust anchors and pins stay valid.",
    discussion: """
      The signing certificate needs authority/root.key; bring it back for this. Restart the server \
      afterwards.
      """)

  @Option(help: "Only one of them.")
  var only: ServerHome.Renewable?

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let home = try global.serverHome()
    let ends = try (only.map { [$0] } ?? ServerHome.Renewable.allCases).map {
      ($0.rawValue, Clock.text(try home.renew($0, now: Clock.now)))
    }
    return Report(
      text: ends.map { "\(console.styled("renewed", .green)) \($0.0), until \($0.1)" }.joined(
        separator: "\n"),
      json: ["renewed": JSONValue.object(ends.map { ($0.0, .string($0.1)) })])
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import Imprint
import ImprintCommandLine

struct TrustConformanceCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance", abstract: "Says whether a plugin needs a good conformance result.",
    discussion: """
      required: a plugin is refused that has none of somebody who is allowed: see sdkctl plugin allow --examiner. \
      optional: it is not asked for.
      """)

  @Argument(help: "required or optional.")
  var conformance: TrustSettings.Conformance

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    var change = try TrustChange(named: global.trust.map(Files.absolute))
    change.setConformance(conformance)
    return try change.report()
  }
}

extension TrustSettings.Conformance: ExpressibleByArgument {}

// SPDX-License-Identifier: Apache-2.0

struct TrustConformanceCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "conformance", abstract: "Sets whether a plugin needs a good conformance result.",
    discussion: """
      required: a plugin is refused unless it has a result signed by an allowed examiner: see sdkctl plugin \
      allow --examiner. optional: no result is needed. A result with waived failures is accepted if --waived \
      names all these checks; without --waived the previously accepted ones are kept, and `--waived none` \
      accepts none.
      """)

  @Argument(help: "required or optional.")
  var conformance: TrustSettings.Conformance

  @Option(
    help: ArgumentHelp(
      "Accept results that waive the failure of this check; may be repeated, and replaces the previous ones.",
      valueName: "check"))
  var waived: [String] = []

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    for check in waived where CheckCatalog.check(check) == nil && waived != ["none"] {
      throw ValidationError("No check has the id '\(check)': sdkctl plugin check --list shows all.")
    }
  }

  func change(_ trust: inout TrustChange) throws {
    trust.setConformance(conformance)
    if !waived.isEmpty { try trust.setWaived(waived == ["none"] ? [] : waived) }
  }
}

extension TrustSettings.Conformance: ExpressibleByArgument {}

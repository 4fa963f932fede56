// SPDX-License-Identifier: Apache-2.0

struct TrustConformanceCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "conformance", abstract: "Says whether a plugin needs a good conformance result.",
    discussion: """
      required: a plugin is refused that has none of somebody who is allowed: see sdkctl plugin allow --examiner. \
      optional: it is not asked for. A result in which the failure of a check was waived counts where --waived names all \
      such checks; without --waived those of before stay accepted, and `--waived none` accepts none.
      """)

  @Argument(help: "required or optional.")
  var conformance: TrustSettings.Conformance

  @Option(
    help: ArgumentHelp(
      "Accept results that waive the failure of this check; may be repeated, and replaces those of before.",
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

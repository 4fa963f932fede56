// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint

struct LicenseVerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Judges a licence document, step by step; takes nothing in.",
    discussion: "Exit code 1 where it is no valid licence for this device, or, with --anyone, for any.")

  @Argument(help: "The document.")
  var file: String

  @Option(help: ArgumentHelp("The roots it may chain to, PEM; default: the settings'.", valueName: "file"))
  var trustAnchor: String?

  @Flag(help: "Does not ask whether profile, product and device are ours.")
  var anyone = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let document = try Files.read(file, upTo: LicenseVerifier.maximumBytes + 2)
    let settings = try trustAnchor == nil || !anyone ? global.requiredLicenseSettings() : nil
    let anchors = try settings?.trustAnchors() ?? TrustAnchor.read(trustAnchor ?? "")
    let given = try trustAnchor.map { try TrustAnchor.read($0) } ?? anchors
    let verification = await LicenseVerifier(trustAnchors: given).verify(
      document, at: LicenseClock.system.now(),
      expecting: anyone ? LicenseExpectation() : try settings?.expectation() ?? LicenseExpectation())
    let isAccepted = if case .accepted = verification.verdict { true } else { false }
    return Report(
      text: verification.steps.text(styled: console.styled),
      json: .object([("accepted", .bool(isAccepted)), ("steps", verification.steps.json)]),
      isSuccess: isAccepted)
  }
}

// SPDX-License-Identifier: Apache-2.0

struct LicenseVerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verifies a licence document, step by step, without importing it.",
    discussion: "Exit code 1 if it is no valid licence for this device, or, with --anyone, for any.")

  @Argument(help: "The document.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The root certificates it may chain to, PEM; default: those of the settings.", valueName: "file"))
  var trustAnchor: String?

  @Flag(help: "Do not check profile, product and device.")
  var anyone = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let document = try Files.read(file, upTo: 2 * LicenseVerifier.maximumBytes)
    let settings = anyone && trustAnchor != nil ? nil : try global.requiredLicenseSettings()
    let anchors: [TrustAnchor]
    if let trustAnchor {
      anchors = try TrustAnchor.read(path: trustAnchor)
    } else {
      anchors = try settings?.trustAnchors() ?? []
    }
    let expected = anyone ? LicenseExpectation() : try settings?.expectation() ?? LicenseExpectation()
    let verification = await LicenseVerifier(trustAnchors: anchors).verify(
      Files.withoutLineEnd(document), at: LicenseClock.system.now(), expecting: expected)
    let walk = VerdictWalk(verification.steps)
    let isAccepted = if case .accepted = verification.verdict { true } else { false }
    return Report(
      text: walk.text(console) + "\n" + (isAccepted ? "accepted" : "refused"),
      json: ["accepted": isAccepted, "steps": walk.json], isSuccess: isAccepted)
  }
}

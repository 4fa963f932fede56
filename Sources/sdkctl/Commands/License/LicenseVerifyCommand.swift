// SPDX-License-Identifier: Apache-2.0

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

// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

@Suite struct EntitlementNoteTests {
  private static let note = "note: every licensed feature is permitted; no licence is looked at\n"

  @Test(
    arguments: [
      ["compare", "a.png", "b.png"], ["enroll", "--user", "ada", "a.png"],
      ["evaluate", "--pairs", "pairs.csv"],
      // Fails after Imprint was opened, which is when it is told.
      ["capture", "--camera", "none", "--out", "out"],
    ], [false, true])
  func whatOpensPluginsTellsOnceThatEverythingIsPermitted(command: [String], json: Bool) throws {
    let installation = try CalibratedInstallation()
    let run = try installation.run(command + (json ? ["--json"] : []))
    #expect(run.errors.ranges(of: Self.note).count == 1)
    #expect(!run.output.contains("permitted"))
    if json { _ = try run.json }
  }

  @Test(arguments: [
    ["plugin", "list"], ["plugin", "inspect", NullInstallation.id], ["variant", "list"], ["doctor"],
  ])
  func whatOpensNoneDoesNot(command: [String]) throws {
    let run = try NullInstallation().run(command)
    #expect(!run.errors.contains("permitted"))
  }

  private struct SomeEntitlements: EntitlementProvider {
    func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
  }

  @Test func anApplicationCanAskWhetherALicenceIsLookedAt() throws {
    let root = try NullInstallation().root
    var configuration = ImprintConfiguration(searchPath: .standard(explicit: [root]), variant: "null-only")
    #expect(try Imprint.open(configuration).permitsEverything)
    configuration.entitlements = SomeEntitlements()
    #expect(try !Imprint.open(configuration).permitsEverything)
  }
}

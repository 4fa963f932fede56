// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The licence as the command line's users meet it. What needs a server is in docs/guides, which CI runs.
@Suite struct LicenseCommandTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun.sdkctl(arguments, home: home)
  }

  @Test func withoutSettingsStatusSaysHowToGetSome() throws {
    let run = try run("license", "status", "--json")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "no-license-settings")
    #expect(run.errors.contains("sdkctl license activate"))
  }

  @Test func licenceThatHoldsIsShownAndExplained() throws {
    try LicensedHome.install([.verification], in: home)
    let status = try run("license", "status", "--json")
    #expect(status.exitCode == 0)
    #expect(try status.json["state"] as? String == "valid")
    #expect(try status.json["features"] as? [String] == ["VERIF"])
    let explanation = try run("license", "explain", "--json")
    #expect(explanation.exitCode == 0)
    let steps = try #require(try explanation.json["steps"] as? [[String: String]])
    for name in ["signature", "chain", "device", "clock"] {
      #expect(steps.contains { $0["step"] == name && $0["outcome"] == "passed" }, "\(name)")
    }
  }

  @Test func requestIsForThisDeviceAndTheSameUntilItIsAnswered() throws {
    try LicensedHome.install([.verification], in: home)
    let first = try run("license", "request")
    #expect(first.exitCode == 0)
    let request = try LicenseRequest(parsing: Array(first.output.utf8.dropLast()))
    #expect(request.profile == LicensedHome.profile)
    #expect(try run("license", "request").output == first.output)
  }

  @Test func settingsThatOthersMayWriteAreRefusedAndTheRemedyIsACommand() throws {
    try LicensedHome.install([.verification], in: home)
    let settings = home.url.appending(path: ".config/imprint/license.yaml").path
    #expect(chmod(settings, 0o666) == 0)
    let run = try run("license", "status", "--json")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "writable")
    #expect(run.errors.contains("chmod go-w"))
  }

  @Test func keyThatOthersMayReadIsAWarningWhileTheLicenceHolds() throws {
    try LicensedHome.install([.verification], in: home)
    let key = try home.write("imk_0123456789ab_secret", to: "api.key")
    let settings = home.url.appending(path: ".config/imprint/license.yaml")
    let text = try String(contentsOf: settings, encoding: .utf8)
    try (text + "server: \"https://localhost:1\"\napiKeyFile: \"\(key)\"\n").write(
      to: settings, atomically: false, encoding: .utf8)
    #expect(chmod(key, 0o644) == 0)
    let status = try run("license", "status")
    #expect(status.exitCode == 0)
    #expect(status.errors.contains("chmod go-rwx"))
    let activation = try run("license", "activate", "--json")
    #expect(try activation.errorCode == "readable")
  }

  @Test func brokenSettingsAreAWarningToCommandsThatNeedNoLicence() throws {
    let installation = try NullInstallation()
    try installation.folder.write("schema: \"1.0\"\nprofile: x\n", to: ".config/imprint/license.yaml")
    let run = try installation.run(["plugin", "list"])
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("warning: licence:") && run.errors.contains("trustAnchors"))
  }

  @Test func forgedDocumentIsRefusedStepByStep() throws {
    try LicensedHome.install([.verification], in: home)
    try home.write("e30.e30.e30", to: "forged.jws")
    let run = try run("license", "verify", "forged.jws", "--json")
    #expect(run.exitCode == 1)
    #expect(try run.json["accepted"] as? Bool == false)
    let steps = try #require(try run.json["steps"] as? [[String: String]])
    #expect(steps.contains { $0["step"] == "header" && $0["outcome"] == "failed" })
  }

  @Test func importOfWhatIsNoLicenceLeavesTheOneThatIsHeld() throws {
    try LicensedHome.install([.verification], in: home)
    try home.write("e30.e30.e30", to: "forged.jws")
    let run = try run("license", "import", "forged.jws", "--json")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "licenseSignatureVerificationFailed")
    #expect(try self.run("license", "status").exitCode == 0)
  }

  @Test func pinThatIsNoneIsRefusedBeforeAnythingIsWritten() throws {
    let run = try run(
      "license", "activate", "--profile", "p", "--trust-anchor", "a.pem", "--pin", "sha256/x")
    #expect(run.exitCode == 64)
    #expect(!FileManager.default.fileExists(atPath: home.url.appending(path: ".config").path))
  }

  @Test func endOfPinsWithoutPinsIsRefused() throws {
    #expect(try run("license", "activate", "--pins-expire", "2030-01-01").exitCode == 64)
  }

  @Test func settingsThatCannotBeUsedAreNotWrittenOverThoseThatCan() throws {
    try LicensedHome.install([.verification], in: home)
    let run = try run("license", "activate", "--trust-anchor", "nowhere.pem", "--json")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "file")
    #expect(try self.run("license", "status").exitCode == 0)
  }

  @Test func licenceIsImportedWhereTheKeyCannotBeRead() throws {
    try LicensedHome.install([.verification], in: home)
    let settings = home.url.appending(path: ".config/imprint/license.yaml")
    let text = try String(contentsOf: settings, encoding: .utf8)
    try (text + "server: \"https://localhost:1\"\napiKeyFile: \"nowhere.key\"\n").write(
      to: settings, atomically: false, encoding: .utf8)
    try home.write("e30.e30.e30", to: "forged.jws")
    let run = try run("license", "import", "forged.jws", "--json")
    // It is judged: the missing key is only told.
    #expect(try run.errorCode == "licenseSignatureVerificationFailed")
    #expect(run.errors.contains("warning: licence:"))
  }

  @Test func settingsThatCouldNotBeReadAreNotWritten() throws {
    let run = try run(
      "license", "activate", "--profile", "p", "--trust-anchor", "a.pem", "--server", "https://localhost",
      "--json")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "missing-key")
    #expect(
      !FileManager.default.fileExists(atPath: home.url.appending(path: ".config/imprint/license.yaml").path))
  }

  @Test(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
  func withoutIdentIdentifyIsRefusedAndVerifyGoesOn() throws {
    let faces = try FaceInstallation(features: [.captureCore, .verification])
    let enrolled = try faces.run(["enroll", "--user", "ada", try faces.photograph("obama.jpg")])
    #expect(enrolled.exitCode == 0, "\(enrolled.errors)")
    let identify = try faces.run(["identify", try faces.photograph("obama2.jpg"), "--json"])
    #expect(identify.exitCode == 1)
    let error = try #require(try identify.error)
    #expect(error["code"] == "entitlement")
    #expect(error["reason"]?.contains("IDENT") == true)
    #expect(error["reason"]?.contains("'\(LicensedHome.profile)'") == true)
    #expect(error["remedy"]?.isEmpty == false)
    let verify = try faces.run(["verify", "--user", "ada", try faces.photograph("obama2.jpg")])
    #expect(verify.exitCode == 0, "\(verify.errors)")
  }
}

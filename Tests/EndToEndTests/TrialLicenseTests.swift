// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintLicenseAuthority
import ImprintTrial
import LicenseTestSupport
import Logging
import TestSupport
import Testing

/// A licence to try with: who takes it, and where there is none.
@Suite struct TrialLicenseTests {
  private let home: TemporaryFolder
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  init() throws { home = try TemporaryFolder() }

  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRun {
    try CommandRun.sdkctl(arguments, environment: environment, home: home)
  }

  private var folder: String { "\(home.path)/.local/state/imprint/trial" }

  private func permission(system: String = "nowhere.yaml") throws -> TrialPermission {
    TrialPermission(
      configured: { nil }, systemSettings: "\(home.path)/\(system)",
      store: LicenseStore(folder: "\(home.path)/licenses"))
  }

  private func trial(system: String = "nowhere.yaml") throws -> TrialLicense {
    TrialLicense(folder: "\(home.path)/trial", permission: try permission(system: system))
  }

  private func refusal(_ system: String) async throws -> TrialError.Code? {
    let trial = try trial(system: system)
    do throws(TrialError) {
      _ = try await trial.make(logger: log)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func oneCommandMakesALicenceThatEveryStatusCallsATrial() throws {
    let made = try run("license", "trial")
    #expect(made.exitCode == 0 && made.output.contains("trial licence"), "\(made.errors)")
    let next = try #require(made.errors.split(separator: "\n").last { $0.hasPrefix("next: ") })
    #expect(next.hasSuffix("sdkctl enroll --user you YOUR.jpg"))
    let status = try run("license", "status", "--json")
    #expect(status.exitCode == 0)
    #expect(try status.json["trial"] as? Bool == true)
    #expect(try status.json["state"] as? String == "valid")
    let (made30, now) = (try #require(try status.json["expires"] as? Int), Int(Date().timeIntervalSince1970))
    #expect((29 * 86_400...30 * 86_400).contains(made30 - now))
    #expect(try run("license", "explain").output.contains("trial licence"))
    let doctor = try #require(try run("doctor", "--json").json["findings"] as? [[String: String]])
    #expect(doctor.contains { $0["subject"] == "licence" && $0["fact"]?.contains("trial licence") == true })
  }

  @Test func pluginsAreListedAsGrantedByTheTrialAndNotThoseOfAPublishersOwnProduct() throws {
    let installation = try NullInstallation()
    func state() throws -> [String: Any]? {
      let list = try installation.run(["plugin", "list", "--json"])
      let plugins = try #require(try list.json["plugins"] as? [[String: Any]])
      return plugins.first { $0["id"] as? String == NullInstallation.id }?["licence"] as? [String: Any]
    }
    let manifest = installation.folder.url.appending(path: "root/plugins/\(NullInstallation.id)/plugin.yaml")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    #expect(!text.contains("features:"))
    try (text + "features: [VERIF, IDENT]\n").write(to: manifest, atomically: false, encoding: .utf8)
    #expect(try installation.run(["license", "trial"]).exitCode == 0)
    #expect(try state()?["state"] as? String == "granted" && state()?["trial"] as? Bool == true)
    #expect(try installation.run(["plugin", "list"]).output.contains("granted (trial: VERIF, IDENT)"))
    try (text + "features: [VERIF, ACME_MATCH]\n").write(to: manifest, atomically: false, encoding: .utf8)
    #expect(try state()?["state"] as? String == "refused")
    try (text + "features: [VERIF]\nproduct: com.acme.matcher\n").write(
      to: manifest, atomically: false, encoding: .utf8)
    #expect(try state()?["state"] as? String == "refused")
    #expect((try state()?["reason"] as? String)?.contains("'com.acme.matcher'") == true)
  }

  /// As an application does, with trust anchors of its own. (That no library of an application links it, and
  /// nothing of its settings leads to it, is what scripts/checks/dependencies holds.)
  @Test func noApplicationTakesIt() async throws {
    let (status, folder) = try await trial().make(logger: log)
    #expect(status.isLicensed)
    let authority = try LicenseAuthority.create(name: "Another", now: Int64(Date().timeIntervalSince1970))
    let manager = LicenseManager(
      profile: TrialLicense.profile, product: TrialLicense.product, apiKey: nil,
      trustAnchors: [try TrustAnchor(der: authority.rootCertificate)], transport: nil,
      store: LicenseStore(folder: "\(folder)/licenses"), sdkVersion: "0.1.0", logger: log)
    #expect(await manager.status().state == .refused)
    #expect(!manager.entitlements.entitlement(for: .verification).isGranted)
  }

  @Test func aSecondOneIsAsEasyAsTheFirst() async throws {
    let first = try await trial().make(logger: log).status
    let second = try await trial().make(logger: log).status
    #expect(second.isLicensed && second.id != first.id)
    #expect(await (try #require(try trial().manager(logger: log))).status().state == .valid)
  }

  @Test func anotherAuthorityEndsItForGood() throws {
    #expect(try run("license", "trial").exitCode == 0)
    try FileManager.default.removeItem(at: home.url.appending(path: ".local"))
    try LicensedHome.install([.verification], in: home)
    #expect(try run("license", "trial", "--json").errorCode == "trial-other-authority")
    // The settings are gone, what was asked for is remembered.
    try FileManager.default.removeItem(at: home.url.appending(path: ".config"))
    #expect(try run("license", "trial", "--json").errorCode == "trial-other-authority")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func trialThatWasMadeBeforeCountsNoMoreOnceAnotherAuthorityIsConfigured() async throws {
    _ = try await trial().make(logger: log)
    #expect(try trial().counts)
    try home.write("", to: "licenses/kiosk/record")
    #expect(chmod("\(home.path)/licenses", 0o700) == 0)
    #expect(try !trial().counts)
    #expect(throws: TrialError.self) { try trial().manager(logger: log) }
  }

  @Test func settingsThatCannotBeUsedAreSettingsAllTheSame() throws {
    try home.write("schema: \"1.0\"\nprofile: x\n", to: ".config/imprint/license.yaml")
    #expect(try run("license", "trial", "--json").errorCode == "trial-other-authority")
    #expect(
      try run("license", "trial", "--json", environment: ["IMPRINT_LICENSE_CONFIG": "/nowhere"]).errorCode
        == "trial-other-authority")
  }

  /// Whatever is in the place of the user's settings, and whoever can read it.
  @Test func whatLiesInThePlaceOfSettingsIsSettings() throws {
    let place = home.url.appending(path: ".config/imprint/license.yaml")
    try home.write("", to: ".config/imprint/license.yaml")
    #expect(try run("license", "trial", "--json").errorCode == "trial-other-authority")
    try FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    #expect(try run("license", "trial", "--json").errorCode == "trial-other-authority")
    try FileManager.default.removeItem(at: place)
    try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: "nowhere")
    #expect(try run("license", "trial", "--json").errorCode == "trial-other-authority")
    #expect(!FileManager.default.fileExists(atPath: folder))
    try FileManager.default.removeItem(at: place)
    #expect(try run("license", "trial").exitCode == 0)
  }

  @Test func machineForbidsIt() async throws {
    try home.write("schema: \"1.1\"\ntrial: forbidden\n", to: "forbidden.yaml")
    #expect(try await refusal("forbidden.yaml") == .forbidden)
    try home.write(
      "schema: \"1.1\"\nprofile: p\ntrustAnchors: a.pem\ntrial: forbidden\n", to: "both.yaml")
    #expect(try await refusal("both.yaml") == .forbidden)
    try home.write("schema: \"1.1\"\nprofile: p\ntrustAnchors: a.pem\ntrial: allowed\n", to: "other.yaml")
    #expect(try await refusal("other.yaml") == .otherAuthority)
    // What cannot be read might forbid it.
    try home.write("schema: \"1.1\"\ntrial: perhaps\n", to: "broken.yaml")
    #expect(try await refusal("broken.yaml") == .settings)
    try home.write("schema: \"1.1\"\ntrial: allowed\n", to: "alone.yaml")
    #expect(try await refusal("alone.yaml") == .settings)
    try home.write("schema: \"1.1\"\ntrial: forbidden\n", to: "open.yaml")
    #expect(chmod("\(home.path)/open.yaml", 0o666) == 0)
    #expect(try await refusal("open.yaml") == .settings)
    #expect(try await refusal("nowhere.yaml") == nil)
    #expect(throws: TrialError.self) { try trial(system: "forbidden.yaml").manager(logger: log) }
  }

  @Test(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
  func eachStepNamesTheNextUntilTwoPicturesAreCompared() throws {
    let faces = try FaceInstallation(features: nil)
    var next = try hint(faces.run(["license", "trial"]))
    for picture in ["obama.jpg", "obama2.jpg", "obama3.jpg"] {
      let words = next.split(separator: " ").map(String.init)
      #expect(words[0].hasSuffix("sdkctl"))
      var arguments = Array(words.dropFirst())
      arguments[arguments.count - 1] = try faces.photograph(picture)
      let run = try faces.run(arguments)
      #expect(run.exitCode == 0, "\(arguments): \(run.errors)")
      guard arguments[0] != "identify" else {
        #expect(!run.errors.contains("next: "))
        return
      }
      next = try hint(run)
    }
    Issue.record("the steps do not end")
  }

  /// What scripts/demo prints last, taken from its output and run as somebody would who pastes it.
  @Test(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
  func theStepsThatTheDemoPrintsWorkAsTheyArePrinted() throws {
    let faces = try FaceInstallation(features: nil)
    let settings = ["IMPRINT_TRUST_CONFIG": faces.root.appending(path: "etc/imprint/trust.yaml").path]
    func bash(_ words: String, _ arguments: String...) throws -> CommandRun {
      try CommandRun.run(
        URL(filePath: "/bin/bash"), ["-c", words, "bash"] + arguments, environment: settings, home: faces.home
      )
    }
    let end = try bash(
      #"source "$1/common.sh" && source "$1/first-steps.sh" && first_steps "$2""#,
      BuiltProducts.package.appending(path: "scripts/lib").path, faces.root.path)
    #expect(end.exitCode == 0 && end.output.contains("and so is the licence"), "\(end.errors)")
    let steps = end.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    let pictures = [
      "YOUR.jpg": try faces.photograph("obama.jpg"), "OTHER.jpg": try faces.photograph("obama2.jpg"),
    ]
    var verbs: [String] = []
    for step in steps {
      let command = pictures.reduce(String(step)) { $0.replacing($1.key, with: "'\($1.value)'") }
      let run = try bash(command)
      #expect(run.exitCode == 0, "\(command): \(run.errors)")
      verbs.append(contentsOf: ["enroll", "verify", "identify"].filter { command.contains(" \($0) ") })
    }
    #expect(verbs == ["enroll", "verify", "identify"], "\(end.output)")
  }

  @Test(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
  func theNextStepLooksIntoTheSameStore() throws {
    let faces = try FaceInstallation(features: nil)
    #expect(try faces.run(["license", "trial"]).exitCode == 0)
    let store = ["--user", "you", "--store", "my people"]
    let enrolled = try faces.run(["enroll"] + store + [try faces.photograph("obama.jpg")])
    #expect(try hint(enrolled).hasSuffix("sdkctl verify --user you --store 'my people' OTHER.jpg"))
    let verified = try faces.run(["verify"] + store + [try faces.photograph("obama2.jpg")])
    #expect(try hint(verified).hasSuffix("sdkctl identify --store 'my people' OTHER.jpg"))
  }

  private func hint(_ run: CommandRun) throws -> String {
    let line = try #require(run.errors.split(separator: "\n").last { $0.hasPrefix("next: ") })
    return String(line.dropFirst("next: ".count))
  }
}

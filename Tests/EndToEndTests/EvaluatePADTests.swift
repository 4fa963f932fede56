// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// Puppets of the demo's photographs before captures with liveness: a small form of the evaluation.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct EvaluatePADTests {
  private let installation: FaceInstallation

  init() throws {
    installation = try FaceInstallation()
    let run = try installation.run([
      "puppet", "make", try installation.photograph("biden.jpg"), try installation.photograph("obama.jpg"),
      "--output", "puppets",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  private func evaluate(_ mode: String, _ species: [String], _ more: [String] = []) throws -> CommandRun {
    try installation.run(
      [
        "evaluate", "pad", "--plugin", "dev.imprint.device-puppet", "--puppets", "puppets", "--mode", mode,
        "--results", "\(mode).jsonl", "--data-set", "the demo's photographs", "--terms", "public domain",
        "--width", "2", "--json", "--species",
      ] + species + more)
  }

  /// Outcomes by id, at one level.
  private func outcomes(_ mode: String, level: String = "high") throws -> [String: PresentationOutcome] {
    let path = installation.home.url.appending(path: "\(mode).jsonl")
    let file = try AttackResultsFile(parsing: Array(try Data(contentsOf: path)), place: mode)
    return Dictionary(
      uniqueKeysWithValues: file.evaluation.results.filter { $0.level == level }.map {
        ($0.presentation.id, $0.outcome)
      })
  }

  @Test func peopleAreLiveAndPrintsAreNotInPassiveMode() throws {
    let run = try evaluate("passive", ["willing", "still-print", "bent-print"])
    #expect(run.exitCode == 0, "\(run.errors)")
    for level in ["low", "medium", "high"] {
      let outcomes = try outcomes("passive", level: level)
      #expect(outcomes.count == 6)
      #expect(outcomes["obama/willing/1"] == .live && outcomes["biden/willing/1"] == .live)
      #expect(!outcomes.contains { !$0.key.contains("willing") && $0.value == .live }, "\(outcomes)")
    }
    // It goes on where it ended: nothing is presented again.
    let file = installation.home.url.appending(path: "passive.jsonl")
    let before = try Data(contentsOf: file)
    #expect(try evaluate("passive", ["willing", "still-print", "bent-print"]).exitCode == 0)
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func aSetThatIsNotLicensedIsAnErrorAndNoResult() throws {
    let bare = try FaceInstallation(features: nil)
    let run = try bare.run([
      "evaluate", "pad", "--plugin", "dev.imprint.device-puppet", "--puppets",
      installation.home.url.appending(path: "puppets").path, "--mode", "passive", "--results", "none.jsonl",
      "--data-set", "none", "--terms", "none", "--json",
    ])
    #expect(try run.errorCode == "not-entitled", "\(run.output)\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: bare.home.url.appending(path: "none.jsonl").path))
  }
}

/// A whole path challenge with a comparison at each target.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct Cr2dCaptureTests {
  private let installation: FaceInstallation
  private let system: BiometricSystem
  private let folder: String

  init() throws {
    installation = try FaceInstallation()
    for name in ["biden", "obama"] {
      let run = try installation.run([
        "puppet", "make", try installation.photograph("\(name).jpg"), "--output", "\(name).puppet",
      ])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    folder = installation.home.url.path
    system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.root.path, origin: .explicit)]),
        variant: "face-cr2d", plugins: ["dev.imprint.device-puppet"], trust: .off,
        entitlements: EverythingGranted(), logger: CollectedLog().logger()))
  }

  private func capture(_ person: String) async throws -> CaptureResult {
    try await system.faces.capture(
      camera: CameraOptions(locator: "puppet:\(folder)/obama.puppet?person=\(person)&seed=11"),
      options: FaceCaptureOptions(
        livenessMode: .active, cr2dMode: .path(targets: 5), images: 1, timeout: .seconds(25),
        seed: CaptureSeed(low: 3, high: 4))
    ).run()
  }

  @Test func aWillingPersonOnAPathIsLive() async throws {
    let result = try await capture("willing")
    #expect(result.outcome == .captured)
    #expect(result.liveness == .live, "\(result.findings)")
  }

  @Test(arguments: ["waved-print", "video&show=frame", "swap&swap=covered&other=biden"])
  func anAttackOnAPathIsNotLive(attack: String) async throws {
    let person = attack.replacingOccurrences(of: "other=biden", with: "other=\(folder)/biden.puppet")
    let result = try await capture(person)
    #expect(result.liveness != .live, "\(result.findings)")
  }
}

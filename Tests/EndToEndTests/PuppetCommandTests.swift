// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// `puppet make`, and captures of what it makes.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct PuppetCommandTests {
  private let installation: FaceInstallation

  init() throws { installation = try FaceInstallation() }

  private func path(_ name: String) -> String { installation.home.url.appending(path: name).path }

  /// A puppet of a sample photograph.
  @discardableResult
  private func make(_ name: String) throws -> String {
    let run = try installation.run([
      "puppet", "make", try installation.photograph("\(name).jpg"), "--output", "\(name).puppet", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    return path("\(name).puppet")
  }

  private func capture(_ locator: String, _ more: [String] = []) throws -> CommandRun {
    try installation.run(
      [
        "capture", "--plugin", "dev.imprint.device-puppet", "--camera", locator, "--images", "2", "--out",
        "out", "--json",
      ] + more)
  }

  /// Imprint with the puppet camera.
  private func open() throws -> BiometricSystem {
    try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.root.path, origin: .explicit)]),
        plugins: ["dev.imprint.device-puppet"], trust: .off, entitlements: EverythingGranted(),
        logger: CollectedLog().logger()))
  }

  @Test func aWillingPuppetIsCapturedToTheEnd() throws {
    try make("obama")
    let run = try capture("puppet:obama.puppet?person=willing")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let json = try run.json
    #expect(json["outcome"] as? String == "captured" && json["vouched"] as? Int == 2)
    let images = try #require(json["images"] as? [[String: Any]])
    #expect(images.allSatisfy { $0["width"] as? Int == 640 && $0["height"] as? Int == 480 })
  }

  /// Lite leaves the verdict to a server: nobody is enrolled here by what was not judged here.
  @Test func whoAsksForLivenessIsNotEnrolledByAPluginThatDecidesNothing() throws {
    let obama = try make("obama")
    let run = try installation.run([
      "enroll", "--user", "obama", "--plugin", "dev.imprint.device-puppet", "--plugin",
      "dev.imprint.face-capture-lite", "--camera", "puppet:\(obama)", "--liveness", "passive", "--json",
    ])
    #expect(try run.errorCode == "not-live", "\(run.output)\(run.errors)")
  }

  @Test func aWorkerReadsTheFilesOfALocator() throws {
    let (obama, biden) = (try make("obama"), try make("biden"))
    let locator = "puppet:\(obama)?person=willing&other=\(biden)"
    let run = try capture(locator, ["--isolation", "process"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["outcome"] as? String == "captured")
  }

  /// What the capture says reaches the person: without it nobody would come nearer.
  @Test func whoIsAskedToComeNearerDoes() async throws {
    let puppet = try make("obama")
    let system = try open()
    let camera = try await system.devices.camera(CameraOptions(locator: "puppet:\(puppet)?seed=3"))
    let shown = try #require(await ShownToCamera(camera, logger: CollectedLog().logger()))
    func width() async throws -> Float {
      let frame = try #require(try await camera.nextFrame(timeout: .seconds(5)))
      return try #require(try await system.faces.detect(in: try frame.decoded()).first).box.width
    }
    let before = try await width()
    await shown.captureTold(.feedback(.moveForwards))
    for _ in 0..<60 { _ = try await camera.nextFrame(timeout: .seconds(5)) }
    #expect(try await width() > 1.2 * before)
    await camera.close()
  }

  /// Turns, targets and a blink are asked for, seen, and done.
  @Test(arguments: [LivenessMode.passive, .active, .blink])
  func aWillingPuppetMeetsAChallenge(mode: LivenessMode) async throws {
    let puppet = try make("obama")
    let capture = try await open().faces.capture(
      camera: CameraOptions(locator: "puppet:\(puppet)?seed=5"),
      options: FaceCaptureOptions(livenessMode: mode, images: 1))
    let result = try await capture.run()
    #expect(result.outcome == .captured)
    #expect(result.liveness == .live, "\(result.findings)")
  }

  /// A capture with liveness, and the feedback that was told.
  private func captured(
    _ locator: String, mode: LivenessMode, timeout: Duration
  ) async throws -> (result: CaptureResult, feedback: Set<CaptureFeedback>) {
    let capture = try await open().faces.capture(
      camera: CameraOptions(locator: "puppet:\(locator)&seed=5"),
      options: FaceCaptureOptions(livenessMode: mode, images: 1, timeout: timeout))
    async let told = {
      var told: Set<CaptureFeedback> = []
      for await event in capture.events { if case .feedback(let feedback) = event { told.insert(feedback) } }
      return told
    }()
    let result = try await capture.run()
    return (result, await told)
  }

  /// It takes longer, and is as live.
  @Test(arguments: [LivenessMode.passive, .active, .blink])
  func aSlowPersonIsLiveToo(mode: LivenessMode) async throws {
    let puppet = try make("obama")
    let (result, _) = try await captured("\(puppet)?person=slow", mode: mode, timeout: .seconds(40))
    #expect(result.outcome == .captured && result.liveness == .live, "\(result.findings)")
  }

  /// Who looks ahead and elsewhere in turn is a person for what follows a head, and points at no target.
  @Test(arguments: [(LivenessMode.passive, LivenessStatus.live), (.blink, .live), (.active, .noDecision)])
  func whoLooksAwayIsNoFakeAndFollowsNoTarget(mode: LivenessMode, expected: LivenessStatus) async throws {
    let puppet = try make("obama")
    let (result, _) = try await captured(
      "\(puppet)?person=looks-away", mode: mode, timeout: .seconds(20))
    #expect(result.liveness == expected, "\(result.outcome) \(result.findings)")
  }

  /// Somebody looks over the shoulder: one face alone is asked for, and it is not decided which was followed.
  @Test(arguments: [LivenessMode.passive, .active, .blink])
  func ofTwoPeopleOneIsAskedToStepAside(mode: LivenessMode) async throws {
    let (obama, biden) = (try make("obama"), try make("biden"))
    let (result, feedback) = try await captured(
      "\(obama)?person=two-people&other=\(biden)", mode: mode, timeout: .seconds(40))
    #expect(feedback.contains(.oneFace), "\(feedback)")
    #expect(result.liveness == .noDecision, "\(result.outcome) \(result.findings)")
  }

  @Test func whatCannotBeUsedIsReportedAndTheOthersAreMade() throws {
    let wall = try #require(
      Image(width: 320, height: 240, format: .grey8, pixels: [UInt8](repeating: 128, count: 320 * 240)))
    try installation.home.write(try ImageEncoder.png(wall), to: "wall.png")
    let obama = try installation.picture("obama.jpg")
    let small = try obama.scaled(width: 24, height: 24 * obama.height / obama.width)
    try installation.home.write(try ImageEncoder.png(small), to: "small.png")
    try installation.home.write(Array("no picture".utf8), to: "note.jpg")
    let run = try installation.run([
      "puppet", "make", "wall.png", "small.png", "note.jpg", try installation.photograph("obama.jpg"),
      "--output", "puppets", "--json",
    ])
    #expect(run.exitCode == 1)
    let failures = try #require(try run.json["failures"] as? [[String: String]])
    #expect(failures.map { $0["photograph"] } == ["wall.png", "small.png", "note.jpg"])
    #expect(failures.first?["code"] == "no-face")
    #expect(failures.allSatisfy { $0["reason"]?.isEmpty == false && $0["remedy"]?.isEmpty == false })
    let made = try #require(try run.json["puppets"] as? [[String: Any]])
    #expect(made.map { $0["file"] as? String } == ["puppets/obama.puppet"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path("puppets")) == ["obama.puppet"])
  }

  @Test func nothingIsWrittenWhereNothingCanBeUsed() throws {
    try installation.home.write(Array("no picture".utf8), to: "note.jpg")
    let run = try installation.run(["puppet", "make", "note.jpg", "--output", "puppets"])
    #expect(run.exitCode == 1)
    #expect(run.output.contains("not made: note.jpg: "))
    #expect(!FileManager.default.fileExists(atPath: path("puppets")))
  }
}

/// Wrong usage, which no model is needed for.
@Suite struct PuppetUsageTests {
  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(["puppet", "make"] + arguments, home: TemporaryFolder())
  }

  @Test func severalPhotographsNeedAFolder() throws {
    let run = try run(["a.jpg", "b.jpg", "--output", "a.puppet"])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("need a folder"))
  }

  @Test func twoPhotographsOfOneNameAreRefused() throws {
    let run = try run(["one/ada.jpg", "two/ada.png", "--output", "puppets"])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("one/ada.jpg and two/ada.png would both become ada.puppet"))
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Flows of fingers with a scripted reader and the bundled extractor and matcher.
@Suite(.enabled(if: BuiltProducts.stage != nil, "needs a stage: scripts/stage --configuration debug"))
struct FingerFlowTests {
  private let home: TemporaryFolder
  private let decision = FingerDecision.similarity(above: 8)

  init() throws { home = try TemporaryFolder() }

  private func system(
    _ isolation: Isolation = .inProcess, entitlements: any EntitlementProvider = EverythingGranted()
  ) throws -> BiometricSystem {
    let stage = try #require(BuiltProducts.stage)
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        variant: "finger", trust: .off, entitlements: entitlements, quarantine: nil,
        isolation: isolation, logger: CollectedLog().logger()))
  }

  private func demand(_ finger: Int, before: String = "", presses: Int = 3) throws -> FingerDemand {
    let folder = try DrawnFinger.script(finger, in: home, before: before, presses: presses)
    return FingerDemand(reader: FingerReaderOptions(locator: folder, pace: .full))
  }

  @Test(arguments: [
    (FingerTemplateType.isoCompactCard, Isolation.process), (.isoRecord, .inProcess), (.edges, .inProcess),
  ])
  func whoIsEnrolledIsVerifiedAndFoundAndAnotherFingerIsNot(
    type: FingerTemplateType, isolation: Isolation
  ) async throws {
    let system = try system(isolation)
    let verifier = try await system.fingers.verifier(of: type, decision: decision)
    let store = try await FolderStore(path: home.path + "/store", create: true)
    let management = system.fingers.management(of: "Ada", in: store)
    let stored = try await management.enroll(
      FingerEnrollmentSettings(site: .rightIndex, demand: demand(1), templateType: type), verifier: verifier)
    #expect(stored.count == 3)
    #expect(stored.allSatisfy { $0.template.site == .rightIndex && $0.template.quality != nil })
    let settings = FingerVerificationSettings(demand: try demand(1), attempts: 1, templateType: type)
    let references = stored.map(\.template)
    let own = try await system.fingers.flows.verify(settings, references: references, verifier: verifier)
      .value()
    #expect(own.isVerified && own.site == .rightIndex, "\(own)")
    var others = settings
    others.demand = try demand(4)
    let other = try await system.fingers.flows.verify(others, references: references, verifier: verifier)
      .value()
    #expect(!other.isVerified, "\(other)")
    let entries = try await store.gallery(algorithm: nil).items
    let found = try await system.fingers.flows.identify(
      FingerIdentificationSettings(demand: settings.demand, templateType: type, decision: decision),
      among: entries
    ).value()
    #expect(found.matches.map(\.user) == [stored[0].user] && found.searched == 3)
  }

  @Test func withoutACalibrationAPolicyIsRefusedAndNotGuessed() async throws {
    let system = try system()
    let enrolled = try await system.fingers.flows.enroll(
      FingerEnrollmentSettings(site: .rightIndex, demand: demand(1))
    ).value()
    let error = await #expect(throws: FingerCaptureError.self) {
      try await system.fingers.flows.verify(
        FingerVerificationSettings(demand: demand(1)), references: enrolled.templates)
    }
    let search = await #expect(throws: FingerCaptureError.self) {
      try await system.fingers.flows.identify(
        FingerIdentificationSettings(demand: demand(1)), among: [])
    }
    #expect(search?.code == .comparison)
    #expect(
      error?.code == .comparison && error?.place == "dev.imprint.finger-edges", "\(String(describing: error))"
    )
  }

  @Test func aUserAboveTheLimitOfTheLicenceIsRefusedAsThat() async throws {
    let system = try system(
      entitlements: TestEntitlements(granting: Set(LicenseFeature.known), limits: [.registeredUsers: 0]))
    let store = try await FolderStore(path: home.path + "/store", create: true)
    let management = system.fingers.management(of: "Ada", in: store)
    let settings = FingerEnrollmentSettings(site: .rightIndex, demand: try demand(1))
    let error = await #expect(throws: FingerCaptureError.self) {
      try await management.enroll(settings, verifier: nil)
    }
    #expect(error?.code == .license && error?.place == "registeredUsers")
  }

  @Test func aReaderThatIsBusyOrMissingIsTyped() async throws {
    let flows = try system().fingers.flows
    let demand = try demand(1, before: "delay 60s\n")
    let hour = FingerDemand(reader: demand.reader, timeout: .seconds(600))
    var real = hour
    real.reader?.pace = .real
    let first = try await flows.capture(FingerCaptureSettings(demand: real))
    let busy = await #expect(throws: FingerCaptureError.self) {
      try await flows.capture(FingerCaptureSettings(demand: hour))
    }
    #expect(busy?.code == .readerBusy)
    await first.cancel()
    let missing = await #expect(throws: FingerCaptureError.self) {
      try await flows.capture(FingerCaptureSettings())
    }
    #expect(missing?.code == .readerNotAvailable)
  }

  @Test func theTimeOfAScriptAtFullPaceIsItsOwn() async throws {
    let flows = try system().fingers.flows
    let late = FingerDemand(reader: try demand(1, before: "delay 300s\n").reader, timeout: .seconds(299))
    let start = ContinuousClock.now
    let operation = try await flows.capture(FingerCaptureSettings(demand: late))
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .timedOut)
    let inTime = FingerDemand(reader: late.reader, timeout: .seconds(302))
    #expect(try await flows.capture(FingerCaptureSettings(demand: inTime)).value().count == 1)
    #expect(ContinuousClock.now - start < .seconds(120))
  }

  // MARK: At the command line

  private func run(_ arguments: [String]) throws -> CommandRun {
    let stage = try #require(BuiltProducts.stage)
    return try CommandRun.sdkctl(["finger"] + arguments + ["--root", stage.path], home: home)
  }

  private func reader(_ finger: Int) throws -> [String] {
    ["--reader", try DrawnFinger.script(finger, in: home), "--pace", "full", "--similarity", "8"]
  }

  @Test func aFingerIsEnrolledVerifiedFoundAndRemovedAtTheCommandLine() throws {
    try LicensedHome.install(in: home)
    let enrolled = try run(
      ["enroll", "--user", "Ada", "--site", "right-index", "--json"] + reader(1))
    #expect(enrolled.exitCode == 0, "\(enrolled.output)\(enrolled.errors)")
    #expect(try (enrolled.json["templates"] as? [Any])?.count == 3)
    #expect(try enrolled.json["oneFinger"] as? Bool == true)
    let verified = try run(["verify", "--user", "Ada", "--json"] + reader(1))
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    #expect(try verified.json["site"] as? String == "right-index")
    let other = try run(["verify", "--user", "Ada", "--attempts", "2"] + reader(4))
    #expect(other.exitCode == 1 && other.output.contains("not verified"), "\(other.output)\(other.errors)")
    #expect(other.errors.contains("no-match:"))
    let found = try run(["identify", "--json"] + reader(1))
    #expect(found.exitCode == 0, "\(found.output)\(found.errors)")
    let candidates = try #require(try found.json["candidates"] as? [[String: Any]])
    #expect(candidates.map { $0["name"] as? String } == ["Ada"])
    #expect(try run(["identify"] + reader(4)).exitCode == 1)
    // A second type: the finger is verified by the type that is enrolled.
    let again = ["enroll", "--user", "Ada", "--site", "right-index"]
    let edges = again + ["--template-type", "imprint.finger-edges"]
    let circle = try run(edges + reader(1))
    #expect(circle.exitCode == 1 && circle.errors.contains("--verify-type"), "\(circle.errors)")
    let second = try run(edges + ["--verify-type", "imprint.finger-card"] + reader(1))
    #expect(second.exitCode == 0, "\(second.output)\(second.errors)")
    // A finger that is not enrolled adds none.
    let stranger = try run(["enroll", "--user", "Ada", "--site", "left-thumb"] + reader(4))
    #expect(stranger.exitCode == 1 && stranger.errors.contains("not-verified"), "\(stranger.errors)")
    let last = try run(["remove", "--user", "Ada", "--site", "right-index"] + reader(1))
    #expect(last.exitCode == 1 && last.errors.contains("last-finger"), "\(last.errors)")
    let removed = try run(["remove", "--user", "Ada", "--site", "right-index", "--last"] + reader(1))
    #expect(removed.exitCode == 0, "\(removed.output)\(removed.errors)")
  }

  @Test func capturedPressesAreWrittenWithPicturesAndTemplates() throws {
    try LicensedHome.install(in: home)
    let folder = try DrawnFinger.script(1, in: home)
    let capture = ["capture", "--reader", folder, "--pace", "full", "--presses", "2", "--site", "left-ring"]
    let run = try run(
      capture + ["--template-type", "iso-19794-2-2005", "--enhanced", "--out", home.path + "/out", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let presses = try #require(try run.json["presses"] as? [[String: Any]])
    #expect(presses.count == 2 && presses.allSatisfy { $0["site"] as? String == "left-ring" })
    #expect(presses.allSatisfy { ($0["quality"] as? Int ?? 0) > 0 && $0["liveness"] as? String == "unknown" })
    #expect(run.errors.contains("place: Put the left ring finger on the reader."))
    let template = try TemplateEnvelope.decode(
      Array(Data(contentsOf: URL(filePath: home.path + "/out/2.template"))))
    #expect(template.site == .leftRing && template.format.algorithm == "iso-19794-2-2005")
    for name in ["1.png", "1-enhanced.png"] {
      #expect(try ImageFile.read(home.path + "/out/\(name)").width == 240)
    }
    // Without an extractor there is no quality, and no template.
    let bare = try self.run(capture + ["--out", home.path + "/bare"])
    #expect(bare.exitCode == 0 && bare.errors.contains("quality not measured"), "\(bare.errors)")
  }

  @Test func practiceShowsThreeStepsAndEndsTheFourthWithThreeGoodPressesInARow() throws {
    try LicensedHome.install(in: home)
    let folder = try DrawnFinger.script(1, in: home, before: "arrive\nretry too-dry\nlift\n")
    let practice = ["practice", "--reader", folder, "--pace", "full"]
    let run = try run(practice + ["--press-quality", "20", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let events = try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let steps = events.filter { $0["event"] as? String == "step" }
    #expect(steps.map { $0["step"] as? String } == ["sensor", "place", "press", "live"])
    #expect(events.prefix(4).allSatisfy { $0["event"] as? String == "step" })
    #expect(events.contains { $0["feedback"] as? String == "too-dry" })
    #expect(
      events.filter { $0["event"] as? String == "progress" }.map { $0["done"] as? Int } == [1, 2, 3])
    let presses = try #require(events.last?["presses"] as? [[String: Any]])
    #expect(presses.count == 3 && presses.allSatisfy { ($0["quality"] as? Int ?? 0) >= 20 })
    #expect(run.errors.contains("step 4 of 4:") && run.errors.contains("too-dry: The finger is too dry"))
  }

  @Test func practiceThatNeverBecomesGoodEnoughSaysWhatToDoAndFails() throws {
    try LicensedHome.install(in: home)
    let practice = ["practice", "--reader", try DrawnFinger.script(1, in: home), "--pace", "full"]
    let poor = try run(practice + ["--press-quality", "99"])
    #expect(poor.exitCode == 1 && poor.errors.contains("bad-capture-fingers"), "\(poor.errors)")
    #expect(poor.errors.contains("poor: The ridges are not clear enough"))
    // Where no quality is measured none is asked for, and no extractor.
    let bare = try run(practice + ["--press-quality", "99", "--without-quality"])
    #expect(bare.exitCode == 0 && bare.output.contains("quality not measured"), "\(bare.errors)")
    #expect(try run(["practice", "--presses", "11"]).exitCode == 64)
  }

  @Test(arguments: ["imprint.finger-card", "iso-19794-2-2005", "imprint.finger-edges"])
  func whyTwoPressesAreAlikeIsExplainedByTheMatcherThatComparesThem(type: String) throws {
    try LicensedHome.install(in: home)
    try home.write(DrawnFinger.pgm(1), to: "one.pgm")
    try home.write(DrawnFinger.pgm(1, turn: 0.2), to: "turned.pgm")
    let pictures = ["\(home.path)/one.pgm", "\(home.path)/turned.pgm", "--template-type", type]
    let explained = try run(["explain", "--out", "\(home.path)/why.svg", "--json"] + pictures)
    #expect(explained.exitCode == 0, "\(explained.output)\(explained.errors)")
    let json = try explained.json
    let similarity = try #require(json["similarity"] as? Double)
    #expect(similarity > 8 && json["format"] as? String == type)
    let shares = try #require(json["shares"] as? [[String: Any]])
    let values = shares.compactMap { $0["value"] as? Double }
    let magnitude = values.reduce(0) { $0 + abs($1) }
    #expect(values.count == shares.count && abs(values.reduce(0, +) - similarity) <= magnitude / 10_000)
    let motion = try #require(json["motion"] as? [String: Any])
    #expect(abs((motion["turn"] as? Double ?? 0) + 0.2 * 180 / .pi) < 4)
    let minutiae = try #require(json["minutiae"] as? [[String: Any]])
    #expect(Set(minutiae.compactMap { $0["side"] as? String }) == ["probe", "reference"])
    let drawing = try String(contentsOfFile: "\(home.path)/why.svg", encoding: .utf8)
    #expect(drawing.contains("data:image/png;base64,") && drawing.contains("probe on reference"))
    let told = try run(["explain"] + pictures)
    #expect(told.exitCode == 0 && told.output.contains("alignment: turned by"), "\(told.output)")
    #expect(told.output.contains("minutiae that lie on another:"))
  }

  @Test func aPictureIsExplainedAsWhatTheTemplateBesideItIsAndTwoTypesAreRefused() throws {
    try LicensedHome.install(in: home)
    let folder = try DrawnFinger.script(1, in: home)
    for type in ["iso-19794-2-2005", "imprint.finger-edges"] {
      let capture = ["capture", "--reader", folder, "--pace", "full", "--template-type", type]
      let run = try run(capture + ["--out", "\(home.path)/\(type)"])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    let template = "\(home.path)/iso-19794-2-2005/1.template"
    let beside = try run(["explain", "\(folder)/1.pgm", template, "--json"])
    #expect(beside.exitCode == 0, "\(beside.errors)")
    #expect(try beside.json["format"] as? String == "iso-19794-2-2005")
    let two = try run(["explain", template, "\(home.path)/imprint.finger-edges/1.template", "--json"])
    let error = try #require(try two.json["error"] as? [String: Any])
    #expect(two.exitCode == 1 && error["code"] as? String == "other-algorithm")
    try home.write("nothing", to: "nothing")
    let neither = try run(["explain", "\(home.path)/nothing", template, "--json"])
    let refusal = try #require(try neither.json["error"] as? [String: Any])
    #expect(neither.exitCode == 1 && refusal["code"] as? String == "not-a-template")
  }

  @Test func noReaderIsAnEmptyListAndACaptureSaysSo() throws {
    let list = try run(["list", "--json"])
    #expect(list.exitCode == 0, "\(list.output)\(list.errors)")
    #expect(try (list.json["readers"] as? [Any])?.isEmpty == true)
    let capture = try run(["capture", "--out", home.path + "/none"])
    #expect(capture.exitCode == 1 && capture.errors.contains("reader-not-available"), "\(capture.errors)")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/none"))
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import Logging
import TestSupport
import Testing

/// A matcher's handler, as applications use it: over plugins, with pictures and templates that are right and
/// wrong.
@Suite struct MatcherHandlerTests {
  private static let (older, newer) = ("example.face-a", "example.face-b")

  /// Two formats of faces and one of voices; new templates are written in the newer.
  private func installation() throws -> TemplateInstallation {
    try TemplateInstallation(
      [
        .face("org.example.face-a", format: Self.older), .face("org.example.face-b", format: Self.newer),
        .voice(),
      ],
      needs: [Self.older, Self.newer].flatMap {
        [
          "{ability: imprint.face-extractor/1, format: \($0)}", "{ability: imprint.matcher/2, format: \($0)}",
        ]
      } + ["imprint.voice-extractor/1", "{ability: imprint.matcher/2, modality: voice}"],
      writes: [Self.newer])
  }

  private func picture(_ shade: UInt8) throws -> Image {
    try #require(
      Image(width: 4, height: 4, format: .grey8, pixels: [UInt8](repeating: shade, count: 16)))
  }

  private func code(
    _ work: () async throws(MatcherHandlerError) -> some Any
  ) async -> MatcherHandlerErrorCode? {
    do {
      _ = try await work()
      return nil
    } catch {
      #expect(!error.reason.isEmpty && !error.remedy.isEmpty)
      return error.code
    }
  }

  // MARK: The whole

  @Test(arguments: Isolation.allCases)
  func whatIsDetectedIsVerifiedAndFound(isolation: Isolation) async throws {
    let installation = try installation()
    let matcher = try await installation.open(isolation).matcherHandler()
    let detection = try await matcher.detect(DetectionOptions(modality: .face), in: picture(20))
    #expect(detection.samples.count == 1 && detection.passedOver.isEmpty && !detection.mayBeMore)
    #expect(detection.templates.map(\.format.algorithm) == [Self.newer])
    #expect(detection.templates.map(\.quality) == [50] && detection.templates.map(\.site) == [.face])
    let ada = BiometricReference(user: "ada", templates: detection.templates)
    let kim = BiometricReference(
      user: "kim", templates: [try await template(by: matcher, 200), try await template(by: matcher, 201)])
    let probe = try await matcher.candidate(of: picture(21), DetectionOptions(modality: .face))
    let options = AuthenticationOptions(modality: .face)
    let genuine = try await matcher.authenticate(options, candidate: probe, reference: ada)
    let impostor = try await matcher.authenticate(options, candidate: probe, reference: kim)
    #expect(genuine.isMatch && !impostor.isMatch && genuine.score > impostor.score)
    #expect(genuine.explanation.plugin == "org.example.face-b")
    #expect(genuine.explanation.candidates.map(\.quality) == [50])
    #expect(impostor.comparison.pairs.count == 2)
    let found = try await matcher.identify(
      IdentificationOptions(modality: .face), candidate: probe, references: [kim, ada])
    #expect(found.candidates.map(\.id) == ["ada", "kim"] && found.matches.map(\.id) == ["ada"])
    let gallery = Gallery(
      [kim, ada].flatMap { person in person.templates.map { (id: person.user, template: $0) } },
      for: try await matcher.matcher(of: .face))
    let again = try await matcher.identify(
      IdentificationOptions(modality: .face), candidate: probe, in: gallery)
    #expect(again.candidates == found.candidates)
    withExtendedLifetime(installation) {}
  }

  private func template(
    by matcher: MatcherHandler, _ shade: UInt8, _ format: String? = nil
  ) async throws -> Template {
    try await matcher.candidate(
      of: picture(shade), DetectionOptions(modality: .face, format: format)
    ).templates[0]
  }

  @Test func templatesOfAnOlderFormatAreComparedByTheMatcherThatReadsThem() async throws {
    let matcher = try await installation().open().matcherHandler()
    let old = try await template(by: matcher, 20, Self.older)
    let new = try await template(by: matcher, 20)
    let reference = BiometricReference(user: "ada", templates: [new, old])
    let byOlder = try await matcher.authenticate(
      AuthenticationOptions(modality: .face), candidate: BiometricCandidate(templates: [old]),
      reference: reference)
    #expect(byOlder.isMatch && byOlder.explanation.format == Self.older)
    #expect(byOlder.explanation.passedOver.map(\.code) == ["other-algorithm"])
    // Of both: the one that new templates are written in, unless a format is named.
    let both = BiometricCandidate(templates: [old, new])
    let written = try await matcher.authenticate(
      AuthenticationOptions(modality: .face), candidate: both, reference: reference)
    #expect(written.explanation.format == Self.newer && written.comparison.best.candidate == 1)
    let named = try await matcher.authenticate(
      AuthenticationOptions(modality: .face, format: Self.older), candidate: both, reference: reference)
    #expect(named.explanation.format == Self.older && named.comparison.best.candidate == 0)
    #expect(named.comparison.best.reference == 1)
  }

  // MARK: Pictures

  @Test func aPictureWithoutAFaceIsAnErrorForBoth() async throws {
    let installation = try FixtureInstallation(["FIX_FACES": "0", "FIX_NEEDS_FACE": "1"])
    let matcher = try await installation.open().matcherHandler()
    let (options, image) = (DetectionOptions(modality: .face), try installation.picture())
    #expect(
      await code { () throws(MatcherHandlerError) in try await matcher.detect(options, in: image) }
        == .noSubject)
    #expect(
      await code { () throws(MatcherHandlerError) in try await matcher.candidate(of: image, options) }
        == .noSubject)
  }

  @Test func severalFacesAreAllDetectedAndAreNobodysCandidateUnlessOneIsChosen() async throws {
    let installation = try FixtureInstallation(["FIX_FACES": "3u", "FIX_NEEDS_FACE": "1"])
    let matcher = try await installation.open().matcherHandler()
    let (options, image) = (DetectionOptions(modality: .face), try installation.picture())
    let detection = try await matcher.detect(options, in: image)
    #expect(detection.samples.count == 3 && detection.candidates.count == 3)
    #expect(detection.samples.allSatisfy { $0.face != nil && $0.quality == 70 })
    #expect(detection.candidates.allSatisfy { $0.templates.count == 1 })
    #expect(
      await code { () throws(MatcherHandlerError) in try detection.onlyCandidate } == .manySubjects)
    #expect(
      await code { () throws(MatcherHandlerError) in try await matcher.candidate(of: image, options) }
        == .manySubjects)
    let chosen = try await matcher.candidate(of: image, options, choosing: .largest)
    #expect(chosen.templates.count == 1)
  }

  @Test func aFaceThatWasPassedOverCountsAsAPerson() async throws {
    // No template can be made of the second.
    let installation = try FixtureInstallation([
      "FIX_FACES": "2u", "FIX_NEEDS_FACE": "1",
      "FIX_EXTRACT": "if (face->track_id == 2) return IMP_E_QUALITY;",
    ])
    let matcher = try await installation.open().matcherHandler()
    let detection = try await matcher.detect(
      DetectionOptions(modality: .face), in: installation.picture())
    #expect(detection.samples.count == 1 && detection.passedOver.map(\.reason.code) == [.lowQuality])
    #expect(
      await code { () throws(MatcherHandlerError) in try detection.onlyCandidate } == .manySubjects)
  }

  @Test func facesBelowTheLeastQualityArePassedOver() async throws {
    let installation = try FixtureInstallation(["FIX_FACES": "2u", "FIX_NEEDS_FACE": "1"])
    let matcher = try await installation.open().matcherHandler()
    let image = try installation.picture()
    let at = try await matcher.detect(DetectionOptions(modality: .face, minimumQuality: 70), in: image)
    #expect(at.samples.count == 2)
    let above = DetectionOptions(modality: .face, minimumQuality: 71)
    let detection = try await matcher.detect(above, in: image)
    #expect(
      detection.samples.isEmpty && detection.passedOver.map(\.reason.code) == [.lowQuality, .lowQuality])
    #expect(
      await code { () throws(MatcherHandlerError) in
        try await matcher.candidate(of: image, above, choosing: .largest)
      } == .lowQuality)
  }

  @Test(arguments: [
    DetectionOptions(modality: .voice), DetectionOptions(modality: .face, site: .leftIndex),
    DetectionOptions(modality: .face, site: .unknown), DetectionOptions(modality: .finger, site: .face),
    DetectionOptions(modality: .finger, site: .rightFour),
    DetectionOptions(modality: .face, minimumQuality: 101),
    DetectionOptions(modality: .face, minimumQuality: -1),
  ])
  func whatCannotBeLookedForIsRefused(options: DetectionOptions) async throws {
    let matcher = try await installation().open().matcherHandler()
    let image = try picture(20)
    #expect(
      await code { () throws(MatcherHandlerError) in try await matcher.detect(options, in: image) }
        == .badOptions)
    #expect(
      await code { () throws(MatcherHandlerError) in try await matcher.candidate(of: image, options) }
        == .badOptions)
  }

  @Test func aFingersSiteIsInItsTemplate() async throws {
    let installation = try TemplateInstallation(
      [.finger()], needs: ["{ability: imprint.finger-extractor/1, format: example.faulty-press}"])
    let matcher = try await installation.open().matcherHandler(MatcherHandlerOptions(modalities: []))
    let pixels = (0..<64 * 64).map { UInt8(truncatingIfNeeded: 90 + $0 % 64 * 3) }
    let print = try #require(
      Image(width: 64, height: 64, format: .grey8, resolution: 19_685, pixels: pixels))
    for site in BodySite.allCases where (1...10).contains(site.rawValue) {
      let options = DetectionOptions(modality: .finger, site: site, format: "example.faulty-press")
      let found = try await matcher.detect(options, in: print)
      #expect(found.templates.map(\.site) == [site] && found.templates.map(\.modality) == [.finger])
      #expect(try found.onlyCandidate.templates == found.templates)
    }
    // Nobody compares them.
    #expect(
      await code { () throws(MatcherHandlerError) in try await matcher.matcher(of: .finger) } == .notAvailable
    )
  }

  // MARK: What goes wrong

  @Test func everyFaultOfTemplatesHasItsCode() async throws {
    let matcher = try await installation().open().matcherHandler()
    let template = try await template(by: matcher, 20)
    let older = try await self.template(by: matcher, 20, Self.older)
    let voice = try #require(
      Template(
        format: template.format, modality: .voice, site: .voice, quality: nil, payload: template.payload))
    func foreign(_ algorithm: String, _ version: UInt32) throws -> Template {
      let format = try #require(TemplateFormat(algorithm: algorithm, version: version))
      return try #require(
        Template(format: format, modality: .face, site: .face, quality: nil, payload: [1]))
    }
    let (newer, stranger) = (try foreign(Self.newer, 9), try foreign("acme.other", 1))
    let fused = try #require(
      Template(
        format: template.format, modality: .face, site: .face, quality: nil, samples: 5,
        payload: template.payload))
    let cases: [(AuthenticationOptions, [Template], [Template], MatcherHandlerErrorCode)] = [
      (.init(modality: .face), [], [template], .noTemplates),
      (.init(modality: .face), [template], [], .noTemplates),
      (.init(modality: .face), [newer], [template], .template),
      (.init(modality: .face), [voice], [template], .template),
      (.init(modality: .face), [stranger], [template], .notAvailable),
      (.init(modality: .face), [template], [older, newer, stranger, voice], .nothingComparable),
      (.init(modality: .face), [template], [fused], .notCalibrated),
      (.init(modality: .face, minimumQuality: 51), [template], [template], .lowQuality),
      (.init(modality: .face, minimumQuality: 101), [template], [template], .badOptions),
      (.init(modality: .face, policy: .falseMatchRate(2)), [template], [template], .badOptions),
      (
        .init(modality: .face, policy: .falseMatchRate(1e-9), requireCalibrated: true), [template],
        [template],
        .extrapolatedThreshold
      ),
      (.init(modality: .finger), [template], [template], .notAvailable),
    ]
    for (options, candidate, reference, expected) in cases {
      let found = await code { () throws(MatcherHandlerError) in
        try await matcher.authenticate(
          options, candidate: BiometricCandidate(templates: candidate),
          reference: BiometricReference(user: 1, templates: reference))
      }
      #expect(found == expected)
    }
    // A search of those who cannot be compared finds nobody, and says why.
    let found = try await matcher.identify(
      IdentificationOptions(modality: .face), candidate: BiometricCandidate(templates: [template]),
      references: [BiometricReference(user: 1, templates: [older, newer, stranger, voice])])
    #expect(found.candidates.isEmpty && found.explanation.searched == 0)
    #expect(
      Set(found.explanation.passedOver.map(\.code)) == ["other-algorithm", "other-version", "other-modality"])
  }

  @Test func whatTheSetDoesNotCompareIsToldWhenTheHandlerIsMade() async throws {
    let system = try installation().open()
    #expect(
      await code { () throws(MatcherHandlerError) in
        try await system.matcherHandler(MatcherHandlerOptions(modalities: [.face, .finger]))
      } == .notAvailable)
    let both = try await system.matcherHandler(MatcherHandlerOptions(modalities: [.face, .voice]))
    #expect(try await both.matcher(of: .voice).format.modality == .voice)
  }

  @Test func afterItWasDestroyedNothingGoes() async throws {
    let matcher = try await installation().open().matcherHandler()
    let probe = try await matcher.candidate(of: picture(20), DetectionOptions(modality: .face))
    let image = try picture(20)
    await matcher.destroy()
    await matcher.destroy()
    let reference = BiometricReference(user: 1, templates: probe.templates)
    #expect(
      await code { () throws(MatcherHandlerError) in
        try await matcher.authenticate(.init(modality: .face), candidate: probe, reference: reference)
      } == .destroyed)
    #expect(
      await code { () throws(MatcherHandlerError) in
        try await matcher.identify(.init(modality: .face), candidate: probe, references: [reference])
      } == .destroyed)
    #expect(
      await code { () throws(MatcherHandlerError) in
        try await matcher.detect(.init(modality: .face), in: image)
      } == .destroyed)
  }

  @Test func aTaskThatIsCancelledGetsNoResult() async throws {
    let matcher = try await installation().open().matcherHandler()
    let probe = try await matcher.candidate(of: picture(20), DetectionOptions(modality: .face))
    let reference = BiometricReference(user: 1, templates: probe.templates)
    let task = Task {
      // The task is cancelled before it asks, whatever runs first.
      while !Task.isCancelled { await Task.yield() }
      return await code { () throws(MatcherHandlerError) in
        try await matcher.authenticate(.init(modality: .face), candidate: probe, reference: reference)
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    // Others go on.
    #expect(
      try await matcher.authenticate(.init(modality: .face), candidate: probe, reference: reference).isMatch)
  }

  @Test func whatIsNotLicensedIsRefusedByOperation() async throws {
    var plugin = FixturePlugin.face("org.example.face-a", format: Self.older)
    plugin.manifest.features = ["VERIF", "IDENT"]
    let installation = try TemplateInstallation(
      [plugin], needs: ["imprint.face-extractor/1", "{ability: imprint.matcher/2, modality: face}"])
    let licensed = TestEntitlements(granting: [.verification])
    let matcher = try await open(installation, entitlements: licensed, CollectedLog()).matcherHandler()
    let probe = try await matcher.candidate(of: picture(20), DetectionOptions(modality: .face))
    let reference = BiometricReference(user: 1, templates: probe.templates)
    #expect(
      try await matcher.authenticate(.init(modality: .face), candidate: probe, reference: reference).isMatch)
    #expect(
      await code { () throws(MatcherHandlerError) in
        try await matcher.identify(.init(modality: .face), candidate: probe, references: [reference])
      } == .license)
    let other = try await open(
      installation, entitlements: TestEntitlements(granting: [.identification]), CollectedLog()
    ).matcherHandler()
    #expect(
      try await other.identify(.init(modality: .face), candidate: probe, references: [reference]).matches
        .count
        == 1)
    #expect(
      await code { () throws(MatcherHandlerError) in
        try await other.authenticate(.init(modality: .face), candidate: probe, reference: reference)
      } == .license)
  }

  private func open(
    _ installation: TemplateInstallation, entitlements: any EntitlementProvider = EverythingGranted(),
    _ log: CollectedLog
  ) throws -> BiometricSystem {
    try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.folder.path, origin: .explicit)]),
        variant: TemplateInstallation.variant, trust: .off, entitlements: entitlements, quarantine: nil,
        isolation: .inProcess, logger: log.logger()))
  }

  @Test func manyTasksCompareAtOnceWithTheSameResult() async throws {
    let matcher = try await installation().open().matcherHandler()
    let probe = try await matcher.candidate(of: picture(20), DetectionOptions(modality: .face))
    let reference = BiometricReference(user: 1, templates: probe.templates)
    let scores = try await withThrowingTaskGroup(of: Score.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await matcher.authenticate(.init(modality: .face), candidate: probe, reference: reference).score
        }
      }
      return try await group.reduce(into: Set<Score>()) { $0.insert($1) }
    }
    #expect(scores.count == 1)
  }

  // MARK: Logs

  @Test func itLogsWhatWasAskedAndNothingOfWhoItWas() async throws {
    let log = CollectedLog()
    let installation = try installation()
    let system = try open(installation, log)
    for (level, isTold) in [(Logger.Level.debug, true), (.warning, false)] {
      let before = log.lines.count { $0.message == "authenticated" }
      let matcher = try await system.matcherHandler(MatcherHandlerOptions(logLevel: level))
      let probe = try await matcher.candidate(of: picture(20), DetectionOptions(modality: .face))
      _ = try await matcher.authenticate(
        .init(modality: .face), candidate: probe,
        reference: BiometricReference(user: "ada-lovelace", templates: probe.templates))
      #expect(log.lines.count { $0.message == "authenticated" } == before + (isTold ? 1 : 0))
    }
    #expect(!log.lines.contains { "\($0)".contains("ada-lovelace") })
  }
}

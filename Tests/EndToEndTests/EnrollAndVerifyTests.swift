// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// Puppets of sample photographs, enrolled and verified, with the bundled plugins. Time is the camera's.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot), .timeLimit(.minutes(10)))
struct EnrollAndVerifyTests {
  private let installation: FaceInstallation
  private let system: BiometricSystem

  init() throws {
    installation = try FaceInstallation()
    system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(
          roots: [PluginRoot(path: installation.root.path, origin: .explicit)]),
        plugins: ["dev.imprint.device-puppet"], trust: .off, entitlements: EverythingGranted(),
        logger: CollectedLog().logger()))
  }

  /// A puppet of a sample photograph, before the camera.
  private func capture(
    _ name: String, _ mode: LivenessMode, timeout: Duration = .seconds(60)
  ) throws -> FaceCaptureSettings {
    let path = installation.home.url.appending(path: "\(name).puppet").path
    if !FileManager.default.fileExists(atPath: path) {
      let run = try installation.run([
        "puppet", "make", try installation.photograph("\(name).jpg"), "--output", "\(name).puppet", "--json",
      ])
      #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    }
    return FaceCaptureSettings(
      livenessMode: mode, timeout: timeout, camera: CameraOptions(locator: "puppet:\(path)?seed=5"))
  }

  private func lockout(_ settings: LockoutSettings) -> LockoutStore {
    LockoutStore(
      folder: installation.home.url.appending(path: "lockout").path, settings: settings)
  }

  private func enrol(
    _ settings: EnrollerSettings, delegate: (any EnrollerDelegate)? = nil
  ) async throws -> HeardEnrolment {
    let enroller = system.faces.enroller(settings: settings, delegate: delegate, clock: InstantClock()) {
      lockout($0)
    }
    return try await HeardEnrolment(enroller)
  }

  private func verify(
    _ name: String, _ references: [Template], _ mode: LivenessMode
  ) async throws -> FaceVerification {
    let verifier = system.faces.verifier(
      settings: VerifierSettings(capture: try capture(name, mode))
    ) { lockout($0) }
    let conclusion = try await verifier.verify(subject: LockoutSubject("obama"), references: references)
    guard case .verdict(let verification) = conclusion else {
      throw MissingForTest("no verdict: \(conclusion)")
    }
    return verification
  }

  @Test func whoWasEnrolledIsVerifiedAndNobodyElse() async throws {
    let heard = try await enrol(EnrollerSettings(capture: capture("obama", .none)))
    #expect(heard.countdown == [5, 4, 3, 2, 1])
    #expect(heard.texts.first == "started" && heard.texts.last == "ended")
    let templates = try heard.enrollment.templates
    #expect(templates.count == 4)

    let own = try await verify("obama", templates, .blink)
    #expect(own.isVerified && own.liveness == .live, "\(own)")
    #expect((own.livenessScore ?? 0) > 0)
    let other = try await verify("biden", templates, .none)
    #expect(other.decision == .notMatching, "\(other)")
    #expect(try #require(own.score) > #require(other.score))
  }

  @Test func whatWasEnrolledIsStoredAsOnePersons() async throws {
    let heard = try await enrol(
      EnrollerSettings(capture: capture("obama", .none), countdown: 0, numberOfFrames: 2))
    let store = try await FolderStore(path: installation.home.url.appending(path: "store").path)
    let stored = try await system.enroll(
      name: "Barack", templates: heard.enrollment.templates, with: system.faces.matcher(), in: store)
    #expect(stored.isNew && stored.templates.count == 2)
    let verifier = system.faces.verifier(
      settings: VerifierSettings(capture: try capture("obama", .none))
    ) { lockout($0) }
    var conclusion: FaceVerificationConclusion?
    for await event in try await verifier.start(claiming: stored.user, in: store) {
      if case .finished(let last) = event { conclusion = last }
    }
    guard case .verdict(let verification) = conclusion else {
      throw MissingForTest("no verdict: \(String(describing: conclusion))")
    }
    #expect(verification.isVerified)
  }

  @Test func theFullModeAsksForEachViewAndGetsIt() async throws {
    let heard = try await enrol(
      EnrollerSettings(capture: capture("obama", .none), countdown: 0, mode: .full))
    #expect(heard.poses == EnrollmentMode.full.poses)
    let views = try heard.enrollment.views
    #expect(views.map(\.pose) == EnrollmentMode.full.poses)
    let turned = views.map(\.face.pose)
    #expect(turned[1].yaw < turned[0].yaw && turned[2].yaw > turned[0].yaw)
    #expect(turned[3].pitch < turned[0].pitch && turned[4].pitch > turned[0].pitch)
  }

  @Test func whereTheApplicationRefusesEveryFrameNothingIsEnrolled() async throws {
    let settings = EnrollerSettings(
      capture: try capture("obama", .none, timeout: .seconds(2)), countdown: 0, selection: .application)
    let heard = try await enrol(settings, delegate: RefusesAll())
    #expect(heard.retry == .timedOut && heard.expired == 0)
  }

  @Test func aFrameThatNobodyAnswersForWaitsForABoundedTime() async throws {
    let settings = EnrollerSettings(
      capture: try capture("obama", .none, timeout: .seconds(2)), countdown: 0, selection: .application,
      decisionTimeout: .milliseconds(5))
    let heard = try await enrol(settings)
    #expect(heard.retry == .timedOut && heard.expired > 0)
  }
}

private struct RefusesAll: EnrollerDelegate {
  func shouldAddFaceEvent(_ frame: EnrollmentFrame, index: Int) async -> Bool? { false }
}

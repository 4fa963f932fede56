// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is advised when a worker has ended: what the next call does, which is not the same for all.
@Suite(.timeLimit(.minutes(2)))
struct WorkerAdviceTests {
  private let cardOptions = CardOptions(locator: "fixture:0")

  private func error(_ body: () async throws -> Void) async throws -> PluginCallError {
    try await #require(throws: PluginCallError.self) { try await body() }
  }

  @Test func anExtractorIsStartedAgainByTheNextCall() async throws {
    let plugin = try FixturePlugin.misbehaving("FIX_EXTRACT", "_exit(3);").opened()
    let failure = try await FaceExtractor.make(plugin).failure(try image(1))
    #expect(
      failure.code == .workerEnded && failure.remedy.contains("next call restarts it"), "\(failure)")
  }

  @Test func aCameraIsOpenedAnew() async throws {
    let plugin = try FixturePlugin.misbehaving("FIX_FRAME", "_exit(3);").opened()
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
    let ended = try await error { _ = try await camera.nextFrame(timeout: .zero) }
    #expect(ended.code == .workerEnded && ended.remedy.contains("reopen"), "\(ended)")
    #expect(!ended.remedy.contains("restarts it"))
    let later = try await error { _ = try await camera.nextFrame(timeout: .zero) }
    #expect(later.code == .deviceGone)
  }

  private func recognizer(_ place: String) async throws -> SpeechRecognizer {
    var plugin = try FixturePlugin.speech([place: "_exit(3);"])
    plugin.source = "#include <unistd.h>\n" + (plugin.source ?? "")
    return try await SpeechRecognizer.make(plugin.opened(), bundle: "own", graph: nil)
  }

  @Test func aRecogniserIsMadeAnew() async throws {
    let recognizer = try await recognizer("FIX_STEP")
    let ended = try await error { _ = try await recognizer.step([0]) }
    #expect(ended.code == .workerEnded && ended.remedy.contains("make them again"), "\(ended)")
    await recognizer.reset()
    for _ in 0..<2 {
      let later = try await error { _ = try await recognizer.step([0]) }
      #expect(later.code == .state && later.remedy.contains("Create a new object"), "\(later)")
    }
  }

  // whoever spoke before would be in what is heard next.
  @Test func aRecogniserThatCouldNotBeResetIsNotCalledAnyMore() async throws {
    let recognizer = try await recognizer("FIX_RESET")
    _ = try await recognizer.step([0])
    await recognizer.reset()
    let later = try await error { _ = try await recognizer.finish() }
    #expect(later.code == .state && later.reason.contains("could not be told to begin anew"), "\(later)")
    await recognizer.reset()
  }

  @Test func whetherACardHasSeenItsCommandIsNotKnown() async throws {
    var plugin = try FixturePlugin.card(["FIX_TRANSMIT": "_exit(3);", "FIX_STATUS": "_exit(3);"])
    plugin.source = "#include <unistd.h>\n" + (plugin.source ?? "")
    let card = try await CardConnection.connect(plugin.opened(), options: cardOptions)
    let sent = try await error { _ = try await card.transmit([1]) }
    #expect(
      sent.code == .workerEnded && sent.reason.contains("It is unknown whether it has reached the card"),
      "\(sent)")
    #expect(sent.remedy.hasPrefix("Connect again") && !sent.isRetryable)
    #expect(try await error { _ = try await card.transmit([1]) }.code == .deviceGone)
    // What only asks has done nothing.
    let other = try await CardConnection.connect(plugin.opened(), options: cardOptions)
    let asked = try await error { _ = try await other.status() }
    #expect(asked.code == .workerEnded && !asked.reason.contains("It is unknown"), "\(asked)")
  }

  @Test func aCommandThatTookTooLongIsNotAdvisedToBeTriedAgain() async throws {
    var policy = WorkerPolicy.quick
    policy.deadlines.cardCommand = .milliseconds(300)
    let plugin = try FixturePlugin.card(["FIX_TRANSMIT": "for (;;) { }"]).opened(policy: policy)
    let card = try await CardConnection.connect(plugin, options: cardOptions)
    let late = try await error { _ = try await card.transmit([1]) }
    #expect(
      late.code == .workerTimeout && late.reason.contains("It is unknown whether it has reached the card"),
      "\(late)")
    #expect(late.remedy.hasPrefix("Connect again"))
  }
}

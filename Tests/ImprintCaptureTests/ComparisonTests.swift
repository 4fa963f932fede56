// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import Synchronization
import TestSupport
import Testing

/// What a capture plugin asks to be compared is compared before its next frame, and answered in turn.
@Suite(.timeLimit(.minutes(2)))
struct ComparisonTests {
  /// Keeps two frames, asks for both orders of them, and finishes with a finding of each answer.
  private static let comparesTwo = """
    if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_KEEP)->slot = capture->steps; \
    if (capture->steps == 2) { \
    e = event(events, IMP_CAPTURE_COMPARE); e->slot = 1; e->other = 2; \
    e = event(events, IMP_CAPTURE_COMPARE); e->slot = 2; e->other = 1; } } \
    if (input == IMP_INPUT_COMPARED) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_PERSON; \
    e->liveness = given->compared == IMP_COMPARED_DONE ? IMP_LIVENESS_LIVE : IMP_LIVENESS_NO_DECISION; \
    e->value = given->score; e->limit = given->slot * 10 + given->other; \
    if (capture->steps == 4) { \(FixtureCapture.finishes("IMP_FINISH_CAPTURED")) } }
    """

  private func fixture(_ comparer: (any CaptureComparer)?) throws -> FixtureCapture {
    var fixture = try FixtureCapture()
    fixture.step = Self.comparesTwo
    fixture.options.helps = .compares
    fixture.comparer = comparer
    return fixture
  }

  private func finding(_ verdict: LivenessStatus, _ score: Float, _ slots: Float) -> LivenessFinding {
    LivenessFinding(method: .person, verdict: verdict, measure: score, limit: slots)
  }

  @Test func keptImagesAreComparedInTheOrderAskedAndBeforeTheNextFrame() async throws {
    let comparer = Comparer { Score($0 < $1 ? 4200.9 : -7.5) }
    let result = try await fixture(comparer).make().run()
    #expect(comparer.pairs == [[0, 40_000_000], [40_000_000, 0]])
    // Rounded down: what a plugin holds it against must be exceeded.
    #expect(result.findings == [finding(.live, 4200, 12), finding(.live, -8, 21)])
    #expect(result.frames == 2)
  }

  @Test func whatCannotBeComparedIsAnsweredSo() async throws {
    let none = [finding(.noDecision, 0, 12), finding(.noDecision, 0, 21)]
    #expect(try await fixture(nil).make().run().findings == none)
    #expect(try await fixture(Comparer { _, _ in nil }).make().run().findings == none)
    #expect(try await fixture(Comparer { _, _ in throw Unable() }).make().run().findings == none)
  }

  /// Keeps an image, and has it compared again with every answer.
  private static let comparesForEver = """
    if (input == IMP_INPUT_FRAME && capture->steps == 1) event(events, IMP_CAPTURE_KEEP)->slot = 1; \
    if (input == IMP_INPUT_COMPARED || capture->steps == 1) { \
    e = event(events, IMP_CAPTURE_COMPARE); e->slot = 1; e->other = 1; }
    """

  @Test func aPluginThatComparesForEverMisbehaves() async throws {
    let comparer = Comparer { _, _ in nil }
    var fixture = try fixture(comparer)
    fixture.step = Self.comparesForEver
    let error = try await failure(of: try await fixture.make())
    #expect(error.code == .plugin && error.reason.contains("64 comparisons"), "\(error)")
    #expect(comparer.pairs.count == 64)
  }

  @Test func whoCancelsWhileImagesAreComparedIsHeard() async throws {
    let work = Mutex<Task<CaptureResult, any Error>?>(nil)
    let comparer = Comparer { _, _ in
      while work.withLock({ $0 == nil }) { usleep(1000) }
      work.withLock { $0?.cancel() }
      return nil
    }
    var fixture = try fixture(comparer)
    fixture.step = Self.comparesForEver
    let capture = try await fixture.make()
    let begun = Task { try await capture.run() }
    work.withLock { $0 = begun }
    let error = await #expect(throws: CaptureError.self) { _ = try await begun.value }
    #expect(error?.code == .cancelled && comparer.pairs.count < 64)
  }

  @Test func aCaptureWhoseHostDoesNotCompareIsRefusedTheQuestion() async throws {
    var fixture = try fixture(nil)
    fixture.options.helps = []
    let error = try await failure(of: try await fixture.make())
    #expect(error.code == .plugin)
    #expect(error.reason.contains("comparison"))
  }

  @Test func observersAreAwaitedInOrderBeforeTheCaptureGoesOn() async throws {
    let log = Mutex([String]())
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(3)
    fixture.step = FixtureCapture.followsAFace
    fixture.observers = ["first", "second"].map { name in
      Observer { event in
        log.withLock { $0.append("\(name) begins \(event.word)") }
        // Others would run now.
        for _ in 0..<20 { await Task.yield() }
        log.withLock { $0.append("\(name) ends \(event.word)") }
      }
    }
    _ = try await fixture.make().run()
    let told = ["mode"] + Array(repeating: ["preview", "tracking"], count: 3).joined() + ["source"]
    #expect(
      log.withLock { $0 }
        == told.flatMap { word in
          ["first", "second"].flatMap { ["\($0) begins \(word)", "\($0) ends \(word)"] }
        })
  }
}

private struct Unable: Error {}

/// Compares images by their times.
private final class Comparer: CaptureComparer {
  private let asked = Mutex([[UInt64]]())
  private let answer: @Sendable (UInt64, UInt64) throws -> Score?

  init(_ answer: @escaping @Sendable (UInt64, UInt64) throws -> Score?) { self.answer = answer }

  var pairs: [[UInt64]] { asked.withLock { $0 } }

  func score(of first: KeptFrame, and second: KeptFrame) async throws -> Score? {
    asked.withLock { $0.append([first.timestamp, second.timestamp]) }
    return try answer(first.timestamp, second.timestamp)
  }
}

private struct Observer: CaptureObserver {
  let hears: @Sendable (CaptureEvent) async -> Void

  init(_ hears: @escaping @Sendable (CaptureEvent) async -> Void) { self.hears = hears }

  func captureTold(_ event: CaptureEvent) async { await hears(event) }
}

extension CaptureEvent {
  fileprivate var word: String { String(text.prefix { $0 != " " }) }
}

// SPDX-License-Identifier: Apache-2.0
import CImprint
import TestSupport
import Testing

@testable import ImprintRuntime

/// What a capture machine filled, as it is recorded and compared.
struct CaptureAnswerTests {
  private func bytes(_ change: (inout imp_capture_event_v2) -> Void) -> [UInt8] {
    var event = imp_capture_event_v2()
    event.size = UInt32(MemoryLayout<imp_capture_event_v2>.size)
    change(&event)
    return withUnsafeBytes(of: event) { Array($0) }
  }

  private func progress(_ value: Float) -> [UInt8] {
    bytes { ($0.kind, $0.value) = (UInt32(IMP_CAPTURE_PROGRESS), value) }
  }

  @Test func anAnswerHasTheEventsAndTheBytesTheyWereFilledWith() async throws {
    let machine = try await FaceCaptureMachine.make(
      FixturePlugin(["FIX_STEP": "event(events, IMP_CAPTURE_PROGRESS)->value = 0.5f;"]).opened())
    let answer = try await machine.answer(to: .tick, now: 7)
    #expect(answer.events == [.progress(0.5)])
    #expect(answer.filled == CaptureEventBytes(count: 1, bytes: progress(0.5)))
    #expect(answer.filled.words == ["progress value 0.5"])
  }

  @Test(arguments: [(-1, 0), (0, 1), (1, 0), (2, 81), (3, 2)])
  func bytesThatAreNotSoManyStructsAreNone(count: Int, bytes: Int) {
    #expect(CaptureEventBytes(count: count, bytes: [UInt8](repeating: 0, count: bytes)) == nil)
  }

  @Test func theFirstDifferentEventIsNamed() throws {
    let whole = try #require(CaptureEventBytes(count: 2, bytes: progress(0.1) + progress(0.2)))
    let other = try #require(CaptureEventBytes(count: 2, bytes: progress(0.1) + progress(0.3)))
    let short = try #require(CaptureEventBytes(count: 1, bytes: progress(0.1)))
    #expect(whole.firstDifference(from: whole) == nil)
    let found = try #require(whole.firstDifference(from: other))
    #expect(found.index == 1 && found.own == "progress value 0.2" && found.other == "progress value 0.3")
    let missing = try #require(whole.firstDifference(from: short))
    #expect(missing.index == 1 && missing.own == "progress value 0.2" && missing.other == nil)
    // Zero and minus zero are equal numbers, and other bits.
    let zeros = [progress(0), progress(-0.0)].compactMap { CaptureEventBytes(count: 1, bytes: $0) }
    #expect(zeros[0].firstDifference(from: zeros[1])?.index == 0)
  }

  @Test func whatIsNoEventIsShownAsItIs() throws {
    #expect(CaptureEventBytes(count: 1, bytes: [1, 2, 3])?.words == ["an event of 3 bytes"])
    // A file may have very many.
    let short = try #require(CaptureEventBytes(count: 1024, bytes: [UInt8](repeating: 7, count: 2048)))
    #expect(short.words == ["1024 events of 2 bytes"])
    var other = short.bytes
    other[2047] = 8
    let changed = try #require(CaptureEventBytes(count: 1024, bytes: other))
    let difference = try #require(short.firstDifference(from: changed))
    #expect(difference.index == 1023 && difference.own == "an event of 2 bytes")
    let unknown = bytes { ($0.kind, $0.code, $0.value) = (.max, .min, .nan) }
    let words = try #require(CaptureEventBytes(count: 1, bytes: unknown)?.words.first)
    #expect(words.contains("\(UInt32.max)") && words.contains("\(Int32.min)"))
  }

  @Test func findingsAreReadAndWhatIsNoneIsLeftOut() throws {
    let right = bytes {
      $0.kind = UInt32(IMP_CAPTURE_FINDING)
      ($0.code, $0.liveness, $0.value, $0.limit) = (IMP_METHOD_SHAPE, UInt32(IMP_LIVENESS_LIVE), 3, 2)
    }
    let wrong = bytes { ($0.kind, $0.code) = (UInt32(IMP_CAPTURE_FINDING), 99) }
    #expect(
      CaptureEventBytes(count: 3, bytes: wrong + progress(1) + right)?.findings
        == [LivenessFinding(method: .shape, verdict: .live, measure: 3, limit: 2)])
  }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc
import Imprint
import Synchronization
import TestSupport
import Testing

/// What is shown is what the camera sees now: who draws slowly, and a machine that is late, miss frames, and
/// show no old one.
@Suite(.timeLimit(.minutes(2)))
struct PreviewAgeTests {
  /// A frame every 2 ms, until the capture is stopped.
  private func quick(_ observer: any CaptureObserver) async throws -> FaceCapture {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(
      .max, before: "struct timespec pause = {0, 2000000}; nanosleep(&pause, NULL);")
    fixture.step = "if (input == IMP_INPUT_STOP) { \(FixtureCapture.finishes("IMP_FINISH_STOPPED")) }"
    fixture.observers = [observer]
    return try await fixture.make()
  }

  @Test func whoReadsSlowlyIsShownTheNewestFrame() async throws {
    let told = ToldPreviews()
    let capture = try await quick(told)
    let running = Task { try await capture.run() }
    var events = capture.events.makeAsyncIterator()
    var shown: [UInt64] = []
    while shown.count < 5 {
      let newest = told.newest
      let event = try #require(await events.next(), "the capture has ended")
      guard case .preview(let frame, _) = event else { continue }
      #expect(frame.sequence >= newest, "a newer one was there")
      shown.append(frame.sequence)
      try await told.waits(for: frame.sequence + 5)
    }
    // The witness that there were newer ones.
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 >= $0 + 5 })
    await capture.stop()
    #expect(try await running.value.frames > 25)
  }

  @Test func aSlowDelegateIsShownTheNewestFrame() async throws {
    let told = ToldPreviews()
    let capture = try await quick(told)
    let screen = SlowScreen(told)
    let running = capture.start(screen)
    while screen.shown.count < 5 { try await Task.sleep(for: .milliseconds(5)) }
    await capture.stop()
    await running.value
    #expect(screen.shown.allSatisfy { $0.sequence >= $0.newest }, "newer ones were there")
    let five = screen.shown.prefix(5)
    #expect(zip(five, five.dropFirst()).allSatisfy { $1.sequence >= $0.sequence + 5 })
  }

  @Test func aLateMachineIsShownWhatTheCameraSeesThenAndWhatItMissedIsCounted() async throws {
    var fixture = try FixtureCapture()
    // A frame is of the moment at which it is asked for; a thousand a second are taken.
    fixture.frame = """
      static uint64_t first; struct timespec t = {0, 2000000}; nanosleep(&t, NULL); \
      clock_gettime(CLOCK_MONOTONIC, &t); \
      uint64_t now = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec; \
      if (camera->frames == 0) first = now; \
      imp_status answer = grey(camera, pixels, frame, 64, 48); \
      if (answer != IMP_OK) return answer; \
      frame->timestamp_ns = now; frame->sequence = (now - first) / 1000000u; \
      frame->dropped = frame->sequence + 1 - camera->frames; return IMP_OK;
      """
    fixture.step = "if (input == IMP_INPUT_STOP) { \(FixtureCapture.finishes("IMP_FINISH_STOPPED")) }"
    let late = LateObserver()
    fixture.observers = [late]
    let capture = try await fixture.make()
    let running = Task { try await capture.run() }
    for await event in capture.events where event.isPreview && late.shown.count >= 4 { await capture.stop() }
    let result = try await running.value
    let shown = late.shown
    #expect(shown.count == result.frames)
    // Nothing had been taken before the machine had time for it.
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1.taken >= $0.done })
    let last = try #require(shown.last)
    #expect(UInt64(result.frames) + result.dropped == last.sequence + 1)
    #expect(result.dropped >= UInt64(19 * (result.frames - 1)))
  }
}

/// The newest preview that was told.
private final class ToldPreviews: CaptureObserver {
  private let sequence = Mutex<UInt64>(0)

  var newest: UInt64 { sequence.withLock { $0 } }

  func captureTold(_ event: CaptureEvent) async {
    if case .preview(let frame, _) = event { sequence.withLock { $0 = frame.sequence } }
  }

  func waits(for next: UInt64) async throws {
    while newest < next { try await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Draws for as long as the camera takes for five frames.
private final class SlowScreen: FaceCaptureHandlerDelegate {
  private struct State: Sendable {
    var shown: [(sequence: UInt64, newest: UInt64)] = []
    /// The newest when it had drawn the last one.
    var newest: UInt64 = 0
  }

  private let state = Mutex(State())
  private let told: ToldPreviews

  init(_ told: ToldPreviews) { self.told = told }

  /// The frames, and the newest one that was there when each came.
  var shown: [(sequence: UInt64, newest: UInt64)] { state.withLock { $0.shown } }

  func capturePreviewed(_ preview: CapturePreview) async {
    let sequence = preview.frame.sequence
    state.withLock { $0.shown.append((sequence, $0.newest)) }
    // Once five were drawn, the capture is stopped and no frame comes any more.
    if shown.count < 5 { try? await told.waits(for: sequence + 5) }
    state.withLock { $0.newest = told.newest }
  }

  func captureFinished(_ conclusion: FaceCaptureConclusion) async {}
}

/// Takes 20 ms for each preview, as a machine that is busy with something else.
private final class LateObserver: CaptureObserver {
  struct Shown: Sendable {
    let sequence: UInt64
    /// When the frame was taken, and when this was done with it, on the monotonic clock.
    let taken: UInt64
    let done: UInt64
  }

  private let all = Mutex<[Shown]>([])

  var shown: [Shown] { all.withLock { $0 } }

  func captureTold(_ event: CaptureEvent) async {
    guard case .preview(let frame, _) = event else { return }
    try? await Task.sleep(for: .milliseconds(20))
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    all.withLock { $0.append(Shown(sequence: frame.sequence, taken: frame.timestamp, done: now)) }
  }
}

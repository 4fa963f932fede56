// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ImprintListening

/// An uploader in the background: what it hears of, pausing, stopping. Nothing waits for a clock.
@Suite(.timeLimit(.minutes(1))) struct BackgroundUploadTests {
  private let folder: TemporaryFolder
  private let delays = Delays()

  init() throws { folder = try TemporaryFolder() }

  private func uploader(
    _ recordings: Recordings, _ destination: any ListeningDestination, rests: Bool = true
  ) throws -> ListeningUploader {
    try ListeningUploader(
      from: recordings.archive, to: destination, options: ListeningUploadOptions(),
      pace: delays.pace(rests: rests))
  }

  @Test func whatComesLaterIsSentOnceItIsAskedToLook() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let destination = ScriptedDestination()
    let uploader = try uploader(recordings, destination)
    #expect(await uploader.state == .idle)
    var events = try await uploader.start().makeAsyncIterator()
    while let event = await events.next() {
      if case .finished(let summary) = event, summary.taken == 2 {
        try recordings.add("2-b.wav", "RIFF new")
        await uploader.check()
      }
      if case .finished(let summary) = event, summary.taken == 1 { break }
    }
    #expect(destination.offered.count == 3)
    await uploader.stop()
    #expect(await events.next() == .stopped)
    #expect(await events.next() == nil)
    #expect(await uploader.state == .idle)
  }

  @Test func whatPassesIsPostponedAndTriedAtTheNextLook() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let later = ListeningUploadAnswer.later(.scripted(.unreachable), after: .zero)
    let destination = ScriptedDestination([later, later, later, later, later, later])
    let uploader = try uploader(recordings, destination, rests: false)
    var heard: [ListeningUploadEvent] = []
    for await event in try await uploader.start() {
      heard.append(event)
      if case .finished(let summary) = event, summary.taken == 2 { break }
    }
    await uploader.stop()
    #expect(heard.contains(.postponed(.scripted(.unreachable), after: .seconds(135))))
    #expect(destination.offered.count == 8)
  }

  @Test func looksThatTakeNothingThereAreFurtherAndFurtherApart() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let later = ListeningUploadAnswer.later(.scripted(.unreachable), after: .zero)
    let destination = ScriptedDestination(Array(repeating: later, count: 6 * 8))
    let uploader = try uploader(recordings, destination, rests: false)
    for await event in try await uploader.start() {
      if case .finished(let summary) = event, summary.taken == 2 { break }
    }
    await uploader.stop()
    // Twice as long each time, an hour at most; an eighth more, as half of the quarter is drawn.
    let expected = [120, 240, 480, 960, 1920, 3600, 3600, 3600].map { Duration.seconds($0) * 1.125 }
    #expect(Array(delays.rests.prefix(8)) == expected)
  }

  @Test func whatTheServerAskedForIsNotCutShortAndIsTold() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let destination = ScriptedDestination([.later(.scripted(.server), after: .seconds(7200))])
    let uploader = try uploader(recordings, destination)
    var events = try await uploader.start().makeAsyncIterator()
    while let event = await events.next() {
      guard case .postponed(_, let delay) = event else { continue }
      #expect(delay == .seconds(8100))
      break
    }
    while delays.rests.isEmpty { await Task.yield() }
    await uploader.check()
    await uploader.check()
    #expect(delays.rests == [.seconds(7200)] && destination.offered.count == 1)
    await uploader.stop()
    #expect(delays.rests == [.seconds(7200)] && destination.offered.count == 1)
  }

  @Test func withoutAWishOfTheServerALookIsAskedForAtOnce() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let later = ListeningUploadAnswer.later(.scripted(.unreachable), after: .zero)
    let destination = ScriptedDestination(Array(repeating: later, count: 6))
    let uploader = try uploader(recordings, destination)
    var taken = 0
    for await event in try await uploader.start() {
      if case .postponed = event { await uploader.check() }
      if case .finished(let summary) = event {
        taken = summary.taken
        break
      }
    }
    await uploader.stop()
    #expect(taken == 2)
  }

  @Test(arguments: [ListeningUploadErrorCode.certificate, .notAllowed, .refused])
  func aNetworkThatAnswersInTheServersPlaceIsNotTheEnd(code: ListeningUploadErrorCode) async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let destination = ScriptedDestination([.closed(.scripted(code))])
    let uploader = try uploader(recordings, destination, rests: false)
    var heard: [ListeningUploadEvent] = []
    for await event in try await uploader.start() {
      heard.append(event)
      if case .finished(let summary) = event, summary.taken == 2 { break }
    }
    await uploader.stop()
    #expect(heard.contains(.postponed(.scripted(code), after: .seconds(135))))
  }

  @Test(arguments: [ListeningUploadErrorCode.address, .pin, .answer])
  func aClosedDestinationIsTheEnd(code: ListeningUploadErrorCode) async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let destination = ScriptedDestination([.closed(.scripted(code))])
    let uploader = try uploader(recordings, destination, rests: false)
    var heard: [ListeningUploadEvent] = []
    for await event in try await uploader.start() { heard.append(event) }
    #expect(heard.last == .failed(.scripted(code)) && destination.offered.count == 1)
    // It may be started again.
    var events = try await uploader.start().makeAsyncIterator()
    #expect(await events.next() == .began(files: 2))
    await uploader.stop()
  }

  @Test func oneRunsAtATime() async throws {
    let recordings = try Recordings(folder.path + "/kept")
    let uploader = try uploader(recordings, ScriptedDestination())
    try await uploader.start()
    for work in [{ try await uploader.start() } as () async throws -> Any, { try await uploader.upload() }] {
      let error = await #expect(throws: ListeningUploadError.self) { _ = try await work() }
      #expect(error?.code == .busy)
    }
    await uploader.stop()
    await uploader.stop()
    _ = try await uploader.upload()
  }

  @Test func pausedNothingIsSentUntilItIsResumed() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let destination = ScriptedDestination()
    let uploader = try uploader(recordings, destination)
    await uploader.pause()
    #expect(await uploader.state == .paused)
    var events = try await uploader.start().makeAsyncIterator()
    #expect(await events.next() == .began(files: 2))
    #expect(await events.next() == .paused)
    #expect(destination.offered.isEmpty)
    await uploader.resume()
    #expect(await events.next() == .resumed)
    while let event = await events.next() { if case .finished = event { break } }
    #expect(destination.offered.count == 2)
    await uploader.stop()
  }

  @Test func pausedItIsStopped() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let destination = ScriptedDestination()
    let uploader = try uploader(recordings, destination)
    await uploader.pause()
    var events = try await uploader.start().makeAsyncIterator()
    while let event = await events.next() { if event == .paused { break } }
    await uploader.stop()
    #expect(await events.next() == .stopped && destination.offered.isEmpty)
  }

  @Test func aTaskThatIsCancelledWhileItIsPausedEnds() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let uploader = try uploader(recordings, ScriptedDestination())
    await uploader.pause()
    let (told, tell) = AsyncStream<ListeningUploadEvent>.makeStream()
    let work = Task { try await uploader.upload { tell.yield($0) } }
    for await event in told { if event == .paused { break } }
    work.cancel()
    let error = await #expect(throws: ListeningUploadError.self) { try await work.value }
    #expect(error?.code == .cancelled)
  }

  @Test func aFileOnItsWayIsLeftWhereItIsStopped() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let hold = Hold()
    defer { hold.release() }
    let destination = ScriptedDestination { _ in await hold.wait() }
    let uploader = try uploader(recordings, destination)
    var events = try await uploader.start().makeAsyncIterator()
    while let event = await events.next() { if case .sending = event { break } }
    await uploader.stop()
    #expect(await events.next() == .stopped)
    #expect(try recordings.marks.isEmpty)
  }
}

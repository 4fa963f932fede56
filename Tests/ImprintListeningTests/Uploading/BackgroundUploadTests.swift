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
    #expect(heard.contains(.postponed(.scripted(.unreachable), after: .seconds(60))))
    #expect(destination.offered.count == 8)
  }

  @Test func aClosedDestinationIsTheEnd() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1-a")
    let destination = ScriptedDestination([.closed(.scripted(.answer))])
    let uploader = try uploader(recordings, destination, rests: false)
    var heard: [ListeningUploadEvent] = []
    for await event in try await uploader.start() { heard.append(event) }
    #expect(heard.last == .failed(.scripted(.answer)) && destination.offered.count == 1)
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

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ImprintListening

/// What is sent, what is remembered, and what becomes of what is not taken. Nothing waits.
@Suite struct ListeningUploaderTests {
  private let folder: TemporaryFolder
  private let delays = Delays()

  init() throws { folder = try TemporaryFolder() }

  private func recordings(_ names: String...) throws -> Recordings {
    let made = try Recordings(folder.path + "/kept")
    for name in names { _ = try Recordings(made.folder, name) }
    return made
  }

  private func uploader(
    _ recordings: Recordings, _ destination: any ListeningDestination,
    _ options: ListeningUploadOptions = ListeningUploadOptions(), isLate: Bool = false
  ) throws -> ListeningUploader {
    try ListeningUploader(
      from: recordings.archive, to: destination, options: options, pace: delays.pace(isLate: isLate))
  }

  private func names(_ files: [String]) -> [String] { files.map(short) }

  private func code(_ work: () async throws -> Void) async -> ListeningUploadErrorCode? {
    do { try await work() } catch { return (error as? ListeningUploadError)?.code }
    return nil
  }

  private var removing: ListeningUploadOptions {
    var options = ListeningUploadOptions()
    options.removesTaken = true
    return options
  }

  // MARK: What is sent

  @Test func allIsSentInTheOrderOfTimeAndSoundBeforeItsMetadata() async throws {
    let recordings = try recordings("2-b", "1-a")
    let destination = ScriptedDestination()
    let told = Mutex<[ListeningUploadEvent]>([])
    let summary = try await uploader(recordings, destination).upload { event in
      told.withLock { $0.append(event) }
    }
    #expect(names(destination.offered) == ["1-a.wav", "1-a.json", "2-b.wav", "2-b.json"])
    #expect(destination.files.first?.kind == .sound && destination.files.last?.kind == .metadata)
    #expect(destination.files.first.map { String(decoding: $0.bytes, as: UTF8.self) } == "RIFF 1-a")
    #expect(summary.taken == 4 && summary.bytes == destination.files.reduce(0) { $0 + $1.bytes.count })
    let events = told.withLock { $0 }
    #expect(events.first == .began(files: 4) && events.last == .finished(summary) && events.count == 10)
    #expect(try Recordings.names(recordings.folder).count == 4)
  }

  @Test func filesOfOthersStay() async throws {
    let recordings = try recordings("1-a")
    try Data("mine".utf8).write(to: URL(filePath: recordings.folder + "/mine.wav"))
    try recordings.add("notes.txt", "no recording")
    let destination = ScriptedDestination()
    _ = try await uploader(recordings, destination).upload()
    #expect(names(destination.offered) == ["1-a.wav", "1-a.json"])
  }

  @Test func aLinkIsRefusedAndTheOthersGo() async throws {
    let recordings = try recordings("2-b")
    try folder.write("secret", to: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: recordings.folder + "/\(utterance("1-a.wav"))", withDestinationPath: folder.path + "/secret")
    let destination = ScriptedDestination()
    let summary = try await uploader(recordings, destination).upload()
    #expect(names(destination.offered) == ["2-b.wav", "2-b.json"] && summary.refused == 1)
  }

  @Test func aFileThatIsTooLargeIsRefusedUnsent() async throws {
    let recordings = try recordings("1-a")
    try recordings.add("0-f.wav", String(repeating: "x", count: 2000))
    var options = ListeningUploadOptions()
    options.largest = 1024
    let destination = ScriptedDestination()
    let summary = try await uploader(recordings, destination, options).upload()
    #expect(names(destination.offered) == ["1-a.wav", "1-a.json"] && summary.refused == 1)
  }

  @Test func aFolderThatIsNotThereHasNothingToSend() async throws {
    let recordings = try recordings()
    try FileManager.default.removeItem(atPath: recordings.folder)
    let summary = try await uploader(recordings, ScriptedDestination()).upload()
    #expect(summary == ListeningUploadSummary())
    #expect(!FileManager.default.fileExists(atPath: recordings.folder))
  }

  @Test func aFolderThatOthersMayEnterIsRefused() async throws {
    let recordings = try recordings("1-a")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: recordings.folder)
    let destination = ScriptedDestination()
    #expect(await code { _ = try await uploader(recordings, destination).upload() } == .folder)
    #expect(destination.offered.isEmpty)
  }

  @Test func aFileThatThePruningTookMeanwhileIsGone() async throws {
    let recordings = try recordings("1-a", "2-b")
    let path = recordings.folder
    let destination = ScriptedDestination { file in
      guard file.name == utterance("1-a.json") else { return }
      // The one that is on its way too.
      for name in ["1-a.json", "2-b.wav"] {
        try? FileManager.default.removeItem(atPath: "\(path)/\(utterance(name))")
      }
    }
    let summary = try await uploader(recordings, destination).upload()
    #expect(names(destination.offered) == ["1-a.wav", "1-a.json", "2-b.json"])
    #expect(summary.taken == 3 && summary.gone == 1)
  }

  // MARK: What is remembered

  @Test func whatIsThereIsNotSentAgainByThisOrAnotherUploader() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination()
    let uploader = try uploader(recordings, destination)
    _ = try await uploader.upload()
    _ = try await uploader.upload()
    _ = try await self.uploader(recordings, destination).upload()
    #expect(destination.offered.count == 2)
    try recordings.add("2-b.wav", "RIFF new")
    _ = try await self.uploader(recordings, destination).upload()
    #expect(names(destination.offered).suffix(1) == ["2-b.wav"] && destination.offered.count == 3)
  }

  @Test func eachDestinationGetsAll() async throws {
    let recordings = try recordings("1-a")
    let (one, other) = (ScriptedDestination(place: "one"), ScriptedDestination(place: "other"))
    _ = try await uploader(recordings, one).upload()
    _ = try await uploader(recordings, other).upload()
    #expect(one.offered.count == 2 && other.offered.count == 2)
  }

  @Test func aProcessThatDiedBeforeItRememberedOffersTheFileAgain() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination([.taken, .taken, .wasThere(isVerified: true)])
    _ = try await uploader(recordings, destination).upload()
    try FileManager.default.removeItem(atPath: try #require(recordings.marks.last))
    let summary = try await uploader(recordings, destination).upload()
    #expect(destination.offered.count == 3 && summary.wasThere == 1 && summary.taken == 0)
    #expect(try recordings.marks.count == 2)
  }

  @Test func marksOfFilesThatHaveGoneGo() async throws {
    let recordings = try recordings("1-a", "2-b")
    let destination = ScriptedDestination()
    _ = try await uploader(recordings, destination).upload()
    try FileManager.default.removeItem(atPath: recordings.folder + "/\(utterance("1-a.wav"))")
    _ = try await uploader(recordings, destination).upload()
    #expect(try recordings.marks.count == 3 && destination.offered.count == 4)
  }

  @Test func whatIsRememberedIsForTheOwnerAlone() async throws {
    let recordings = try recordings("1-a")
    _ = try await uploader(recordings, ScriptedDestination()).upload()
    let mark = try #require(recordings.marks.first)
    let place = (mark as NSString).deletingLastPathComponent
    for (path, mode) in [(recordings.folder + "/.uploads", 0o700), (place, 0o700), (mark, 0o600)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
    #expect(try FileManager.default.attributesOfItem(atPath: mark)[.size] as? Int == 0)
  }

  @Test func theArchiveKeepsOnBesideWhatIsRemembered() async throws {
    let recordings = try recordings("1-a")
    _ = try await uploader(recordings, ScriptedDestination()).upload()
    _ = try await recordings.archive.keep(sound: Sound.voice(800), rate: 8000, metadata: nil)
    #expect(try Recordings.names(recordings.folder).count == 3 && recordings.marks.count == 2)
  }

  // MARK: Removing

  @Test func onlyWhatIsTakenIsRemovedAndOnlyWhereThatIsAskedFor() async throws {
    let recordings = try recordings("1-a", "2-b")
    let destination = ScriptedDestination([
      .taken, .refused(.scripted(.refused)), .wasThere(isVerified: true),
    ])
    let summary = try await uploader(recordings, destination, removing).upload()
    #expect(summary.removed == 3 && summary.refused == 1)
    #expect(try Recordings.names(recordings.folder) == ["1-a.json"])
  }

  @Test func aProcessThatDiedBeforeItRemovedAFileAsksTheDestinationAgain() async throws {
    let recordings = try recordings("1-a")
    let there = ListeningUploadAnswer.wasThere(isVerified: true)
    let destination = ScriptedDestination([.taken, .taken, there, there])
    _ = try await uploader(recordings, destination).upload()
    let summary = try await uploader(recordings, destination, removing).upload()
    #expect(destination.offered.count == 4 && summary.removed == 2 && summary.wasThere == 2)
    #expect(try Recordings.names(recordings.folder).isEmpty)
  }

  @Test func aDestinationThatWasEmptiedSinceGetsAFileAgainBeforeItIsRemoved() async throws {
    let recordings = try recordings("1-a")
    let directory = try folder.makeFolder("there")
    _ = try await uploader(recordings, DirectoryListeningDestination(path: directory)).upload()
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }
    let summary = try await uploader(
      recordings, DirectoryListeningDestination(path: directory), removing
    ).upload()
    #expect(summary.taken == 2 && summary.removed == 2)
    #expect(try Recordings.names(directory) == ["1-a.json", "1-a.wav"])
    #expect(try Recordings.names(recordings.folder).isEmpty)
  }

  @Test func whatIsMarkedStaysWhereTheDestinationCannotBeAsked() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination([.taken, .taken, .closed(.scripted(.notAllowed))])
    _ = try await uploader(recordings, destination).upload()
    #expect(await code { _ = try await uploader(recordings, destination, removing).upload() } == .notAllowed)
    #expect(try Recordings.names(recordings.folder) == ["1-a.json", "1-a.wav"])
  }

  @Test func whatIsThereByItsNameAloneIsNeverRemovedNorSentAgain() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination([.wasThere(isVerified: false)])
    let summary = try await uploader(recordings, destination, removing).upload()
    #expect(summary.wasThere == 1 && summary.removed == 1)
    #expect(try Recordings.names(recordings.folder) == ["1-a.wav"])
    #expect(try await uploader(recordings, destination, removing).upload() == ListeningUploadSummary())
    #expect(try destination.offered.count == 2 && Recordings.names(recordings.folder) == ["1-a.wav"])
  }

  @Test func whatWasTakenAndIsThereByItsNameAloneIsNotRemoved() async throws {
    let recordings = try recordings("1-a")
    let byName = ListeningUploadAnswer.wasThere(isVerified: false)
    let destination = ScriptedDestination([.taken, .taken, byName, byName])
    _ = try await uploader(recordings, destination).upload()
    for offers in [4, 4] {
      #expect(try await uploader(recordings, destination, removing).upload().removed == 0)
      #expect(destination.offered.count == offers)
    }
    #expect(try Recordings.names(recordings.folder).count == 2)
  }

  // MARK: What is not taken

  @Test func whatIsNotTakenNowIsSentAgainAfterLongerAndLongerDelays() async throws {
    let recordings = try recordings("1-a")
    let later = ListeningUploadAnswer.later(.scripted(.server), after: .zero)
    let destination = ScriptedDestination([later, later, .taken, .taken])
    let summary = try await uploader(recordings, destination).upload()
    #expect(names(destination.offered) == ["1-a.wav", "1-a.wav", "1-a.wav", "1-a.json"])
    #expect(delays.all == [.milliseconds(250), .milliseconds(500)] && summary.taken == 2)
  }

  @Test func whatTheServerWantsToWaitIsAddedAndTooLongEndsIt() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination([
      .later(.scripted(.server), after: .seconds(7)), .taken, .later(.scripted(.server), after: .seconds(31)),
    ])
    #expect(await code { _ = try await uploader(recordings, destination).upload() } == .server)
    #expect(delays.all == [.milliseconds(7250)] && destination.offered.count == 3)
  }

  private var later: ListeningUploadAnswer { .later(.scripted(.unreachable), after: .zero) }

  @Test func twoFilesThatFailInSuccessionEndItAndTheNextBeginsWithOthers() async throws {
    let recordings = try recordings("1-a", "2-b")
    let destination = ScriptedDestination([.taken, later, later, later, later, later, later])
    let uploader = try uploader(recordings, destination)
    #expect(await code { _ = try await uploader.upload() } == .unreachable)
    #expect(destination.offered.count == 7)
    let summary = try await uploader.upload()
    #expect(summary.taken == 3)
    #expect(names(destination.offered).suffix(3) == ["2-b.json", "1-a.json", "2-b.wav"])
  }

  /// Fails for one file, whatever is asked, and has the others.
  private struct Picky: ListeningDestination {
    let bad: String
    let rest = ScriptedDestination()
    var place: String { rest.place }
    var identity: String { rest.identity }

    func take(_ file: ListeningUploadFile) async -> ListeningUploadAnswer {
      let answer = await rest.take(file)
      return file.name == utterance(bad) ? .later(.scripted(.answer), after: .zero) : answer
    }
  }

  @Test func oneFileThatAlwaysFailsKeepsNoOtherFromItsWay() async throws {
    let recordings = try recordings("1-a", "2-b", "3-c")
    let destination = Picky(bad: "1-a.wav")
    let uploader = try uploader(recordings, destination)
    #expect(await code { _ = try await uploader.upload() } == .answer)
    #expect(try recordings.marks.count == 5)
    // Three tries first, three at the end.
    #expect(destination.rest.offered.count == 11)
    // What is new goes before it, although it is later.
    try recordings.add("4-d.wav", "RIFF new")
    #expect(await code { _ = try await uploader.upload() } == .answer)
    #expect(names(destination.rest.offered).dropFirst(11) == ["4-d.wav", "1-a.wav", "1-a.wav", "1-a.wav"])
  }

  @Test func aFileThatIsTakenAtTheEndOfTheLookIsNoFailure() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination([later, later, later])
    #expect(try await uploader(recordings, destination).upload().taken == 2)
    #expect(names(destination.offered).suffix(2) == ["1-a.json", "1-a.wav"])
  }

  @Test func aRefusedFileLetsTheOthersGoAndIsNotSentAgain() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination([.refused(.scripted(.refused))])
    let uploader = try uploader(recordings, destination)
    let summary = try await uploader.upload()
    #expect(summary.refused == 1 && summary.taken == 1)
    #expect(try await uploader.upload() == ListeningUploadSummary())
    #expect(destination.offered.count == 2)
  }

  @Test func aClosedDestinationEndsItAtOnce() async throws {
    let recordings = try recordings("1-a")
    let destination = ScriptedDestination([.closed(.scripted(.notAllowed))])
    #expect(await code { _ = try await uploader(recordings, destination).upload() } == .notAllowed)
    #expect(destination.offered.count == 1 && delays.all.isEmpty)
  }

  @Test func aDestinationThatNeverAnswersIsLeft() async throws {
    let recordings = try recordings("1-a")
    let hold = Hold()
    defer { hold.release() }
    let destination = ScriptedDestination { _ in await hold.wait() }
    delays.isLate = true
    let uploader = try uploader(recordings, destination, isLate: true)
    #expect(await code { _ = try await uploader.upload() } == .timeout)
    #expect(try delays.all.isEmpty && recordings.marks.isEmpty)
  }

  @Test func besideAFileThatHangsNothingIsOfferedUntilItHasEnded() async throws {
    let recordings = try recordings("1-a")
    let (hold, isOver) = (Hold(), Hold())
    defer { hold.release() }
    let destination = ScriptedDestination { [delays] file in
      guard file.name == utterance("1-a.wav"), delays.isLate else { return }
      await hold.wait()
      isOver.release()
    }
    delays.isLate = true
    let uploader = try uploader(recordings, destination, isLate: true)
    for _ in 1...3 { #expect(await code { _ = try await uploader.upload() } == .timeout) }
    #expect(destination.offered.count == 1)
    // The lock is still that write's.
    let other = try self.uploader(recordings, ScriptedDestination())
    #expect(await code { _ = try await other.upload() } == .busy)
    delays.isLate = false
    hold.release()
    await isOver.wait()
    #expect(try await uploader.upload().taken == 2)
    // What hung goes last.
    #expect(names(destination.offered) == ["1-a.wav", "1-a.json", "1-a.wav"])
  }

  @Test func anotherUploaderToTheSameDestinationIsBusy() async throws {
    let recordings = try recordings("1-a")
    let inner = try uploader(recordings, ScriptedDestination())
    let found = Mutex<ListeningUploadErrorCode?>(nil)
    let destination = ScriptedDestination { _ in
      do { _ = try await inner.upload() } catch {
        found.withLock { $0 = (error as? ListeningUploadError)?.code }
      }
    }
    _ = try await uploader(recordings, destination).upload()
    #expect(found.withLock { $0 } == .busy)
  }

  @Test func optionsOutOfTheirRangesAreRefused() async throws {
    let recordings = try recordings()
    var all = [ListeningUploadOptions(), ListeningUploadOptions(), ListeningUploadOptions()]
    all[0].largest = 1023
    all[1].patience = .milliseconds(999)
    all[2].interval = .seconds(86_401)
    for options in all {
      let error = #expect(throws: ListeningUploadError.self) {
        try uploader(recordings, ScriptedDestination(), options)
      }
      #expect(error?.code == .badOption)
    }
  }

  @Test func aFileShowsNothingOfItsContent() throws {
    let file = try #require(
      ListeningUploadFile(folder: "/kept", name: utterance("1.wav"), bytes: Array("secret words".utf8)))
    for text in ["\(file)", String(reflecting: file), "\(ListeningUploadAnswer.taken)"] {
      #expect(!text.contains("115") && !text.contains("secret"))
    }
    var dumped = ""
    dump(file, to: &dumped)
    #expect(!dumped.contains("115"))
  }
}

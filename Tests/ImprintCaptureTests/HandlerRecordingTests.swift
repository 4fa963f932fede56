// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a handler records of its captures.
@Suite(.timeLimit(.minutes(3)))
struct HandlerRecordingTests {
  private typealias Options = FaceCaptureRecordingOptions

  private let handler: FixtureHandler
  private let folder: String

  init() throws {
    handler = try .judging("NO_DECISION")
    folder = try handler.fixture.folder.makeFolder("recordings")
  }

  private func options(_ recording: FaceCaptureRecordingOptions) -> FaceCaptureHandlerOptions {
    FaceCaptureHandlerOptions(livenessMode: .active, recording: recording)
  }

  /// All that one capture says after its first frame was followed.
  private func events(
    _ recording: FaceCaptureRecordingOptions
  ) async throws -> (recorded: [FaceCaptureRecording], last: [String]) {
    let made = try handler.make(options(recording))
    var (recorded, last): ([FaceCaptureRecording], [String]) = ([], [])
    for await event in try await made.start() {
      switch event {
      case .recorded(let recording):
        recorded.append(recording)
        last.append("recorded")
      case .finished: last.append("finished")
      case .capture, .preview, .interrupted, .ready: #expect(last.isEmpty)
      }
    }
    await made.destroy()
    return (recorded, last)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func eachCaptureHasASessionOfItsOwnThatReplays() async throws {
    let made = try handler.make(options(Options(session: .folder(folder))))
    for _ in 0..<2 { _ = try await made.capture() }
    let names = try names()
    #expect(names.count == 2)
    for name in names {
      #expect(name.wholeMatch(of: /session-\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{8}\.imps/) != nil, "\(name)")
      let path = "\(folder)/\(name)"
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try await FixtureCapture.judging("NO_DECISION").replay(path).conclusion == .same)
    }
  }

  @Test func whatWasRecordedIsSaidBeforeTheConclusion() async throws {
    let key = MetadataPrivateKey.generate()
    let (recorded, last) = try await events(
      Options(
        session: .file("\(folder)/a.imps"), metadata: .handedOver(key: key.publicKey.pem), subject: "ada"))
    #expect(last == ["recorded", "recorded", "finished"])
    let (metadata, session) = (try #require(recorded.first), try #require(recorded.last))
    #expect(session.kind == .session && session.path == "\(folder)/a.imps" && session.error == nil)
    #expect(session.frames == 3 && session.bytes > 0)
    #expect(try SessionContents("\(folder)/a.imps").header.subject == "ada")
    #expect(metadata.kind == .metadata && metadata.path == nil && metadata.error == nil)
    let opened = try OpenedMetadata(opening: try #require(metadata.message), with: key)
    #expect(opened.digest.verdict?.liveness == .noDecision)
  }

  @Test func metadataIsSealedIntoAFileWithoutTheFeatureForRecordings() async throws {
    handler.entitlements = NoLicense()
    let key = MetadataPrivateKey.generate()
    let (recorded, _) = try await events(
      Options(metadata: .sealed(.folder(folder), key: key.publicKey.pem)))
    let path = try #require(recorded.first?.path)
    #expect(try names() == [String(path.dropFirst(folder.count + 1))])
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    #expect(recorded.first?.bytes == bytes.count)
    #expect(try OpenedMetadata(opening: bytes, with: key).digest.counts.omittedFrames == 3)
  }

  @Test(arguments: [0, 1, 2])
  func withoutTheFeatureNothingIsOpenedAndNoAttemptCounts(case number: Int) async throws {
    handler.entitlements = NoLicense()
    let recording: Options = [
      Options(session: .folder(folder)), Options(lastSeconds: .init(to: .folder(folder))),
      Options(metadata: .written(.folder(folder))),
    ][number]
    let made = try handler.make(options(recording))
    let error = try await handlerError { _ = try await made.start() }
    #expect(error.code == .license && error.reason.contains("MSC_DUMP"), "\(error)")
    #expect(handler.opened == 0)
    #expect(try await made.captureAttemptsLeft() == 5)
    #expect(try names().isEmpty)
  }

  @Test func whereNothingCanBeWrittenNothingIsStarted() async throws {
    try Data().write(to: URL(filePath: "\(folder)/there.imps"))
    // It leads nowhere, and nothing can be made in its place.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link.imps", withDestinationPath: "nowhere")
    let wrong: [(Options, String)] = [
      (Options(session: .folder("\(folder)/none")), "no such folder"),
      (Options(session: .folder("\(folder)/there.imps")), "no folder"),
      (Options(session: .file("\(folder)/there.imps")), "exists"),
      (Options(session: .file("\(folder)/")), "names a folder"),
      (Options(metadata: .written(.file("\(folder)/link.imps"))), "exists"),
      (
        Options(
          session: .file("\(folder)/one.imps"),
          metadata: .written(.file("\(folder)/../recordings/one.imps"))),
        "two recordings"
      ),
      (
        Options(session: .file("\(folder)/one.imps"), lastSeconds: .init(to: .file("\(folder)/one.imps"))),
        "two recordings"
      ),
      (Options(lastSeconds: .init(to: .folder(folder), duration: .zero)), "1 s"),
      (Options(metadata: .handedOver(key: "no key")), "public key"),
      (Options(metadata: .handedOver(key: MetadataPrivateKey.generate().pem)), "public key"),
    ]
    for (recording, reason) in wrong {
      let made = try handler.make(options(recording))
      let error = try await handlerError { _ = try await made.start() }
      #expect(error.code == .badOptions && error.reason.contains(reason), "\(error)")
      #expect(handler.opened == 0)
    }
    #expect(try names() == ["link.imps", "there.imps"])
  }

  @Test func aTurnedDeviceIsRecordedAndReplaysToTheSameVerdict() async throws {
    let path = "\(folder)/a.imps"
    var asked = options(Options(session: .file(path)))
    asked.orientation = .landscapeRight
    let made = try handler.make(asked)
    _ = try await made.capture()
    #expect(try SessionDigest(file: path).turns.map(\.orientation) == [.landscapeRight])
    for source in SessionReplay.Source.allCases {
      let report = try await FixtureCapture.judging("NO_DECISION").replay(path, from: source)
      #expect(report.conclusion == .same && report.recordedVerdict?.liveness == .noDecision, "\(source)")
      #expect(report.orientations == [.landscapeRight])
    }
  }

  @Test func anotherCameraIsInTheSameFilesWithAnotherChallenge() async throws {
    let (path, last) = ("\(folder)/a.imps", "\(folder)/last.imps")
    let key = MetadataPrivateKey.generate()
    let endless = try FixtureHandler.endless()
    let made = try endless.make(
      options(
        Options(
          session: .file(path),
          lastSeconds: .init(to: .file(last), duration: .seconds(600), isWrittenAtEnd: true),
          metadata: .handedOver(key: key.publicKey.pem))))
    var (challenges, recorded): (Int, [FaceCaptureRecording]) = (0, [])
    for await event in try await made.start() {
      if case .recorded(let recording) = event { recorded.append(recording) }
      guard case .capture(.challenge) = event else { continue }
      challenges += 1
      if challenges == 1 {
        Task { try await made.switchCamera(to: CameraOptions(locator: "fixture:0")) }
      } else {
        Task { try await made.stop() }
      }
    }
    await made.destroy()
    #expect(challenges == 2 && recorded.count == 3 && recorded.allSatisfy { $0.error == nil }, "\(recorded)")
    for file in [path, last] {
      let digest = try SessionDigest(file: file)
      #expect(digest.switches.count == 1 && digest.verdict?.outcome == .stopped)
      #expect(digest.switches.first?.seed != nil && digest.switches.first?.seed != digest.header.seed)
      #expect(try await FixtureCapture.endless().replay(file).conclusion == .same)
    }
    let message = try #require(recorded.compactMap(\.message).first)
    let opened = try OpenedMetadata(opening: message, with: key)
    #expect(opened.digest.switches.count == 1 && opened.images.count == 1)
  }

  @Test func aFileThatAppearsMeanwhileClosesTheCamera() async throws {
    let path = "\(folder)/a.imps"
    handler.onOpening = { try Data().write(to: URL(filePath: path)) }
    let made = try handler.make(options(Options(session: .file(path))))
    let error = try await handlerError { _ = try await made.start() }
    #expect(error.code == .badOptions && error.place == path, "\(error)")
    #expect(handler.fixture.cameraIsClosed)
    #expect(try await made.captureAttemptsLeft() == 5)
  }

  @Test func aRecordingThatFailsLeavesTheVerdict() async throws {
    // Metadata cannot be written any more once its folder is gone.
    let gone = try handler.fixture.folder.makeFolder("gone")
    handler.onOpening = { try FileManager.default.removeItem(atPath: gone) }
    let (recorded, last) = try await events(Options(metadata: .written(.folder(gone))))
    #expect(last == ["recorded", "finished"])
    #expect((recorded.first?.error as? SessionError)?.code == .file, "\(recorded)")
  }

  @Test func lastSecondsAreWrittenWhenTheyAreAskedFor() async throws {
    let endless = try FixtureHandler.endless()
    let made = try endless.make(options(Options(lastSeconds: .init(to: .folder(folder)))))
    let events = try await made.start()
    var dump: FaceCaptureRecording?
    for await event in events {
      if case .capture(.challenge) = event { dump = try await made.dumpLastSeconds() }
      if dump != nil { break }
    }
    _ = try await made.stop()
    #expect(
      dump?.kind == .lastSeconds && dump?.error == nil && dump?.frames == 1, "\(String(describing: dump))")
    // Of its own accord it writes none at the end.
    #expect(try names().count == 1)
    let error = try await handlerError { try await made.dumpLastSeconds() }
    #expect(error.code == .invalidOperation)
  }

  @Test func lastSecondsMayBeWrittenAtTheEndAndRedacted() async throws {
    let (recorded, _) = try await events(
      Options(lastSeconds: .init(to: .folder(folder), isWrittenAtEnd: true), isRedacted: true))
    let path = try #require(recorded.first?.path)
    #expect(try SessionContents(path).header.isRedacted)
  }

  @Test func lastSecondsThatAreAskedForAtOnceAreWrittenToTheirFileInTurn() async throws {
    let path = "\(folder)/last.imps"
    let endless = try FixtureHandler.endless()
    let made = try endless.make(
      options(Options(lastSeconds: .init(to: .file(path), isWrittenAtEnd: true))))
    let events = try await made.start()
    for await event in events { if case .capture(.challenge) = event { break } }
    let dumps = try await withThrowingTaskGroup(of: FaceCaptureRecording.self) { group in
      for _ in 0..<8 { group.addTask { try await made.dumpLastSeconds() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(dumps.count == 8 && dumps.allSatisfy { $0.error == nil && $0.path == path }, "\(dumps)")
    async let dump = try? made.dumpLastSeconds()
    _ = try await made.stop()
    let late = await dump
    #expect(late?.error == nil)
    // The last one has the end, too.
    #expect(try SessionContents(path).verdict?.outcome == .stopped)
  }

  @Test func whereThereIsNoCaptureToDumpTheErrorSaysWhy() async throws {
    let endless = try FixtureHandler.endless()
    let made = try endless.make(options(Options(lastSeconds: .init(to: .folder(folder)))))
    let events = try await made.start()
    for await event in events { if case .capture(.challenge) = event { break } }
    await made.interrupt(.screenLocked)
    #expect(try await handlerError { try await made.dumpLastSeconds() }.code == .interrupted)
    await made.destroy()
    #expect(try await handlerError { try await made.dumpLastSeconds() }.code == .destroyed)
    #expect(try names().isEmpty)
  }

  @Test func aCaptureThatKeepsNoneCannotDumpThem() async throws {
    let endless = try FixtureHandler.endless()
    let made = try endless.make()
    let events = try await made.start()
    let error = try await handlerError { try await made.dumpLastSeconds() }
    #expect(error.code == .invalidOperation && error.remedy.contains("lastSeconds"))
    await made.cancel()
    for await _ in events {}
  }

  @Test func aCancelledCaptureIsRecordedToItsEnd() async throws {
    let endless = try FixtureHandler.endless()
    let path = "\(folder)/a.imps"
    let made = try endless.make(options(Options(session: .file(path))))
    var recorded: [FaceCaptureRecording] = []
    for await event in try await made.start() {
      if case .capture(.challenge) = event { Task { await made.cancel() } }
      if case .recorded(let recording) = event { recorded.append(recording) }
    }
    #expect(recorded.map(\.path) == [path] && recorded.first?.error == nil)
    #expect(try !SessionContents(path).isCut)
  }
}

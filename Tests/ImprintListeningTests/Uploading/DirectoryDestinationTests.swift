// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintListening

/// Recordings that are copied to a directory.
@Suite struct DirectoryDestinationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/a/there"
  }

  private func file(_ name: String = "1.wav", _ content: String = "RIFF") throws -> ListeningUploadFile {
    try #require(
      ListeningUploadFile(
        folder: folder.path + "/kept", name: utterance(name), bytes: Array(content.utf8)))
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func code(_ answer: ListeningUploadAnswer) -> ListeningUploadErrorCode? {
    switch answer {
    case .taken, .wasThere: nil
    case .later(let error, _), .refused(let error), .closed(let error): error.code
    }
  }

  @Test func aFileIsThereWholeForItsOwnerAloneAndNothingElseIs() async throws {
    let destination = try DirectoryListeningDestination(path: path)
    #expect(await destination.take(try file()) == .taken)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [utterance("1.wav")])
    #expect(try String(contentsOfFile: path + "/\(utterance("1.wav"))", encoding: .utf8) == "RIFF")
    #expect(try mode(path) == 0o700 && mode(path + "/\(utterance("1.wav"))") == 0o600)
  }

  @Test func aDirectoryThatIsThereKeepsItsRights() async throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    #expect(try await DirectoryListeningDestination(path: path).take(file()) == .taken)
    #expect(try mode(path) == 0o755 && mode(path + "/\(utterance("1.wav"))") == 0o600)
  }

  @Test func theSameContentIsThereAlready() async throws {
    let destination = try DirectoryListeningDestination(path: path)
    _ = await destination.take(try file())
    #expect(await destination.take(try file()) == .wasThere(isVerified: true))
    #expect(try await DirectoryListeningDestination(path: path).take(file()) == .wasThere(isVerified: true))
  }

  @Test func nothingElseIsEverReplaced() async throws {
    let destination = try DirectoryListeningDestination(path: path)
    try folder.write("else", to: "a/there/\(utterance("1.wav"))")
    try folder.write("longer than that", to: "a/there/\(utterance("2.wav"))")
    try folder.makeFolder("a/there/\(utterance("3.wav"))")
    try folder.write("RIFF", to: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/\(utterance("4.wav"))", withDestinationPath: folder.path + "/elsewhere")
    for name in ["1.wav", "2.wav", "3.wav", "4.wav"] {
      let answer = await destination.take(try file(name))
      #expect(code(answer) == .occupied, "\(name)")
      guard case .refused = answer else {
        Issue.record("\(answer)")
        continue
      }
    }
    #expect(try String(contentsOfFile: path + "/\(utterance("1.wav"))", encoding: .utf8) == "else")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 4)
  }

  @Test func whatAWriterThatDiedHasLeftGoes() async throws {
    try folder.write("half", to: "a/there/.imprint-upload-00aa")
    #expect(try await DirectoryListeningDestination(path: path).take(file()) == .taken)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [utterance("1.wav")])
  }

  @Test func theFolderThatTheRecordingsAreInIsNoDestinationByWhateverName() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: recordings.folder)
    for path in [recordings.folder, folder.path + "/link"] {
      var options = ListeningUploadOptions()
      options.removesTaken = true
      let uploader = try ListeningUploader(
        from: recordings.archive, to: DirectoryListeningDestination(path: path), options: options)
      let error = await #expect(throws: ListeningUploadError.self) { try await uploader.upload() }
      #expect(error?.code == .address)
    }
    #expect(try Recordings.names(recordings.folder).count == 2)
  }

  @Test func aDirectoryThatCannotBeMadeIsForLater() async throws {
    try folder.write("no directory", to: "a")
    let answer = try await DirectoryListeningDestination(path: path).take(file())
    #expect(code(answer) == .folder)
    guard case .later = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func aPathThatIsNotAbsoluteIsRefused() throws {
    let error = #expect(throws: ListeningUploadError.self) {
      try DirectoryListeningDestination(path: "there")
    }
    #expect(error?.code == .address)
  }

  @Test func allThatIsKeptIsThereAndTheNextProcessSendsNothing() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1", "2")
    for expected in [4, 0] {
      let uploader = try ListeningUploader(
        from: recordings.archive, to: DirectoryListeningDestination(path: path))
      #expect(try await uploader.upload().taken == expected)
    }
    #expect(try Recordings.names(path) == Recordings.names(recordings.folder))
  }
}

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
    path = try folder.makeFolder("a") + "/there"
  }

  private func created() throws -> DirectoryListeningDestination {
    try DirectoryListeningDestination(path: path, creates: true)
  }

  /// What is there, without the file that it is known by.
  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != FoundDirectory.marker }
        .sorted()
    }
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
    let destination = try created()
    #expect(await destination.take(try file()) == .taken)
    #expect(try names == [utterance("1.wav")])
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
    let destination = try created()
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
    #expect(try names.count == 4)
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

  @Test(arguments: [".uploads/taken", "taken"])
  func whatIsWithinThatFolderIsNoDestination(name: String) async throws {
    let recordings = try Recordings(folder.path + "/kept", "1")
    let within = try folder.makeFolder("kept/\(name)")
    let uploader = try ListeningUploader(
      from: recordings.archive, to: DirectoryListeningDestination(path: within))
    let error = await #expect(throws: ListeningUploadError.self) { try await uploader.upload() }
    #expect(error?.code == .address && error?.place == within)
    #expect(try Recordings.names(within).isEmpty && !fileExists("kept/\(FoundDirectory.marker)"))
  }

  private func fileExists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
  }

  @Test func aFolderThatSomebodyElseKeepsRecordingsInIsNoDestination() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1")
    let other = try Recordings(folder.path + "/other")
    _ = try await other.archive.keep(sound: Sound.voice(800), rate: 8000, metadata: nil)
    let uploader = try ListeningUploader(
      from: recordings.archive, to: DirectoryListeningDestination(path: other.folder))
    let error = await #expect(throws: ListeningUploadError.self) { try await uploader.upload() }
    #expect(error?.code == .folder && error?.place == other.folder)
    #expect(try Recordings.names(other.folder).count == 1)
    // It goes on being one.
    _ = try await other.archive.keep(sound: Sound.voice(800), rate: 8000, metadata: nil)
  }

  @Test func whereRecordingsAreTakenNoneAreKept() async throws {
    let recordings = try Recordings(folder.path + "/kept", "1")
    _ = try await ListeningUploader(from: recordings.archive, to: created()).upload()
    let archive = try ListeningArchive(folder: path)
    let error = await #expect(throws: ListeningError.self) {
      try await archive.keep(sound: Sound.voice(800), rate: 8000, metadata: nil)
    }
    #expect(error?.code == .notKept && error?.reason.contains("uploader") == true)
    // It goes on being a destination.
    try recordings.add("2.wav", "RIFF new")
    let uploader = try ListeningUploader(
      from: recordings.archive, to: DirectoryListeningDestination(path: path))
    #expect(try await uploader.upload().taken == 1)
  }

  @Test(arguments: [false, true]) func aDirectoryThatCannotBeMadeIsForLater(creates: Bool) async throws {
    try folder.write("no directory", to: "b")
    let path = folder.path + "/b/there"
    let answer = try await DirectoryListeningDestination(path: path, creates: creates).take(file())
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
      let uploader = try ListeningUploader(from: recordings.archive, to: created())
      #expect(try await uploader.upload().taken == expected)
    }
    #expect(try Recordings.names(path) == Recordings.names(recordings.folder))
  }
}

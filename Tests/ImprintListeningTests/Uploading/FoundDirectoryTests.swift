// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ImprintListening

/// Which directory it is that recordings are taken to: made or not, another one than before, and how it is
/// written.
@Suite struct FoundDirectoryTests {
  private let folder: TemporaryFolder
  private let path: String
  private let recordings: Recordings

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.makeFolder("mounts") + "/disk"
    recordings = try Recordings(folder.path + "/kept", "1-a")
  }

  private func upload(
    to path: String, creates: Bool = false, removing: Bool = false
  ) async throws -> ListeningUploadSummary {
    var options = ListeningUploadOptions()
    options.removesTaken = removing
    return try await ListeningUploader(
      from: recordings.archive, to: DirectoryListeningDestination(path: path, creates: creates),
      options: options
    ).upload()
  }

  private func failure(to path: String, removing: Bool = false) async -> ListeningUploadError? {
    do { _ = try await upload(to: path, removing: removing) } catch { return error as? ListeningUploadError }
    return nil
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: from, toPath: to)
  }

  private func all(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }

  // MARK: Made or not

  @Test func aDirectoryThatIsNotThereIsNotMade() async throws {
    let error = await failure(to: path, removing: true)
    #expect(error?.code == .folder && error?.place == path)
    #expect(error?.code.isPassing == true)
    #expect(try all(folder.path + "/mounts").isEmpty && Recordings.names(recordings.folder).count == 2)
  }

  @Test func oneIsMadeWhereThatIsAskedForAndItsParentsAreNot() async throws {
    #expect(try await upload(to: path, creates: true).taken == 2)
    await #expect(throws: ListeningUploadError.self) { try await upload(to: path + "/a/b", creates: true) }
    #expect(try !all(path).contains("a"))
  }

  // MARK: Another one than before

  @Test func whereADiskIsNotMountedNothingIsTakenOrRemoved() async throws {
    try folder.makeFolder("mounts/disk")
    #expect(try await upload(to: path).taken == 2)
    // What is below the disk.
    try move(path, folder.path + "/unmounted")
    try folder.makeFolder("mounts/disk")
    try recordings.add("2-b.wav", "RIFF new")
    let error = await failure(to: path, removing: true)
    #expect(error?.code == .folder && error?.reason.contains(FoundDirectory.marker) == true)
    #expect(try all(path).isEmpty && Recordings.names(recordings.folder).count == 3)
    // Mounted again.
    try FileManager.default.removeItem(atPath: path)
    try move(folder.path + "/unmounted", path)
    let summary = try await upload(to: path, removing: true)
    #expect(summary.taken == 1 && summary.wasThere == 2 && summary.removed == 3)
  }

  @Test func aDirectoryIsBegunAnewWhereThatIsAskedFor() async throws {
    try folder.makeFolder("mounts/disk")
    _ = try await upload(to: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await upload(to: path, creates: true).taken == 2)
  }

  @Test func marksOfAnotherDiskCountForNothing() async throws {
    try folder.makeFolder("mounts/disk")
    _ = try await upload(to: path)
    try move(path, folder.path + "/one")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let other = try Recordings(folder.path + "/other")
    _ = try await ListeningUploader(from: other.archive, to: DirectoryListeningDestination(path: path))
      .upload()
    // Somebody else has begun it.
    #expect(try await upload(to: path).taken == 2)
    // And the first one again, which is remembered.
    try move(path, folder.path + "/two")
    try move(folder.path + "/one", path)
    #expect(try await upload(to: path) == ListeningUploadSummary())
  }

  @Test func aDirectoryThatIsSwappedAfterItWasFoundTakesNothing() async throws {
    try folder.makeFolder("mounts/disk")
    let found = try await DirectoryListeningDestination(path: path).found(for: recordings.folder)
    try move(path, folder.path + "/unmounted")
    try folder.makeFolder("mounts/disk")
    let file = try #require(
      ListeningUploadFile(folder: recordings.folder, name: utterance("1-a.wav"), bytes: Array("RIFF".utf8)))
    guard case .later(let error, _) = await found.take(file) else {
      Issue.record("It took it.")
      return
    }
    #expect(try error.code == .folder && all(path).isEmpty)
  }

  // MARK: How it is written

  @Test func itIsTheSameHoweverItIsWritten() async throws {
    let disk = try folder.makeFolder("mounts/disk")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: disk)
    #expect(try await upload(to: path).taken == 2)
    for other in [
      path + "/", "/" + path, path + "//.", "\(folder.path)/./mounts//disk", "\(path)/../disk",
      folder.path + "/link", folder.path + "/link/",
    ] {
      #expect(try await upload(to: other) == ListeningUploadSummary(), "\(other)")
    }
    #expect(try recordings.marks.count == 2)
  }

  @Test func whatSaysNothingInAPathGoesAndLinksAreNotGuessed() throws {
    for (path, expected) in [
      ("/a//b/./c/", "/a/b/c"), ("/", "/"), ("//", "/"), ("/a/../b", "/a/../b"), ("/.hidden", "/.hidden"),
      // One character to Swift, and a slash to the system.
      ("/a/\u{301}b", "/a/\u{301}b"),
    ] {
      let destination = try DirectoryListeningDestination(path: path)
      #expect(destination.path.utf8.elementsEqual(expected.utf8), "\(path)")
      #expect(destination.identity == "directory \(destination.path)")
    }
  }

  @Test func theCopyOfADirectoryIsAnother() async throws {
    try folder.makeFolder("mounts/disk")
    _ = try await upload(to: path)
    try FileManager.default.copyItem(atPath: path, toPath: folder.path + "/copy")
    try FileManager.default.removeItem(atPath: folder.path + "/copy/" + utterance("1-a.wav"))
    let summary = try await upload(to: folder.path + "/copy")
    #expect(summary.taken == 1 && summary.wasThere == 1)
  }

  // MARK: What others have put there

  @Test(arguments: [
    "", "00", String(repeating: "0", count: 32), String(repeating: "g", count: 32) + "\n",
    String(repeating: "0", count: 10_000),
  ])
  func aFileOfItsNameThatNoUploaderWroteIsToldAndStays(content: String) async throws {
    try folder.write(content, to: "mounts/disk/\(FoundDirectory.marker)")
    let error = await failure(to: path)
    #expect(error?.code == .folder && error?.place == "\(path)/\(FoundDirectory.marker)")
    #expect(try all(path) == [FoundDirectory.marker])
  }

  @Test(arguments: [S_IFDIR, S_IFIFO, S_IFLNK]) func whatIsNoFileIsNotFollowed(type: mode_t) async throws {
    let disk = try folder.makeFolder("mounts/disk")
    let marker = "\(disk)/\(FoundDirectory.marker)"
    try folder.write(String(repeating: "0", count: 32) + "\n", to: "elsewhere")
    switch type {
    case S_IFDIR: #expect(mkdir(marker, 0o700) == 0)
    case S_IFIFO: #expect(mkfifo(marker, 0o600) == 0)
    default: #expect(symlink(folder.path + "/elsewhere", marker) == 0)
    }
    #expect(await failure(to: path)?.code == .folder)
    #expect(try all(path) == [FoundDirectory.marker])
  }

  @Test func whatIsBegunMayBeReadByOthers() async throws {
    let disk = try folder.makeFolder("mounts/disk")
    _ = try await upload(to: disk)
    let mode = try FileManager.default.attributesOfItem(atPath: "\(disk)/\(FoundDirectory.marker)")[
      .posixPermissions]
    #expect(mode as? Int == 0o644)
  }

  // MARK: What writers have left

  /// - Parameter age: in seconds.
  private func leave(_ name: String, age: Double) throws -> String {
    let file = try folder.write("half", to: "mounts/disk/\(name)")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file)
    return file
  }

  @Test func whatAWriterThatDiedHasLeftGoesAndWhatOneIsAtStays() async throws {
    let day = 86_400.0
    _ = try leave(".imprint-upload-died", age: day + 60)
    // It may be written on another machine.
    _ = try leave(".imprint-upload-young", age: day - 600)
    // A writer that is slow, or stopped.
    let slow = open(try leave(".imprint-upload-slow", age: 2 * day), O_RDWR | O_CLOEXEC)
    defer { close(slow) }
    #expect(flock(slow, LOCK_EX | LOCK_NB) == 0)
    _ = try leave(".imprint-other", age: 2 * day)
    try folder.makeFolder("mounts/disk/.imprint-upload-folder")
    #expect(symlink("/nowhere", "\(path)/.imprint-upload-link") == 0)
    #expect(try await upload(to: path).taken == 2)
    let hidden = try all(path).filter { $0.hasPrefix(".") }.sorted()
    #expect(
      hidden == [
        FoundDirectory.marker, ".imprint-other", ".imprint-upload-folder", ".imprint-upload-link",
        ".imprint-upload-slow", ".imprint-upload-young",
      ])
  }
}

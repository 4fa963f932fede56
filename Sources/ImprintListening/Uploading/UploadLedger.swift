// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles

/// The files of an archive, and which of them are at a destination. One at a time for each archive and
/// destination, between processes too.
///
///     <archive>/.uploads/<hash of the destination>/.lock
///     <archive>/.uploads/<hash of the destination>/<name>    the file of that name is there; empty, or
///                                                            `unverified`: something of its name is
///
/// A mark is made after the destination has the file, and durable before anything else happens: a process
/// that dies in between sends the file again, to a destination that has it. It goes after the file has gone.
/// It says what was, not what is: before a file is removed, the destination is asked again.
///
/// Files are listed, opened and removed with the archive's own lock, as a listener does it: none of an
/// utterance that is half kept or half removed. They are read without it, so that no recording waits for
/// that.
final class UploadLedger: Sendable {
  private typealias Place = Folder<ListeningUploadError>
  private typealias Lock = FileLock<ListeningUploadError>

  /// A file, once read.
  enum Reading: Sendable {
    case file(ListeningUploadFile, UploadStamp)
    case gone
    case refused(ListeningUploadError)
    /// Not now.
    case failed(ListeningUploadError)
  }

  private let archive: String
  private let marks: String
  private let patience: Duration
  private let lock: FileLock<ListeningUploadError>

  /// Blocks.
  /// - Parameters:
  ///   - archive: the folder, which exists.
  ///   - identity: of the destination.
  ///   - patience: with whoever else has the archive's lock.
  /// - Throws: `busy` where another has it, or the archive's lock; `folder`, `not-allowed`, `no-space`.
  init(archive: String, identity: String, patience: Duration) throws(ListeningUploadError) {
    guard let memory = try UploadMemory(of: archive) else {
      throw ListeningUploadError(.noFolder, place: archive)
    }
    let name = UploadMemory.hash(identity)
    (self.archive, self.patience) = (archive, patience)
    marks = "\(archive)/\(UploadMemory.name)/\(name)"
    // Nobody forgets it between its making and its locking.
    let alone = try Self.locked(archive, .writing, patience)
    let place = try memory.opened()
    try UploadMemory.forget(place, but: name)
    let isNew = try !place.contains(name)
    _ = try place.makeFolder(name)
    if isNew { try place.sync() }
    lock = try Lock.takeBlocking("\(marks)/.lock", .writing, patience: .zero, creates: true)
    alone.release()
  }

  /// The archive's, as whoever keeps recordings has it.
  private static func locked(
    _ archive: String, _ kind: FileLock<ListeningUploadError>.Kind, _ patience: Duration
  ) throws(ListeningUploadError) -> FileLock<ListeningUploadError> {
    try Lock.takeBlocking("\(archive)/\(ListeningArchive.lock)", kind, patience: patience, creates: true)
  }

  /// Whether there is such a folder.
  static func isThere(_ archive: String) throws(ListeningUploadError) -> Bool { try Place.isThere(archive) }

  /// The names of files, in the order of time, sound before its metadata. Marks of files that have gone go
  /// too. Blocks.
  /// - Parameter verified: whether those that are marked, and not as `unverified`, are among them.
  func look(verified: Bool) throws(ListeningUploadError) -> [String] {
    let alone = try Self.locked(archive, .reading, patience)
    let all = try Place(path: archive).names()
    alone.release()
    var names = Set(all.filter { ListeningUploadFile.kind(of: $0) != nil })
    let place = try Place(path: marks)
    for mark in try place.names() where mark != ".lock" {
      guard try !place.isFolder(mark) else {
        throw .notAFile("\(marks)/\(mark)", reason: "it is a folder, and marks are files.")
      }
      guard names.contains(mark) else {
        _ = try place.removeFile(mark)
        continue
      }
      // Anything else says nothing; a link is replaced by the next mark.
      guard try place.isFile(mark) else { continue }
      let isEmpty = try place.file(mark)?.size == 0
      if !verified || !isEmpty { names.remove(mark) }
    }
    // `.wav` is after `.json`.
    func order(_ one: String, _ other: String) -> Bool {
      let (first, second) = (one.prefix { $0 != "." }, other.prefix { $0 != "." })
      return first == second ? one > other : first < second
    }
    return names.sorted(by: order)
  }

  /// Blocks.
  func read(_ name: String, upTo largest: Int) throws(ListeningUploadError) -> Reading {
    let root = try Place(path: archive)
    let alone = try Self.locked(archive, .reading, patience)
    do throws(ListeningUploadError) {
      let found = try root.file(name)
      alone.release()
      guard let file = found else { return .gone }
      guard file.size <= largest else {
        return .refused(
          ListeningUploadError(
            .tooLarge, place: "\(archive)/\(name)",
            reason: "it has \(file.size) bytes, and \(largest) are sent at most.",
            remedy: "Send larger files, or take it elsewhere by hand."))
      }
      let stamp = UploadStamp(file)
      let bytes = try ListeningUploadError.at("\(archive)/\(name)") { () throws(FileProblem) in
        do throws(FileProblem) { return try file.bytes(upTo: largest) } catch .tooLarge { throw .changes }
      }
      // One that has gone is whole: what is open stays.
      guard bytes.count == stamp.size, try isThere(name, stamp, in: root) ?? true else {
        return .failed(ListeningUploadError(.changes, place: "\(archive)/\(name)"))
      }
      guard let file = ListeningUploadFile(folder: archive, name: name, bytes: bytes) else { return .gone }
      return .file(file, stamp)
    } catch {
      guard try root.contains(name) else { return .gone }
      // A link or a folder is no recording, and what is not ours to read does not become so.
      return try !root.isFile(name) || error.code == .notAllowed ? .refused(error) : .failed(error)
    }
  }

  /// Whether a file is the one that was read; `nil` where there is none.
  private func isThere(
    _ name: String, _ stamp: UploadStamp, in root: borrowing Folder<ListeningUploadError>
  ) throws(ListeningUploadError) -> Bool? {
    guard try root.contains(name) else { return nil }
    guard try root.isFile(name), let file = try root.file(name) else { return false }
    return UploadStamp(file) == stamp
  }

  private static let unverified = Array("unverified\n".utf8)

  /// Remembers that it is there, unless it is another file by now. Blocks until that is on the disk.
  func mark(_ name: String, _ stamp: UploadStamp, isVerified: Bool) throws(ListeningUploadError) {
    guard try isThere(name, stamp, in: Place(path: archive)) ?? true else { return }
    let place = try Place(path: marks)
    let file = try place.makePrivateFile(name, replacing: true)
    defer { close(file.rawValue) }
    if !isVerified {
      try ListeningUploadError.at("\(marks)/\(name)") { () throws(FileProblem) in
        try file.put(Self.unverified)
        try file.flush()
      }
    }
    try place.sync()
  }

  /// Removes a file that the destination has just said to have. Blocks.
  /// - Returns: `false` where it has gone before, or is another one than was read.
  func remove(_ name: String, _ stamp: UploadStamp) throws(ListeningUploadError) -> Bool {
    let root = try Place(path: archive)
    let alone = try Self.locked(archive, .writing, patience)
    guard try isThere(name, stamp, in: root) == true else { return false }
    let isRemoved = try root.removeFile(name, syncs: false)
    // A slow disk keeps no listener waiting.
    alone.release()
    try root.sync()
    return isRemoved
  }

  /// Lets another have it.
  deinit {}
}

/// Which file it was, and as it was, when it was read.
struct UploadStamp: Sendable, Hashable {
  let size: Int
  private let device: UInt
  private let number: UInt
  private let seconds: Int
  private let nanoseconds: Int

  init(_ file: borrowing RegularFile) {
    size = file.size
    (device, number) = (UInt(file.status.st_dev), UInt(file.status.st_ino))
    (seconds, nanoseconds) = (file.status.st_mtim.tv_sec, file.status.st_mtim.tv_nsec)
  }
}

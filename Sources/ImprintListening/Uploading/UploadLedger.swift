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
final class UploadLedger: Sendable {
  private typealias Place = Folder<ListeningUploadError>

  /// A file, once read.
  enum Reading: Sendable {
    case file(ListeningUploadFile)
    case gone
    case refused(ListeningUploadError)
  }

  private let archive: String
  private let marks: String
  private let lock: FileLock<ListeningUploadError>

  /// - Parameters:
  ///   - archive: the folder, which exists.
  ///   - identity: of the destination.
  /// - Throws: `busy` where another has it; `folder`, `not-allowed`, `no-space`.
  init(archive: String, identity: String) async throws(ListeningUploadError) {
    let name = String(ContentHash(of: Array(identity.utf8)).hex.prefix(32))
    self.archive = archive
    marks = "\(archive)/.uploads/\(name)"
    try Self.make(name, in: archive)
    lock = try await FileLock.take("\(marks)/.lock", .writing, patience: .zero, creates: true)
  }

  private static func make(_ name: String, in archive: String) throws(ListeningUploadError) {
    let root = try Place(path: archive)
    try root.checkOwner()
    _ = try root.makeFolder(".uploads").makeFolder(name)
  }

  /// Whether there is such a folder.
  static func isThere(_ archive: String) throws(ListeningUploadError) -> Bool { try Place.isThere(archive) }

  /// The names of files, in the order of time, sound before its metadata. Marks of files that have gone go
  /// too. Blocks.
  /// - Parameter verified: whether those that are marked, and not as `unverified`, are among them.
  func look(verified: Bool) throws(ListeningUploadError) -> [String] {
    var names = Set(try Place(path: archive).names().filter { ListeningUploadFile.kind(of: $0) != nil })
    let place = try Place(path: marks)
    for mark in try place.names() where mark != ".lock" {
      guard names.contains(mark) else {
        _ = try place.removeFile(mark)
        continue
      }
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
    do throws(ListeningUploadError) {
      guard let file = try root.file(name) else { return .gone }
      guard file.size <= largest else {
        return .refused(
          ListeningUploadError(
            .tooLarge, place: "\(archive)/\(name)",
            reason: "it has \(file.size) bytes, and \(largest) are sent at most.",
            remedy: "Send larger files, or take it elsewhere by hand."))
      }
      guard let read = try root.read(name, limit: largest) else { return .gone }
      guard let file = ListeningUploadFile(folder: archive, name: name, bytes: read.bytes) else {
        return .gone
      }
      return .file(file)
    } catch {
      // A link, a folder, or a file that is nobody's to read.
      return .refused(error)
    }
  }

  private static let unverified = Array("unverified\n".utf8)

  /// Remembers that it is there. Blocks until that is on the disk.
  func mark(_ name: String, isVerified: Bool) throws(ListeningUploadError) {
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
  /// - Returns: `false` where it has gone before.
  func remove(_ name: String) throws(ListeningUploadError) -> Bool {
    try Place(path: archive).removeFile(name)
  }

  /// Lets another have it.
  deinit {}
}

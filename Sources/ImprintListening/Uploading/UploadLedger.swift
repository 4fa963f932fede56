// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles

/// The files of an archive, and which of them are at a destination. One at a time for each archive and
/// destination, between processes too.
///
///     <archive>/.uploads/<hash of the destination>/.lock
///     <archive>/.uploads/<hash of the destination>/<name>    empty: the file of that name is there
///
/// A mark is made after the destination has the file, and durable before anything else happens: a process
/// that dies in between sends the file again, to a destination that has it. It goes after the file has gone.
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

  /// The names of files that are marked, and that are not: in the order of time, sound before its metadata.
  /// Marks of files that have gone go too. Blocks.
  func look() throws(ListeningUploadError) -> (marked: [String], unmarked: [String]) {
    let names = Set(try Place(path: archive).names().filter { ListeningUploadFile.kind(of: $0) != nil })
    let place = try Place(path: marks)
    var marked: Set<String> = []
    for mark in try place.names() where mark != ".lock" {
      if names.contains(mark) { marked.insert(mark) } else { _ = try place.removeFile(mark) }
    }
    // `.wav` is after `.json`.
    func order(_ one: String, _ other: String) -> Bool {
      let (first, second) = (one.prefix { $0 != "." }, other.prefix { $0 != "." })
      return first == second ? one > other : first < second
    }
    return (marked.sorted(by: order), names.subtracting(marked).sorted(by: order))
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

  /// Remembers that it is there. Blocks until that is on the disk.
  func mark(_ name: String) throws(ListeningUploadError) {
    let place = try Place(path: marks)
    guard try !place.contains(name) else { return }
    close(try place.makePrivateFile(name, replacing: false).rawValue)
    try place.sync()
  }

  /// Removes a file that is marked. Blocks.
  /// - Returns: `false` where it has gone before.
  func remove(_ name: String) throws(ListeningUploadError) -> Bool {
    try Place(path: archive).removeFile(name)
  }

  /// Lets another have it.
  deinit {}
}

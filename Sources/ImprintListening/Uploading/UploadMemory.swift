// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// What an archive remembers of all its destinations:
///
///     <archive>/.uploads/<hash of the destination>/     an ``UploadLedger``
///     <archive>/.uploads/seen-<hash of a directory>     it was found there once, with its name in it
struct UploadMemory {
  private typealias Place = Folder<ListeningUploadError>

  static let name = ".uploads"
  /// So many destinations: others are forgotten, and compare what they are offered again. Who may write to a
  /// directory may give it another name each minute.
  static let most = 64

  private let archive: String

  /// - Returns: `nil` where there is no such folder.
  /// - Throws: `folder` where others may enter it.
  init?(of archive: String) throws(ListeningUploadError) {
    guard try Place.isThere(archive) else { return nil }
    self.archive = archive
    try Place(path: archive).checkOwner()
  }

  static func hash(_ text: String) -> String {
    String(ContentHash(of: Array(text.utf8)).hex.prefix(32))
  }

  private static func seen(_ directory: String) -> String { "seen-\(hash(directory))" }

  /// - Parameter directory: its path without links.
  func knows(_ directory: String) throws(ListeningUploadError) -> Bool {
    guard let memory = try Place(path: archive).folder(Self.name) else { return false }
    return try memory.contains(Self.seen(directory))
  }

  func know(_ directory: String) throws(ListeningUploadError) {
    guard try !knows(directory) else { return }
    _ = try opened().add([], as: Self.seen(directory), writingAs: ".new-")
  }

  /// Its folder, on the disk when this returns.
  func opened() throws(ListeningUploadError) -> Folder<ListeningUploadError> {
    let root = try Place(path: archive)
    let isNew = try !root.contains(Self.name)
    let memory = try root.makeFolder(Self.name)
    if isNew { try root.sync() }
    return memory
  }

  /// Forgets what is too much, whichever: nothing is lost by it. With the archive's lock: nobody opens
  /// another ledger meanwhile.
  /// - Parameter kept: the name of a ledger.
  static func forget(
    _ memory: borrowing Folder<ListeningUploadError>, but kept: String
  ) throws(ListeningUploadError) {
    let others = try memory.names().filter { name in
      name != kept && name.utf8.count == 32
        && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
    for name in others.dropFirst(most - 1) {
      guard
        let lock = try? FileLock<ListeningUploadError>.takeBlocking(
          "\(memory.place)/\(name)/.lock", .writing, patience: .zero, creates: true)
      else { continue }
      try memory.removeAll(name)
      lock.release()
    }
  }
}

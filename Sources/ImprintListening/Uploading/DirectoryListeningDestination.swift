// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintRuntime
private import Synchronization

/// A directory, of this machine or mounted, that recordings are copied to.
///
/// A file appears there complete or not at all, readable by its owner alone, and never takes the place of
/// anything. A directory that is there keeps its rights.
///
/// The first look puts `.imprint-destination` there, a file with a random name. What was taken is remembered
/// by that and by where the directory is, however its path is written: another disk in its place is another
/// destination. Where an archive has found that file once, and it is not there at a later look, nothing is
/// taken: a disk is not mounted, or somebody has emptied the directory.
public struct DirectoryListeningDestination: ListeningDestination {
  /// Absolute, without what says nothing in it: `//`, `/.` and a slash at the end. Links and `..` stay.
  public let path: String
  /// Whether the directory is made where it is not there, and begun anew where its file is not.
  public let creates: Bool
  /// Whether what writers that died have left there was removed.
  private let swept = Flag()

  /// - Parameters:
  ///   - path: Absolute.
  ///   - creates: Whether the directory is made, for the owner alone, where it is not there, in one that is;
  ///     and is begun anew where it is another one than before. Not for the place of a disk that may not be
  ///     mounted: recordings would be taken to the disk below. Default: it has to be there.
  /// - Throws: ``ListeningUploadError`` `address` for a path that is not absolute.
  public init(path: String, creates: Bool = false) throws(ListeningUploadError) {
    // By bytes, as the system reads it: to Swift a slash with a combining accent is another character.
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
      throw ListeningUploadError(
        .address, place: VisibleText.line(path, upTo: 200), reason: "it is no absolute path.",
        remedy: "Give the directory from the root on.")
    }
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    self.path = "/" + parts.filter { $0 != "." }.joined(separator: "/")
    self.creates = creates
  }

  public var place: String { path }
  /// Of the path alone; what is remembered is by the directory that is there.
  public var identity: String { "directory \(path)" }

  public func take(_ file: ListeningUploadFile) async -> ListeningUploadAnswer {
    do throws(ListeningUploadError) {
      return try await found(for: file.folder).take(file)
    } catch {
      return ListeningUploadAnswer(error)
    }
  }

  /// Set by the first who asks.
  private final class Flag: Sendable {
    private let isSet = Atomic(false)
    var isFirst: Bool { isSet.exchange(true, ordering: .relaxed) == false }
  }
}

extension DirectoryListeningDestination: ListeningPlace {
  func found(for archive: String) async throws(ListeningUploadError) -> any ListeningDestination {
    try await PluginWork.run { () throws(ListeningUploadError) in try find(for: archive) }
  }

  private func find(for archive: String) throws(ListeningUploadError) -> FoundDirectory {
    if creates { try Folder<ListeningUploadError>.makeDurable(path) }
    guard try Folder<ListeningUploadError>.isThere(path) else { throw missing }
    let folder = try Folder<ListeningUploadError>(path: path)
    try FoundDirectory.judge(folder, at: path, for: archive)
    let resolved = folder.resolvedPath
    let memory = try UploadMemory(of: archive)
    let id: String
    if let known = try FoundDirectory.id(of: folder) {
      id = known
    } else {
      var isKnown = false
      if let memory { isKnown = try memory.knows(resolved) }
      id = try begin(folder, isKnown: isKnown)
    }
    if let memory { try memory.know(resolved) }
    if swept.isFirst { try FoundDirectory.sweep(folder) }
    return FoundDirectory(path: path, resolved: resolved, id: id)
  }

  private func begin(
    _ folder: borrowing Folder<ListeningUploadError>, isKnown: Bool
  ) throws(ListeningUploadError) -> String {
    guard creates || !isKnown else {
      throw ListeningUploadError(
        .folder, place: path,
        reason: "it is another directory than before: \(FoundDirectory.marker) is not in it.",
        remedy: "Mount its disk; where it was emptied, or a new one is meant, have it created.")
    }
    return try FoundDirectory.begin(folder)
  }

  private var missing: ListeningUploadError {
    ListeningUploadError(
      .folder, place: path, reason: "there is no such directory, and none was asked to be made.",
      remedy: "Mount its disk, make it, or have it created.")
  }
}

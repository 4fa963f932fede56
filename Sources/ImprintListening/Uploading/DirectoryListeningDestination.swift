// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintRuntime
private import Synchronization

/// A directory, of this machine or mounted, that recordings are copied to.
///
/// A file appears there complete or not at all, readable by its owner alone, and never takes the place of
/// anything. A directory that is not there is made, for the owner alone; one that is there keeps its rights.
public struct DirectoryListeningDestination: ListeningDestination {
  /// Absolute.
  public let path: String
  /// Whether what writers that died have left there was removed.
  private let swept = Flag()

  /// - Parameter path: Absolute; made with its parents when something is taken.
  /// - Throws: ``ListeningUploadError`` `address` for a path that is not absolute.
  public init(path: String) throws(ListeningUploadError) {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw ListeningUploadError(
        .address, place: VisibleText.line(path, upTo: 200), reason: "it is no absolute path.",
        remedy: "Give the directory from the root on.")
    }
    self.path = path
  }

  public var place: String { path }
  public var identity: String { "directory \(path)" }

  public func take(_ file: ListeningUploadFile) async -> ListeningUploadAnswer {
    await PluginWork.run { put(file) }
  }

  private func put(_ file: ListeningUploadFile) -> ListeningUploadAnswer {
    do throws(ListeningUploadError) {
      try Folder<ListeningUploadError>.makeParents(of: path)
      try Folder<ListeningUploadError>.make(path)
      let folder = try Folder<ListeningUploadError>(path: path)
      // What is there would be taken for taken, and may be removed then.
      guard !folder.isSame(as: String(file.path.dropLast(file.name.count))) else { return .closed(own) }
      if swept.isFirst { try Self.sweep(folder) }
      if let answer = try already(file, in: folder) { return answer }
      if try folder.add(file.bytes, as: file.name, writingAs: Self.prefix) { return .taken }
      // Something else has got the name meanwhile.
      return try already(file, in: folder) ?? .later(lost, after: .zero)
    } catch {
      return error.code == .notAllowed ? .closed(error) : .later(error, after: .zero)
    }
  }

  /// What stands there under the file's name; `nil`: nothing.
  private func already(
    _ file: ListeningUploadFile, in folder: borrowing Folder<ListeningUploadError>
  ) throws(ListeningUploadError) -> ListeningUploadAnswer? {
    guard try folder.contains(file.name) else { return nil }
    // A folder or a link is something else too.
    guard try !folder.isFolder(file.name), try !folder.isLink(file.name),
      let there = try folder.file(file.name)
    else { return .refused(occupied(file.name)) }
    guard there.size == file.bytes.count else { return .refused(occupied(file.name)) }
    let isSame = try ListeningUploadError.at("\(path)/\(file.name)") { () throws(FileProblem) in
      guard try there.bytes(upTo: file.bytes.count) == file.bytes else { return false }
      // Whoever wrote it may have died before it was on the disk.
      try there.descriptor.flush()
      return true
    }
    guard isSame else { return .refused(occupied(file.name)) }
    try folder.sync()
    return .wasThere(isVerified: true)
  }

  private static let prefix = ".imprint-upload-"

  /// Removes what writers that died have left. One that is at work for another archive writes its file again.
  private static func sweep(_ folder: borrowing Folder<ListeningUploadError>) throws(ListeningUploadError) {
    for name in try folder.names() where name.hasPrefix(prefix) {
      if try !folder.isFolder(name) { _ = try folder.removeFile(name) }
    }
  }

  private var own: ListeningUploadError {
    ListeningUploadError(
      .address, place: path, reason: "it is the folder that the recordings are in.",
      remedy: "Take them to another directory.")
  }

  private var lost: ListeningUploadError {
    ListeningUploadError(
      .folder, place: path, reason: "what had the name of a file went at once.",
      remedy: "Look for what else removes files there.")
  }

  private func occupied(_ name: String) -> ListeningUploadError {
    ListeningUploadError(
      .occupied, place: "\(path)/\(name)", reason: "something else has the file's name there.",
      remedy: "Take it away, or choose another directory.")
  }

  /// Set by the first who asks.
  private final class Flag: Sendable {
    private let isSet = Atomic(false)
    var isFirst: Bool { isSet.exchange(true, ordering: .relaxed) == false }
  }
}

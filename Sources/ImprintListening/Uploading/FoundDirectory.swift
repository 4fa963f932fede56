// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintRuntime
private import Glibc

/// A directory that was there at a look, known by what is in ``marker``: it takes files as long as it is the
/// same.
struct FoundDirectory: ListeningDestination {
  private typealias Place = Folder<ListeningUploadError>

  /// Holds the directory's random name, of 32 hexadecimal digits, and a line end.
  static let marker = ".imprint-destination"
  private static let prefix = ".imprint-upload-"
  /// Longer than any writer takes for a file.
  private static let abandonment: Int64 = 86_400

  let path: String
  /// Without links.
  let resolved: String
  let id: String

  var place: String { path }
  // The path too: the copy of a directory has its name.
  var identity: String { "directory \(resolved)\n\(id)" }

  func take(_ file: ListeningUploadFile) async -> ListeningUploadAnswer {
    await PluginWork.run { put(file) }
  }

  private func put(_ file: ListeningUploadFile) -> ListeningUploadAnswer {
    do throws(ListeningUploadError) {
      let folder = try Place(path: path)
      try Self.judge(folder, at: path, for: file.folder)
      guard try Self.id(of: folder) == id else { return .later(changed, after: .zero) }
      if let answer = try already(file, in: folder) { return answer }
      if try folder.add(file.bytes, as: file.name, writingAs: Self.prefix) { return .taken }
      // Something else has got the name meanwhile.
      return try already(file, in: folder) ?? .later(lost, after: .zero)
    } catch {
      return ListeningUploadAnswer(error)
    }
  }

  /// What stands there under the file's name; `nil`: nothing.
  private func already(
    _ file: ListeningUploadFile, in folder: borrowing Folder<ListeningUploadError>
  ) throws(ListeningUploadError) -> ListeningUploadAnswer? {
    guard try folder.contains(file.name) else { return nil }
    // A folder or a link is something else too.
    guard try folder.isFile(file.name), let there = try folder.file(file.name) else {
      return .refused(occupied(file.name))
    }
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

  private var lost: ListeningUploadError {
    ListeningUploadError(
      .folder, place: path, reason: "what had the name of a file went at once.",
      remedy: "Look for what else removes files there.")
  }

  private var changed: ListeningUploadError {
    ListeningUploadError(
      .folder, place: path, reason: "another directory has come in its place.",
      remedy: "Mount its disk again, or start anew with what is there.")
  }

  private func occupied(_ name: String) -> ListeningUploadError {
    ListeningUploadError(
      .occupied, place: "\(path)/\(name)", reason: "something else has the file's name there.",
      remedy: "Take it away, or choose another directory.")
  }
}

// What is asked and done before a directory is known.
extension FoundDirectory {
  /// - Parameter archive: the folder that the recordings are in.
  /// - Throws: `address` for that folder and what is in it, `folder` for another archive.
  static func judge(
    _ folder: borrowing Folder<ListeningUploadError>, at path: String, for archive: String
  ) throws(ListeningUploadError) {
    // What is there would be taken for taken, and may be removed then.
    guard !folder.isWithin(archive) else {
      throw ListeningUploadError(
        .address, place: path, reason: "it is the folder that the recordings are in, or within that.",
        remedy: "Take them to another directory.")
    }
    // Not the end in the background: in a directory of several, anybody may make a file of that name.
    guard try !folder.contains(ListeningArchive.lock) else {
      throw ListeningUploadError(
        .folder, place: path,
        reason: "recordings are kept in it by a listener, whose budget would remove what is taken there.",
        remedy: "Take them to another directory; if nobody listens there any more, remove "
          + "\(ListeningArchive.lock) in it.")
    }
  }

  /// The directory's random name; `nil` where it has none.
  static func id(of folder: borrowing Folder<ListeningUploadError>) throws(ListeningUploadError) -> String? {
    guard let read = try folder.read(marker, limit: 4096) else { return nil }
    let digits = read.bytes.dropLast()
    guard read.bytes.count == 33, read.bytes.last == UInt8(ascii: "\n"),
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else {
      throw ListeningUploadError(
        .folder, place: "\(folder.place)/\(marker)", reason: "it is no file that an uploader has written.",
        remedy: "Remove it, and have the directory created: files are compared, and none is lost.")
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Gives it a name.
  static func begin(_ folder: borrowing Folder<ListeningUploadError>) throws(ListeningUploadError) -> String {
    func part() -> String {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    // Others who take their recordings there read it too. Where somebody else was sooner, theirs is it.
    _ = try folder.add(Array("\(part())\(part())\n".utf8), as: marker, writingAs: prefix, isForAll: true)
    guard let id = try id(of: folder) else {
      throw ListeningUploadError(
        .folder, place: "\(folder.place)/\(marker)", reason: "it went at once.",
        remedy: "Look for what else removes files there.")
    }
    return id
  }

  /// Removes what writers that died have left.
  static func sweep(_ folder: borrowing Folder<ListeningUploadError>) throws(ListeningUploadError) {
    try folder.removeAbandoned(prefix: prefix, writtenBefore: Int64(time(nil)) - abandonment)
  }
}

extension ListeningUploadAnswer {
  /// Of a directory.
  init(_ error: ListeningUploadError) {
    self = [.notAllowed, .address].contains(error.code) ? .closed(error) : .later(error, after: .zero)
  }
}

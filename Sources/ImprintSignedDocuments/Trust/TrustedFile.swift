// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Reads a file that only root and the effective user can have written.
///
/// The path is walked component by component from the root folder, each opened without following links and
/// checked by its descriptor: so there is no race between check and use.
public enum TrustedFile {
  private static let mostLinks = 16
  /// `O_PATH`, as the kernel defines it for all processors that Swift knows; glibc shows it to GNU sources
  /// only.
  fileprivate static let pathOnly: Int32 = 0x20_0000

  /// The bytes of a regular file that decides what is trusted: settings, trust anchors, keys.
  ///
  /// It, every parent folder and every symbolic link in the path must belong to root or the effective user,
  /// and nobody else may be able to write or replace them.
  /// - Parameters:
  ///   - limit: the most bytes it may have.
  ///   - isSecret: whether others must not be able to read it either.
  public static func read(
    _ path: String, limit: Int, isSecret: Bool = false
  ) throws(TrustedFileError) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw missing(path) }
    var walk = try PathWalk(path)
    while let name = walk.next() {
      if name == ".." {
        walk.leave()
        continue
      }
      let place = walk.place(of: name)
      let entry = Descriptor(openat(walk.folder.number, name, TrustedFile.pathOnly | O_NOFOLLOW | O_CLOEXEC))
      guard entry.number >= 0 else { throw failure(errno, place) }
      let status = try status(entry, place)
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        try judgeOwner(status, place)
        guard walk.links < mostLinks else {
          throw TrustedFileError(
            .links, place: path, reason: "it leads over more than \(mostLinks) symbolic links.",
            remedy: "Give the path of the file itself.")
        }
        try walk.follow(target(of: entry, place))
      case S_IFDIR:
        try judge(status, place)
        walk.enter(entry, name)
      default:
        guard walk.isDone else { throw missing(path) }
        try judge(status, place)
        return try content(name, in: walk.folder, place, limit, isSecret)
      }
    }
    throw TrustedFileError(.kind, place: path, reason: "it is a folder.", remedy: "Give the path of a file.")
  }

  private static func content(
    _ name: String, in folder: Descriptor, _ place: String, _ limit: Int, _ isSecret: Bool
  ) throws(TrustedFileError) -> [UInt8] {
    // Non-blocking: a pipe would wait for its writer. The folder is checked, so nobody else can replace the
    // file now.
    let file = Descriptor(openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    guard file.number >= 0 else { throw failure(errno, place) }
    let state = try status(file, place)
    try judge(state, place)
    guard !isSecret || state.st_mode & 0o077 == 0 else {
      throw TrustedFileError(
        .readable, place: place, reason: "others may read it, and it is a secret.",
        remedy: "Run: chmod go-rwx -- \(ShellWord.quoted(place))")
    }
    var content = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < content.count {
      let read = content.withUnsafeMutableBytes {
        Glibc.read(file.number, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      if read == 0 { return Array(content[..<count]) }
      if read > 0 { count += read } else if errno != EINTR { throw failure(errno, place) }
    }
    throw TrustedFileError(
      .size, place: place, reason: "it has more than \(limit) bytes.",
      remedy: "Give a file with what belongs there alone.")
  }

  /// A folder or a regular file that only root and the effective user may write.
  static func judge(_ status: stat, _ place: String) throws(TrustedFileError) {
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder || status.st_mode & S_IFMT == S_IFREG else {
      throw TrustedFileError(
        .kind, place: place, reason: "it is no regular file.", remedy: "Give the path of a regular file.")
    }
    try judgeOwner(status, place)
    // In a sticky folder others may add names, but not replace those of other owners; the next component is
    // checked too.
    let isSticky = isFolder && status.st_mode & S_ISVTX != 0
    guard isSticky || status.st_mode & 0o022 == 0 else {
      throw TrustedFileError(
        .writable, place: place, reason: "others may write it, and so decide what is trusted here.",
        remedy: "Run: chmod go-w -- \(ShellWord.quoted(place))")
    }
  }

  private static func judgeOwner(_ status: stat, _ place: String) throws(TrustedFileError) {
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw TrustedFileError(
        .owner, place: place,
        reason: "it belongs to user \(status.st_uid), who could decide what is trusted here.",
        remedy: "Run: sudo chown -h root -- \(ShellWord.quoted(place))")
    }
  }

  private static func status(_ entry: Descriptor, _ place: String) throws(TrustedFileError) -> stat {
    var status = stat()
    guard fstat(entry.number, &status) == 0 else { throw failure(errno, place) }
    return status
  }

  private static func target(of link: Descriptor, _ place: String) throws(TrustedFileError) -> String {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return readlinkat(link.number, "", start, bytes.count)
    }
    guard count > 0, count < target.count else { throw failure(errno, place) }
    return String(decoding: target[..<count], as: UTF8.self)
  }

  static func failure(_ number: Int32, _ place: String) -> TrustedFileError {
    if number == ENOENT || number == ENOTDIR { return missing(place) }
    let words = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return TrustedFileError(
      .system, place: place, reason: "it cannot be read: \(words).",
      remedy: "Check that this user may read the file and enter the folders above it.")
  }

  private static func missing(_ place: String) -> TrustedFileError {
    TrustedFileError(
      .missing, place: place, reason: "there is no such file.",
      remedy: "Put it there, or correct the path.")
  }
}

/// An open file descriptor, closed with its last owner. -1 if opening failed.
private final class Descriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }
  deinit { if number >= 0 { close(number) } }
}

/// The state of a walk along a path.
private struct PathWalk {
  /// From the root folder on.
  private var entered: [(folder: Descriptor, name: String)] = []
  private let root: Descriptor
  /// The remaining components, the next one last.
  private var names: [String]
  private(set) var links = 0

  init(_ path: String) throws(TrustedFileError) {
    var absolute = path
    if path.utf8.first != UInt8(ascii: "/") {
      guard let folder = getcwd(nil, 0) else { throw TrustedFile.failure(errno, path) }
      defer { free(folder) }
      absolute = "\(String(cString: folder))/\(path)"
    }
    root = Descriptor(open("/", TrustedFile.pathOnly | O_DIRECTORY | O_CLOEXEC))
    names = Self.names(of: absolute)
    var status = stat()
    guard root.number >= 0, fstat(root.number, &status) == 0 else { throw TrustedFile.failure(errno, "/") }
    try TrustedFile.judge(status, "/")
  }

  var folder: Descriptor { entered.last?.folder ?? root }
  var isDone: Bool { names.isEmpty }

  mutating func next() -> String? { names.popLast() }
  mutating func leave() { _ = entered.popLast() }
  mutating func enter(_ folder: Descriptor, _ name: String) { entered.append((folder, name)) }

  mutating func follow(_ target: String) {
    links += 1
    if target.utf8.first == UInt8(ascii: "/") { entered = [] }
    names += Self.names(of: target)
  }

  func place(of name: String) -> String { "/" + (entered.map(\.name) + [name]).joined(separator: "/") }

  private static func names(of path: String) -> [String] {
    // By bytes, as the system does: to Swift a slash with a combining accent is another character.
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != "." }
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// Files and folders that checks read, copy and delete.
enum CheckFiles {
  /// All bytes of a regular file.
  /// - Throws: ``CheckFailure`` where it cannot be read or is longer than `limit`.
  static func read(_ path: String, upTo limit: Int = 1 << 30) throws -> [UInt8] {
    try refusing(path) { () throws(FileProblem) in
      let file = try RegularFile(path)
      let bytes = try file.bytes(upTo: limit)
      guard bytes.count == file.size else { throw .changes }
      return bytes
    }
  }

  /// The content of a file without a length, such as in `/proc`.
  /// - Throws: ``CheckFailure`` where it cannot be read to its end.
  static func readStream(_ path: String) throws -> [UInt8] {
    try refusing(path) { () throws(FileProblem) in try RegularFile(path).bytes(upTo: 1 << 30) }
  }

  /// Writes a file, replacing an existing one.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o644) throws {
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw refusal(path) }
    defer { close(descriptor) }
    try refusing(path) { () throws(FileProblem) in try FileDescriptor(rawValue: descriptor).put(bytes) }
  }

  /// Creates a folder, and its parents.
  static func makeFolder(_ path: String) throws {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw refusal(path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw refusal(path) }
  }

  /// A new folder, accessible only to its owner.
  static func makeTemporaryFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/imprint-check.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw refusal(parent) }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Copies a folder with all regular files below it; links are followed.
  static func copyFolder(_ source: String, to target: String) throws {
    try makeFolder(target)
    for name in try names(in: source) {
      let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
      if isFolder(from) {
        try copyFolder(from, to: to)
      } else {
        try write(read(from), to: to)
      }
    }
  }

  /// Removes a file or a folder recursively, as far as possible; follows no link.
  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    // A check may have left it read-only.
    chmod(path, 0o700)
    for name in (try? names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// The folder of this program.
  static var programFolder: String? {
    RunningProgram.path.map { FilePath.parts(of: $0).folder }
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) throws -> [String] {
    try refusing(folder) { () throws(FileProblem) in try FolderNames.of(folder) }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func refusal(_ path: String) -> CheckFailure {
    CheckFailure("the system call failed: \(String(cString: strerror(errno))).", place: path)
  }

  private static func refusing<Value>(
    _ path: String, _ work: () throws(FileProblem) -> Value
  ) throws -> Value {
    do throws(FileProblem) { return try work() } catch { throw CheckFailure(error.reason, place: path) }
  }
}

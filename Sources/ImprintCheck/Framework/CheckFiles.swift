// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Files and folders that checks read, copy and throw away.
enum CheckFiles {
  /// All bytes of a regular file.
  /// - Throws: ``CheckFailure`` where it cannot be read or is longer than `limit`.
  static func read(_ path: String, upTo limit: Int = 1 << 30) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw refusal(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CheckFailure("it is not a regular file.", place: path)
    }
    guard status.st_size <= limit else {
      throw CheckFailure("it has \(status.st_size) bytes; \(limit) are read at most.", place: path)
    }
    var count = 0
    var problem: CheckFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { room, used in
      while count < room.count {
        let got = Glibc.read(descriptor, room.baseAddress.map { $0 + count }, room.count - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { problem = refusal(path) }
        if got <= 0 { break }
        count += got
      }
      used = count
    }
    if let problem { throw problem }
    guard bytes.count == Int(status.st_size) else { throw CheckFailure("it changed meanwhile.", place: path) }
    return bytes
  }

  /// All of a file that has no length, as those of `/proc`.
  /// - Throws: ``CheckFailure`` where it cannot be read to its end.
  static func readStream(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "re") else { throw refusal(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&room, 1, room.count, file), count > 0 { bytes += room[..<count] }
    guard ferror(file) == 0 else { throw refusal(path) }
    return bytes
  }

  /// Puts a file there, in the place of what was there.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o644) throws {
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw refusal(path) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw refusal(path) }
      written += count
    }
  }

  /// Makes a folder, and those it lies in.
  static func makeFolder(_ path: String) throws {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw refusal(path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw refusal(path) }
  }

  /// A new folder that only its owner may enter.
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

  /// Removes a file or a folder with all below it, as far as the system lets it; follows no link.
  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    // A check may have left it so that nobody may write there.
    chmod(path, 0o700)
    for name in (try? names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// The folder that this program lies in.
  static var programFolder: String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &room, room.count)
    guard count > 0 else { return nil }
    let path = String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// The names in a folder, in order.
  static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw refusal(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      // In place: a record is as long as its name, and a copy of all of d_name would read beyond it.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw refusal(folder) }
    return names.sorted()
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func refusal(_ path: String) -> CheckFailure {
    CheckFailure("the system refuses it: \(String(cString: strerror(errno))).", place: path)
  }
}

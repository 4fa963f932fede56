// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

extension ServerHome {
  /// Creates a home: keys, certificates, settings, an empty database, and the files for devices. Atomic: it
  /// appears by one rename. A key generated in a token stays there in any case, and the next attempt uses it.
  ///
  /// - Parameter now: seconds since 1970 UTC; certificates begin an hour before.
  /// - Throws: ``HomeError`` `notEmpty` if the place is taken; `AuthorityError` for a name that is invalid in
  ///   certificates; `TokenError`.
  public func make(_ plan: HomePlan, now: Int64) throws {
    let target = try absolutePath()
    let parent = FilePath.parts(of: target).folder
    try Folder<HomeError>.makeParents(of: target)
    try Self.requireNothing(at: target)
    let temporary = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 16)).new"
    guard mkdir(temporary, 0o700) == 0 else { throw HomeError.system(errno, "making it", place: temporary) }
    do {
      try ServerHome(path: temporary).fill(plan, now: now)
      // Replaces an empty folder, and nothing else.
      guard rename(temporary, target) == 0 else {
        throw errno == ENOTEMPTY || errno == EEXIST
          ? Self.occupied(target) : HomeError.system(errno, "putting it in its place", place: target)
      }
      try Folder<HomeError>(path: parent).sync()
    } catch {
      // What cannot be removed is told less than why it was to be.
      try? Folder<HomeError>(path: parent).removeAll(FilePath.parts(of: temporary).name)
      throw error
    }
  }

  private func fill(_ plan: HomePlan, now: Int64) throws {
    let home = try Folder<HomeError>(path: path)
    for name in ["authority", "tls", "client"] { _ = try home.makeFolder(name) }
    for (file, text) in try plan.files(now: now) { try write(text, to: file) }
    // Created only here: if it is missing later, that is an error.
    try LicenseDatabase.make(path: path(of: .database))
    try home.sync()
  }

  /// Replaces one file atomically.
  func write(_ text: String, to file: File) throws(HomeError) {
    try Folder<HomeError>.write(Array(text.utf8), to: self.path(of: file))
  }

  private func absolutePath() throws(HomeError) -> String {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    if trimmed.hasPrefix("/") { return trimmed }
    guard let working = getcwd(nil, 0) else {
      throw .system(errno, "finding the working directory", place: path)
    }
    defer { free(working) }
    return "\(String(cString: working))/\(trimmed)"
  }

  private static func requireNothing(at target: String) throws(HomeError) {
    var status = stat()
    guard lstat(target, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR, try Folder<HomeError>(path: target).names().isEmpty else {
      throw occupied(target)
    }
  }

  private static func occupied(_ target: String) -> HomeError {
    HomeError(
      .notEmpty, place: target, reason: "there is something already, and nothing is overwritten.",
      remedy: "Name a folder that is not there yet with --home, or use the home that is there.")
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles
internal import ImprintModel

/// Reads and writes the records in a lock-out's folder. To be used under the folder's lock.
enum LockoutFiles {
  typealias Place = Folder<LockoutError>

  private static let salt = "salt"

  /// - Returns: `nil` where there is none.
  /// - Throws: `damaged`, `newerRecord`, `unsafeFolder`, or what the system says.
  static func state(
    of holder: LockoutHolder, in root: borrowing Place
  ) throws(LockoutError) -> LockoutState? {
    guard let bytes = try bytes(holder.fileName, in: root) else { return nil }
    return try LockoutRecordFile.decode(bytes, of: holder, place: "\(root.place)/\(holder.fileName)")
  }

  /// Writes a record, and flushes it to disk. The file of a subject of whom there is nothing to keep goes.
  static func put(
    _ state: LockoutState, of holder: LockoutHolder, in root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) {
    guard holder == .device || !state.isBlank else {
      _ = try root.removeFile(holder.fileName)
      return
    }
    try root.write(
      LockoutRecordFile.encode(state, of: holder), to: holder.fileName, staging: staging)
  }

  /// Who a subject is in this folder.
  static func holder(
    of subject: LockoutSubject, in root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) -> LockoutHolder {
    if let salt = try salt(in: root) { return .subject(subject.number(salt: salt)) }
    return .subject(subject.number(salt: try makeSalt(in: root, staging)))
  }

  /// Removes records, whatever they are.
  /// - Returns: How many there were.
  static func remove(_ scope: LockoutScope, in root: borrowing Place) throws(LockoutError) -> Int {
    var names: [String] = []
    switch scope {
    case .device: names = [LockoutHolder.device.fileName]
    case .subject(let subject):
      // Without one there are no records of subjects.
      guard let salt = try salt(in: root) else { return 0 }
      names = [LockoutHolder.subject(subject.number(salt: salt)).fileName]
    case .everything:
      let subjects = try root.names().filter { $0.hasPrefix(LockoutHolder.subjects) }
      // The salt last: it is damaged where it is missing and there are records of subjects.
      names = [LockoutHolder.device.fileName] + subjects + [salt]
    }
    var count = 0
    for name in names where try root.contains(name) {
      try root.removeAll(name)
      count += name == salt ? 0 : 1
    }
    try root.sync()
    return count
  }

  private static func salt(in root: borrowing Place) throws(LockoutError) -> [UInt8]? {
    let place = "\(root.place)/\(salt)"
    if let bytes = try bytes(salt, in: root) { return try LockoutRecordFile.decodeSalt(bytes, place: place) }
    guard try !root.names().contains(where: { $0.hasPrefix(LockoutHolder.subjects) }) else {
      throw .notAFile(place, reason: "it is missing, and there are records of subjects.")
    }
    return nil
  }

  private static func makeSalt(
    in root: borrowing Place, _ staging: borrowing Place
  ) throws(LockoutError) -> [UInt8] {
    let new = (0..<LockoutRecordFile.saltBytes).map { _ in UInt8.random(in: .min ... .max) }
    try root.write(LockoutRecordFile.encode(salt: new), to: salt, staging: staging)
    return new
  }

  /// A file of this user's that nobody else may read or write.
  private static func bytes(_ name: String, in root: borrowing Place) throws(LockoutError) -> [UInt8]? {
    let here = "\(root.place)/\(name)"
    do throws(FileProblem) {
      let file = try RegularFile(name, in: root.place)
      guard file.status.st_uid == geteuid() else {
        throw .unsafeFolder(
          reason: "it belongs to user \(file.status.st_uid), not \(geteuid()).",
          remedy: "Find out who put it there; then run `sdkctl lockout reset`.")
      }
      guard file.status.st_mode & 0o077 == 0 else {
        throw .unsafeFolder(
          reason: "others may use it: its mode is \(String(file.status.st_mode & 0o777, radix: 8)).",
          remedy: "Find out who changed it; then run `chmod 600` on it, or `sdkctl lockout reset`.")
      }
      return try file.bytes(upTo: LockoutRecordFile.maximumBytes)
    } catch .missing {
      return nil
    } catch .link {
      throw .notAFile(here, reason: "it is a link, not a file.")
    } catch {
      throw LockoutError(error, place: here)
    }
  }
}

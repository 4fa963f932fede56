// SPDX-License-Identifier: Apache-2.0
import ImprintFiles

/// Recognizes a store's folder, and creates one.
enum StoreVersion {
  private static let current = 1
  private static let fileName = "version"
  private static let word = "imprint-store"

  /// Creates a store in a folder, and the folder itself if absent (not its parents). Idempotent, also for
  /// concurrent callers.
  static func make(_ path: String) throws(StoreError) {
    try Folder.make(path)
    let root = try Folder(path: path)
    guard try !root.contains(fileName) else { return }
    try root.checkOwner()
    let own: Set = [StoreFiles.lock, StoreFiles.usersFolder, StoreFiles.stagingFolder]
    guard try own.isSuperset(of: root.names()) else {
      throw StoreError(
        .notAStore, place: path, reason: "the folder holds something else.", remedy: "Give an empty folder.")
    }
    let staging = try root.makeFolder(StoreFiles.stagingFolder)
    _ = try root.makeFolder(StoreFiles.usersFolder)
    if try !root.contains(StoreFiles.lock) { try root.write([], to: StoreFiles.lock, staging: staging) }
    // Last: a store with a version is complete.
    try root.write(Array("\(word) \(current)\n".utf8), to: fileName, staging: staging)
  }

  /// - Throws: ``StoreError`` `notAStore`, `newerStore`.
  static func check(_ root: borrowing Folder) throws(StoreError) {
    let text = try root.read(fileName, limit: 64).map { String(decoding: $0.bytes, as: UTF8.self) }
    let parts = text?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard parts.count == 2, parts[0] == word, parts[1].hasSuffix("\n"),
      let version = Int(parts[1].dropLast()), version > 0
    else {
      throw StoreError(
        .notAStore, place: root.place, reason: "there is no store in it.",
        remedy: "Give the folder of a store, or an empty one to make it in.")
    }
    guard version <= current else {
      throw StoreError(
        .newerStore, place: root.place, reason: "the store has version \(version); this reads \(current).",
        remedy: "Update Imprint.")
    }
  }
}

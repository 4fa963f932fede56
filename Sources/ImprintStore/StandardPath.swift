// SPDX-License-Identifier: Apache-2.0
import Glibc

extension FolderStore {
  /// Where a user's own store lies: `imprint/store` below `$XDG_DATA_HOME`, or else `~/.local/share`.
  /// - Throws: ``StoreError`` `noStandardPath` where neither is set.
  /// - SeeAlso: the XDG base directory specification: a path that is not absolute is ignored.
  public static var standardPath: String {
    get throws(StoreError) { try standardPath { getenv($0).map { String(cString: $0) } } }
  }

  /// - Parameter environment: answers for a variable's name.
  static func standardPath(environment: (String) -> String?) throws(StoreError) -> String {
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let data = absolute("XDG_DATA_HOME") ?? absolute("HOME").map({ $0 + "/.local/share" }) else {
      throw StoreError(
        .noStandardPath, place: "store", reason: "neither XDG_DATA_HOME nor HOME is set.",
        remedy: "Name the store's folder, with --store on the command line.")
    }
    return data + "/imprint/store"
  }

  /// Opens the store at the standard path.
  /// - Parameter create: makes store and folders, those above it too, where there are none.
  /// - Throws: as ``init(path:create:patience:)``; ``StoreError`` `noStandardPath`.
  public static func standard(create: Bool = true) async throws(StoreError) -> FolderStore {
    let path = try standardPath
    if create { try makeParents(of: path) }
    return try await FolderStore(path: path, create: create)
  }

  /// Makes the folders above, for the user alone; those there stay as they are.
  private static func makeParents(of path: String) throws(StoreError) {
    var made = ""
    for name in path.split(separator: "/").dropLast() {
      made += "/" + name
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        throw .system(errno, "making it", place: made)
      }
    }
  }
}

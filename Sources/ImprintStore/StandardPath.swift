// SPDX-License-Identifier: Apache-2.0
import ImprintFiles

extension FolderStore {
  /// The path of a user's own store: `imprint/store` below `$XDG_DATA_HOME`, or else `~/.local/share`.
  /// - Throws: ``StoreError`` `noStandardPath` if neither is set.
  /// - SeeAlso: the XDG base directory specification: a path that is not absolute is ignored.
  public static var standardPath: String {
    get throws(StoreError) { try standardPath(environment: StandardFolder.variable) }
  }

  /// - Parameter environment: returns the value of a variable.
  static func standardPath(environment: (String) -> String?) throws(StoreError) -> String {
    guard let data = StandardFolder.data.path(environment: environment) else {
      throw StoreError(
        .noStandardPath, place: "store", reason: "neither XDG_DATA_HOME nor HOME is set.",
        remedy: "Name the store's folder, with --store on the command line.")
    }
    return data + "/imprint/store"
  }

  /// Opens the store at the standard path.
  /// - Parameter create: creates store and folders, with parents, if absent.
  /// - Throws: as ``init(path:create:patience:)``; ``StoreError`` `noStandardPath`.
  public static func standard(create: Bool = true) async throws(StoreError) -> FolderStore {
    let path = try standardPath
    if create { try Folder.makeParents(of: path) }
    return try await FolderStore(path: path, create: create)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Where users and templates are stored.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store's folder; default: imprint/store below $XDG_DATA_HOME or ~/.local/share.", valueName: "dir"))
  var store: String?

  func open(creating: Bool) async throws(StoreError) -> FolderStore {
    guard let store else { return try await .standard(create: creating) }
    return try await FolderStore(path: store, create: creating)
  }
}

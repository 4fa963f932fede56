// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint

/// Where users and templates are kept.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store's folder; default: imprint/store below $XDG_DATA_HOME or ~/.local/share.", valueName: "dir"))
  var store: String?

  func open(creating: Bool) async throws -> FolderStore {
    try await FolderStore(path: try path(creating: creating), create: creating)
  }

  private func path(creating: Bool) throws(CommandError) -> String {
    if let store { return store }
    let environment = PluginSearchPath.environmentValue
    // The base directory specification: a path that is not absolute is ignored.
    let data = environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
    guard let base = data ?? home else {
      throw CommandError(
        .file, place: "store", reason: "neither XDG_DATA_HOME nor HOME is set.",
        remedy: "Name the store with --store.")
    }
    if creating { try Files.makeFolders(base + "/imprint") }
    return base + "/imprint/store"
  }
}

extension TemplateStore {
  /// The user with that id or name.
  /// - Throws: ``CommandError`` `unknownUser`, `ambiguousUser`; ``StoreError``.
  func find(_ nameOrID: String) async throws -> User {
    if let id = UniqueID(nameOrID) { return try await user(id) }
    let found = try await users(named: nameOrID).items
    guard let first = found.first else {
      throw CommandError(
        .unknownUser, place: "--user", reason: "nobody of this name is enrolled.",
        remedy: "Enrol: sdkctl enroll --user NAME IMAGE.")
    }
    guard found.count == 1 else {
      throw CommandError(
        .ambiguousUser, place: "--user", reason: "\(found.count) users have this name.",
        remedy: "Give the id: \(found.map(\.id.description).joined(separator: ", ")).")
    }
    return first
  }
}

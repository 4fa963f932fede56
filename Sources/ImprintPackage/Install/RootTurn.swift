// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest
internal import ImprintSettings

/// A transaction in a root, under its lock; begins by removing an earlier one's leftovers.
struct RootTurn: ~Copyable {
  static let plugins = "plugins"
  static let disabled = "disabled"
  /// Hidden from listings, and on the root's file system, so that files can be renamed out of it.
  private static let staging = ".staging"
  private static let lock = ".lock"
  /// In the staging folder: a marker file for each run-time library that may have become unused.
  private static let doubtful = "doubtful"
  /// In the staging folder: the new plugin, and after the rename the old one.
  static let plugin = "plugin"

  /// Of the root.
  let path: String
  let folder: Folder
  /// Only its owner may enter.
  let staging: Folder
  private let lock: RootLock

  /// - Parameter creates: creates the root if absent.
  static func begin(
    in path: String, creates: Bool, patience: Duration
  ) async throws(PackageError) -> RootTurn {
    if creates { try Folder.makeShared(path) }
    let folder = try Folder(path: path)
    let lock = try await RootLock.take("\(path)/\(lock)", .writing, patience: patience, creates: true)
    var removed: [String] = []
    try clearUp(folder, path, removed: &removed)
    let made = try folder.makeFolder(staging)
    return RootTurn(path: path, folder: folder, staging: made, lock: lock)
  }

  /// Removes unused run-time libraries, and the staging folder. Failures to clean up are left to the next
  /// run: they neither fail this one nor hide its errors.
  /// - Returns: The folders of the removed run-time libraries.
  func end() -> [String] {
    var removed: [String] = []
    try? Self.clearUp(folder, path, removed: &removed)
    return removed
  }

  /// Marks run-time libraries that may be unused after this transaction, whatever its outcome.
  func doubt(_ runtimes: [String]) throws(PackageError) {
    guard !runtimes.isEmpty else { return }
    let notes = try staging.makeFolder(Self.doubtful)
    for runtime in runtimes where try !notes.contains(runtime) { try notes.makeFile(runtime).sync() }
    try notes.sync()
    try staging.sync()
    try folder.sync()
  }

  private static func clearUp(
    _ root: borrowing Folder, _ path: String, removed: inout [String]
  ) throws(PackageError) {
    guard let left = try root.folder(staging) else { return }
    if let notes = try left.folder(doubtful) {
      let doubtful = try notes.names()
      if let needed = try neededRuntimes(in: path) {
        for runtime in doubtful where !needed.contains(runtime) {
          guard let runtimes = try root.folder(PackageLayout.runtimes), try runtimes.contains(runtime) else {
            continue
          }
          try left.removeAll("removed")
          try runtimes.move(runtime, to: left, as: "removed")
          removed.append(runtime)
        }
      }
    }
    try root.removeAll(staging)
  }

  /// The run-time libraries that the root's plugins name, disabled ones too; `nil` if unknown, as a manifest
  /// is unreadable.
  private static func neededRuntimes(in path: String) throws(PackageError) -> Set<String>? {
    guard try Folder.isThere("\(path)/\(plugins)") else { return [] }
    var needed: Set<String> = []
    for name in try Folder(path: "\(path)/\(plugins)").names() where !name.hasPrefix(".") {
      let read: ManifestReading<PluginManifest>
      do {
        read = try ManifestReader.plugin(at: "\(path)/\(plugins)/\(name)/\(PackageLayout.manifest)")
      } catch {
        return nil
      }
      needed.formUnion(read.manifest.runtimes.map(\.folder))
    }
    return needed
  }

  /// The plugins' folder.
  func pluginsFolder() throws(PackageError) -> Folder {
    let made = try folder.makeSharedFolder(Self.plugins)
    try folder.sync()
    return made
  }

  /// Whether a plugin is disabled here.
  func isDisabled(_ id: String) throws(PackageError) -> Bool {
    guard let markers = try folder.folder(Self.disabled) else { return false }
    return try markers.contains(id)
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest
internal import ImprintSettings

/// One turn of work in a root, under its lock; what an earlier one left behind is cleared up at its
/// beginning.
struct RootTurn: ~Copyable {
  static let plugins = "plugins"
  static let disabled = "disabled"
  /// Hidden, so that no listing shows it, and on the root's file system, so that a rename leads out of it.
  private static let staging = ".staging"
  private static let lock = ".lock"
  /// In the staging folder: a file for each run-time library that may not be needed any more.
  private static let doubtful = "doubtful"
  /// In the staging folder: the new plugin, and after the rename the old one.
  static let plugin = "plugin"

  /// Of the root.
  let path: String
  let folder: Folder
  /// Only its owner may enter.
  let staging: Folder
  private let lock: RootLock

  /// - Parameter creates: makes the root where there is none.
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

  /// Removes the run-time libraries that nobody needs any more, and the staging folder. What cannot be
  /// cleared up now is by the next run: it is no failure of what was done, and hides none.
  /// - Returns: The folders of the run-time libraries that went.
  func end() -> [String] {
    var removed: [String] = []
    try? Self.clearUp(folder, path, removed: &removed)
    return removed
  }

  /// Notes run-time libraries that may not be needed when this turn has ended, however it ends.
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

  /// The run-time libraries that the root's plugins name, disabled ones too; `nil` where a manifest cannot be
  /// read, so that nobody knows.
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

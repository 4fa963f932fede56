// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest
internal import ImprintRuntime

/// The plan for installing one package in one root, and its steps.
struct InstallPlan {
  let package: PluginPackage
  let change: Installation.Change
  private let previous: InstalledPlugin?
  private let missingRuntimes: [String]
  private let isDisabled: Bool
  private let folder: String

  private var manifest: PluginManifest { package.manifest }

  /// Compares the package with the root.
  /// - Parameter isOfAnother: whether the plugin in a folder has another publisher than the package: then
  ///   their versions are not comparable.
  /// - Throws: ``PackageError`` `downgrade` or `runtime-differs`.
  init(
    _ package: PluginPackage, _ turn: borrowing RootTurn, allowingDowngrade: Bool,
    isOfAnother: (String) -> Bool = { _ in false }
  ) throws(PackageError) {
    self.package = package
    let root = turn.path
    folder = "\(root)/\(RootTurn.plugins)/\(package.manifest.id)"
    isDisabled = try turn.isDisabled(package.manifest.id)
    previous = try InstalledPlugin(package.manifest.id, in: root)
    var missing: [String] = []
    for runtime in package.manifest.runtimes where try !InstalledRuntime.isThere(runtime, in: root) {
      missing.append(runtime.folder)
    }
    missingRuntimes = missing
    change =
      previous != nil && isOfAnother(folder)
      ? .replaced : try Self.change(package, from: previous, missing.isEmpty, allowingDowngrade, folder)
  }

  private static func change(
    _ package: PluginPackage, from previous: InstalledPlugin?, _ hasRuntimes: Bool,
    _ allowingDowngrade: Bool, _ folder: String
  ) throws(PackageError) -> Installation.Change {
    guard let previous else { return .installed }
    let version = package.manifest.version
    guard let known = previous.manifest?.version else { return .replaced }
    if known < version { return .upgraded }
    if known > version {
      guard allowingDowngrade else {
        throw PackageError(
          .downgrade, place: folder, reason: "version \(known) is installed, and the package has \(version).",
          remedy: "Keep it, or install the older one with --allow-downgrade.")
      }
      return .downgraded
    }
    guard hasRuntimes, previous.has(package.ownFiles) else { return .replaced }
    return .unchanged
  }

  /// Writes what is missing into the staging folder.
  func extract(into turn: borrowing RootTurn) throws(PackageError) {
    try PackageExtraction(package: package).write(into: turn.staging, runtimes: missingRuntimes)
  }

  /// Validates the library as opening the plugin would, in a folder where nobody else can write.
  func judgeLibrary(in turn: borrowing RootTurn) throws(PluginError) {
    let staged = "\(turn.staging.place)/\(RootTurn.plugin)"
    do throws(PluginError) {
      _ = try FoundPlugin(
        manifest: manifest, manifestHash: package.manifestHash, folder: staged,
        root: PluginRoot(path: turn.path, origin: .explicit)
      ).judgeLibrary()
    } catch {
      // Names the package: the staged file no longer exists when this is read.
      throw PluginError(
        error.code, place: error.place.replacing(staged, with: package.place), reason: error.reason,
        remedy: error.remedy)
    }
  }

  /// Moves run-time libraries, then the plugin, into place. On failure the old plugin is kept.
  func place(in turn: borrowing RootTurn) throws(PackageError) {
    // The old version's run-time libraries may be unused afterwards; the new ones are, if this is
    // interrupted.
    try turn.doubt(missingRuntimes + (previous?.runtimes ?? []))
    if !missingRuntimes.isEmpty {
      let runtimes = try turn.folder.makeSharedFolder(PackageLayout.runtimes)
      guard let staged = try turn.staging.folder(PackageLayout.runtimes) else {
        throw .package(.missingFile, package.place, "a run-time library has no file in it.")
      }
      for runtime in missingRuntimes { try staged.place(runtime, in: runtimes, as: runtime, .new) }
      try runtimes.sync()
      try turn.folder.sync()
    }
    let plugins = try turn.pluginsFolder()
    try turn.staging.place(
      RootTurn.plugin, in: plugins, as: manifest.id, previous == nil ? .new : .exchange)
    do throws(PackageError) {
      try plugins.sync()
    } catch {
      // Whether the rename is durable is unknown: roll back. A failed rollback makes nothing worse.
      try? plugins.place(
        manifest.id, in: turn.staging, as: RootTurn.plugin, previous == nil ? .new : .exchange)
      throw error
    }
  }

  /// The result.
  func done(removing runtimes: [String], warnings: [String]) -> Installation {
    Installation(
      change: change, manifest: manifest, previous: previous?.manifest?.version, folder: folder,
      addedRuntimes: missingRuntimes, removedRuntimes: runtimes, isDisabled: isDisabled,
      warnings: warnings)
  }
}

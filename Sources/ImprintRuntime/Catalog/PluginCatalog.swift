// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintManifest
internal import ImprintSettings

/// The contents of the roots of a search path: plugins, variants, and what cannot be used, with the reason.
///
/// A listing: it reads manifests and opens no library, so that no code of any plugin can run. Whether a
/// library conforms to its manifest is checked on opening, and by ``FoundPlugin/judgeLibrary()``.
public struct PluginCatalog: Sendable {
  public let path: PluginSearchPath
  /// In the order of roots, then of folder names.
  public private(set) var found: [FoundPlugin] = []
  /// Plugins and variants that exist and cannot be used.
  public private(set) var skipped: [SkippedPlugin] = []
  /// Those of ``skipped`` that could be used if they were not disabled.
  public private(set) var disabled: [FoundPlugin] = []
  /// In the order of roots, then of file names.
  public private(set) var variants: [FoundVariant] = []

  // The place that claims each id and variant name: the first root wins, usable or not, so that a broken
  // override never silently selects another version.
  private var claimedIDs: [String: String] = [:]
  private var claimedVariants: [String: String] = [:]

  private init(path: PluginSearchPath) {
    self.path = path
  }

  /// Reads all roots. Never fails: what cannot be read is in ``skipped``.
  /// - Complexity: O(manifests); one small file is read for each plugin.
  public static func discover(_ path: PluginSearchPath) -> PluginCatalog {
    var catalog = PluginCatalog(path: path)
    for root in path.roots {
      for name in catalog.names(in: "\(root.path)/plugins", of: root)
      where FolderListing.isFolder("\(root.path)/plugins/\(name)") {
        catalog.addPlugin(in: "\(root.path)/plugins/\(name)", named: name, root: root)
      }
      for name in catalog.names(in: "\(root.path)/variants", of: root) where name.hasSuffix(".yaml") {
        catalog.addVariant("\(root.path)/variants/\(name)", root: root)
      }
    }
    return catalog
  }

  /// The plugin with that id that can be used, if there is one.
  public func plugin(withID id: String) -> FoundPlugin? { found.first { $0.manifest.id == id } }

  /// Why the plugin with that id is not in ``found``, if it is known.
  public func skip(ofID id: String) -> SkippedPlugin? { skipped.first { $0.id == id } }

  /// The folders of plugins of the same id that are not used, because this one was found first.
  public func shadowed(by plugin: FoundPlugin) -> [String] {
    skipped.filter { $0.error.code == .duplicateID && $0.id == plugin.manifest.id }.map(\.place)
  }

  /// The places of all plugins of an id, whether they can be used or not.
  public func places(ofID id: String) -> [String] {
    found.filter { $0.manifest.id == id }.map(\.folder) + skipped.filter { $0.id == id }.map(\.place)
  }

  private mutating func names(in folder: String, of root: PluginRoot) -> [String] {
    do {
      return try FolderListing.names(in: folder)
    } catch {
      // Most roots do not exist, and many have no variants; a root that was named explicitly should.
      let isExpected = error == .missing && (root.origin != .explicit || FolderListing.isFolder(root.path))
      if !isExpected {
        skip(
          folder, root, id: nil,
          PluginError(
            .unreadableFolder, place: folder, reason: error.reason,
            remedy: "Check the folder's name and permissions."))
      }
      return []
    }
  }

  private mutating func addPlugin(in folder: String, named name: String, root: PluginRoot) {
    var id: String?
    do throws(PluginError) {
      let read: ManifestReading<PluginManifest>
      do throws(PluginError) {
        read = try Self.read { () throws(ManifestError) in try ManifestReader.plugin(inFolder: folder) }
      } catch {
        // The folder claims the id that it is named after.
        if FolderListing.isThere("\(folder)/plugin.yaml") { claimedIDs[name] = claimedIDs[name] ?? folder }
        throw error
      }
      id = read.manifest.id
      try claim(id: read.manifest.id, folder: folder, named: name)
      let plugin = FoundPlugin(
        manifest: read.manifest, manifestHash: read.sha256, folder: folder, root: root,
        warnings: read.warnings)
      try LibraryJudge.judgeManifest(plugin)
      try refuseDisabled(plugin)
      found.append(plugin)
    } catch {
      skip(folder, root, id: id, error)
    }
  }

  private mutating func claim(id: String, folder: String, named name: String) throws(PluginError) {
    guard name == id else {
      throw PluginError(
        .folderNameDiffers, place: folder, reason: "the plugin in it is \(id).",
        remedy: "Rename the folder to \(id).")
    }
    if let winner = claimedIDs[id] {
      throw PluginError(
        .duplicateID, place: folder, reason: "\(id) was already found in \(winner), which is searched first.",
        remedy: "Remove one of the two.")
    }
    claimedIDs[id] = folder
  }

  /// The marker is outside the plugin's folder, which a signature covers.
  private mutating func refuseDisabled(_ plugin: FoundPlugin) throws(PluginError) {
    let root = plugin.root
    guard FolderListing.isThere("\(root.path)/disabled/\(plugin.manifest.id)") else { return }
    disabled.append(plugin)
    throw PluginError(
      .disabled, place: plugin.folder, reason: "it is disabled in this root.",
      remedy: "Run `\(plugin.enablingCommand)`.")
  }

  private mutating func addVariant(_ place: String, root: PluginRoot) {
    do throws(PluginError) {
      let read = try Self.read { () throws(ManifestError) in try ManifestReader.variant(at: place) }
      if let winner = claimedVariants[read.manifest.variant] {
        throw PluginError(
          .duplicateID, place: place,
          reason:
            "the variant \(read.manifest.variant) was already found in \(winner), which is searched first.",
          remedy: "Remove one of the two.")
      }
      claimedVariants[read.manifest.variant] = place
      variants.append(
        FoundVariant(manifest: read.manifest, place: place, root: root, warnings: read.warnings))
    } catch {
      skip(place, root, id: nil, error)
    }
  }

  private mutating func skip(_ place: String, _ root: PluginRoot, id: String?, _ error: PluginError) {
    skipped.append(SkippedPlugin(place: place, root: root, id: id, error: error))
  }

  private static func read<Manifest>(
    _ manifest: () throws(ManifestError) -> ManifestReading<Manifest>
  ) throws(PluginError) -> ManifestReading<Manifest> {
    do {
      return try manifest()
    } catch {
      // All problems are reported: authors of manifests want to see them at once.
      let others = error.problems.dropFirst().map { " \($0)" }.joined()
      throw PluginError(
        .brokenManifest, place: error.place, reason: error.reason + others, remedy: error.remedy)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
package import ImprintManifest

/// The evidence for a trust decision about a plugin: hashes of the very bytes that will be used.
public struct PluginEvidence: Sendable {
  /// Its location, for errors.
  public let folder: String
  public let contents: PluginContents
  /// The library's file, as the manifest names it: one of the contents.
  public let library: String
  /// The bytes of `plugin.sig`, if there is one.
  public let signature: [UInt8]?
  /// The bytes of `conformance.sig`, if there is one.
  public let conformance: [UInt8]?
  /// Plugins of the same id elsewhere, such as in a root that is searched later.
  package let rivals: [Rival]

  /// The evidence for another plugin of the same id.
  package struct Rival: Sendable, Hashable {
    let folder: String
    /// The bytes of its `plugin.sig`.
    let signature: [UInt8]

    /// The signed ones among some folders. Unreadable ones claim nothing.
    package static func read(_ folders: [String]) -> [Rival] {
      folders.compactMap { folder in
        do throws(TrustError) {
          return try PluginFiles.statement(PluginContents.signatureName, in: folder).map {
            Rival(folder: folder, signature: $0)
          }
        } catch {
          return nil
        }
      }
    }
  }
}

extension PluginEvidence {
  public init(
    folder: String, contents: PluginContents, library: String, signature: [UInt8]?,
    conformance: [UInt8]? = nil
  ) {
    self.init(
      folder: folder, contents: contents, library: library, signature: signature, conformance: conformance,
      rivals: [])
  }

  /// The same, with other plugins of that id.
  package func beside(_ rivals: [Rival]) -> PluginEvidence {
    PluginEvidence(
      folder: folder, contents: contents, library: library, signature: signature, conformance: conformance,
      rivals: rivals)
  }

  /// For a plugin whose files were all read.
  public init(_ plugin: ReadPlugin) {
    self.init(
      folder: plugin.folder, contents: plugin.contents, library: plugin.manifest.library.file,
      signature: plugin.signature, conformance: plugin.conformance)
  }

  /// Gathers the evidence for a plugin that is about to be opened.
  ///
  /// - Parameters:
  ///   - manifestHash: SHA-256 of the bytes that `manifest` was parsed from.
  ///   - library: hash of the copy of the library that will be loaded.
  ///   - readsFiles: `false` if hashes are not needed: then the folder is only checked for links.
  /// - Throws: ``TrustError`` `trust-file`.
  /// - Complexity: O(bytes of the files that the manifest does not name). Models are taken as the manifest
  ///   states them: they are verified when they are used.
  package static func gather(
    _ folder: String, manifest: PluginManifest, manifestHash: ContentHash,
    library: (sha256: ContentHash, bytes: Int), readsFiles: Bool
  ) throws(TrustError) -> PluginEvidence {
    let models = Dictionary(manifest.models.map { ("models/\($0.file)", $0) }) { first, _ in first }
    let own = PluginContents.File(name: manifest.library.file, bytes: library.bytes, sha256: library.sha256)
    var files = [own]
    var room = PluginContents.mostBytes - own.bytes
    if !readsFiles { try PluginFiles.refuseLinks(in: folder) }
    for name in readsFiles ? try PluginFiles.names(in: folder) : [] where name != own.name {
      if let model = models[name] {
        files.append(PluginContents.File(name: name, bytes: model.bytes, sha256: model.sha256))
      } else {
        files.append(try PluginFiles.hash(name, in: folder, room: &room))
      }
    }
    let contents = PluginContents(
      plugin: manifest.id, version: manifest.version, manifest: manifestHash, files: files)
    return PluginEvidence(
      folder: folder, contents: contents, library: own.name,
      signature: readsFiles ? try PluginFiles.statement(PluginContents.signatureName, in: folder) : nil,
      conformance: readsFiles ? try PluginFiles.statement(PluginContents.conformanceName, in: folder) : nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
private import Crypto
internal import ImprintFiles
public import ImprintManifest
internal import ImprintModel

/// A plugin's folder, read whole: its manifest as it was parsed, and the hash of everything.
public struct ReadPlugin: Sendable {
  public let folder: String
  /// What the bytes that were hashed say.
  public let manifest: PluginManifest
  public let contents: PluginContents
  /// The bytes of `plugin.sig`, where there is one; not judged.
  public let signature: [UInt8]?
  /// The bytes of `conformance.sig`, where there is one; not judged.
  public let conformance: [UInt8]?

  /// A plugin that was read elsewhere than from a folder; `folder` names it in errors.
  package init(
    folder: String, manifest: PluginManifest, contents: PluginContents, signature: [UInt8]?,
    conformance: [UInt8]?
  ) {
    self.folder = folder
    self.manifest = manifest
    self.contents = contents
    self.signature = signature
    self.conformance = conformance
  }

  /// Reads all files of a plugin's folder.
  ///
  /// Nothing in it may be a link. A model that is not as the manifest states is refused: it could be signed, and not
  /// be used.
  /// - Throws: ``TrustError`` `trust-file` or `contents-differ`; ``ManifestError``.
  /// - Complexity: O(bytes of all files).
  public static func read(_ folder: String) throws -> ReadPlugin {
    let place = try Folder<TrustError>(path: folder)
    guard let bytes = try place.read(PluginContents.manifestName, limit: ManifestReader.maximumBytes)?.bytes
    else {
      throw TrustError(
        .file, place: "\(folder)/\(PluginContents.manifestName)", reason: "it is not there.",
        remedy: "Name the folder of a plugin.")
    }
    let manifest = try ManifestReader.plugin(
      bytes: bytes, place: "\(folder)/\(PluginContents.manifestName)"
    ).manifest
    let files = try PluginFiles.names(in: folder).map { (name) throws(TrustError) in
      try PluginFiles.hash(name, in: folder)
    }
    let read = ReadPlugin(
      folder: folder, manifest: manifest,
      contents: PluginContents(
        plugin: manifest.id, version: manifest.version, manifest: ContentHash(of: bytes), files: files),
      signature: try PluginFiles.statement(PluginContents.signatureName, in: folder),
      conformance: try PluginFiles.statement(PluginContents.conformanceName, in: folder))
    try read.checkStated()
    return read
  }

  /// The manifest's own statements have to be true of what is there.
  private func checkStated() throws(TrustError) {
    let here = Dictionary(contents.files.map { ($0.name, $0) }) { first, _ in first }
    func check(_ name: String, _ holds: (PluginContents.File) -> Bool) throws(TrustError) {
      if let file = here[name], holds(file) { return }
      throw TrustError(
        .contentsDiffer, place: "\(folder)/\(name)",
        reason: here[name] == nil
          ? "the manifest names it, and it is not there." : "it is not the file that the manifest states.",
        remedy: "Install the plugin again, or correct its manifest.")
    }
    try check(manifest.library.file) { _ in true }
    for model in manifest.models {
      try check("models/\(model.file)") { $0.bytes == model.bytes && $0.sha256 == model.sha256 }
    }
  }
}

/// The files of a plugin's folder beside manifest and statements.
package enum PluginFiles {
  /// Their names, in no certain order.
  /// - Throws: ``TrustError`` for a name that none may have, too many, or folders in folders in folders.
  package static func names(in folder: String) throws(TrustError) -> [String] {
    let place = try Folder<TrustError>(path: folder)
    var names: [String] = []
    try gather(place, below: "", into: &names)
    return names
  }

  private static func gather(
    _ folder: borrowing Folder<TrustError>, below path: String, into names: inout [String]
  ) throws(TrustError) {
    for name in try folder.names() {
      let whole = path + name
      if whole == PluginContents.manifestName || PluginContents.statements.contains(whole) { continue }
      guard PluginContents.isName(whole), names.count < PluginContents.mostFiles else {
        throw TrustError(
          .file, place: "\(folder.place)/\(name)",
          reason:
            "a plugin has at most \(PluginContents.mostFiles) files, in at most three folders, with names of "
            + "1 to 255 printable ASCII characters.",
          remedy: "Remove it from the plugin's folder.")
      }
      if try folder.isFolder(name), let inner = try folder.folder(name) {
        try gather(inner, below: "\(whole)/", into: &names)
      } else {
        names.append(whole)
      }
    }
  }

  /// The bytes of a statement about the plugin; `nil` where there is none.
  package static func statement(_ name: String, in folder: String) throws(TrustError) -> [UInt8]? {
    try Folder<TrustError>(path: folder).read(name, limit: 1 << 20)?.bytes
  }

  /// Reads one of them. O(bytes), in bounded memory.
  package static func hash(_ name: String, in folder: String) throws(TrustError) -> PluginContents.File {
    let parts = name.split(separator: "/").map(String.init)
    let place = try Folder<TrustError>(
      path: ([folder] + parts.dropLast()).joined(separator: "/"))
    var hash = SHA256()
    guard let last = parts.last, let bytes = try place.stream(last, { hash.update(bufferPointer: $0) }),
      let sha256 = ContentHash(bytes: Array(hash.finalize()))
    else {
      throw TrustError(
        .file, place: "\(folder)/\(name)", reason: "it went away while it was read.", remedy: "Try again.")
    }
    return PluginContents.File(name: name, bytes: bytes, sha256: sha256)
  }
}

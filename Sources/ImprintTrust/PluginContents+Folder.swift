// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintManifest
internal import ImprintSettings

/// A plugin's folder, read completely: its parsed manifest, and the hash of everything.
public struct ReadPlugin: Sendable {
  public let folder: String
  /// Parsed from the very bytes that were hashed.
  public let manifest: PluginManifest
  public let contents: PluginContents
  /// The bytes of `plugin.sig`, if there is one; not verified.
  public let signature: [UInt8]?
  /// The bytes of `conformance.sig`, if there is one; not verified.
  public let conformance: [UInt8]?

  /// A plugin from another source than a folder; `folder` names it in errors.
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
  /// Nothing in it may be a link. A model that does not match the manifest is refused: it could be signed,
  /// but not used. More than ``PluginContents/mostBytes`` are refused unread. Cancellable.
  /// - Throws: ``TrustError`` `trust-file` or `contents-differ`; ``ManifestError``.
  /// - Complexity: O(bytes of all files).
  public static func read(_ folder: String) throws -> ReadPlugin {
    let reading = try ManifestReader.plugin(inFolder: folder)
    let manifest = reading.manifest
    let stated = Dictionary(manifest.models.map { ("models/\($0.file)", $0.bytes) }) { first, _ in first }
    var room = PluginContents.mostBytes
    let files = try PluginFiles.names(in: folder).map { (name) throws(TrustError) in
      try PluginFiles.hash(name, in: folder, stated: stated[name], room: &room)
    }
    let read = ReadPlugin(
      folder: folder, manifest: manifest,
      contents: PluginContents(
        plugin: manifest.id, version: manifest.version, manifest: reading.sha256, files: files),
      signature: try PluginFiles.statement(PluginContents.signatureName, in: folder),
      conformance: try PluginFiles.statement(PluginContents.conformanceName, in: folder))
    try read.checkStated()
    return read
  }

  /// The files must match the manifest.
  private func checkStated() throws(TrustError) {
    let here = Dictionary(contents.files.map { ($0.name, $0) }) { first, _ in first }
    func check(_ name: String, _ holds: (PluginContents.File) -> Bool) throws(TrustError) {
      if let file = here[name], holds(file) { return }
      throw TrustError(
        .contentsDiffer, place: "\(folder)/\(name)",
        reason: here[name] == nil
          ? "the manifest names it, but it is missing." : "it does not match the manifest.",
        remedy: "Install the plugin again, or correct its manifest.")
    }
    try check(manifest.library.file) { _ in true }
    for model in manifest.models {
      try check("models/\(model.file)") { $0.bytes == model.bytes && $0.sha256 == model.sha256 }
    }
  }
}

/// The files of a plugin's folder except manifest and statements.
package enum PluginFiles {
  /// Their names, in unspecified order.
  /// - Throws: ``TrustError`` for an invalid name, too many files, or too deep folders.
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
      try refuseLink(name, in: folder)
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

  /// Checks only that nothing in a plugin's folder is a link: where no signature is required, other files may
  /// be there. O(files).
  /// - Throws: ``TrustError`` `trust-file`.
  package static func refuseLinks(in folder: String) throws(TrustError) {
    try refuseLinks(in: try Folder<TrustError>(path: folder), depth: 32)
  }

  private static func refuseLinks(
    in folder: borrowing Folder<TrustError>, depth: Int
  ) throws(TrustError) {
    for name in try folder.names() {
      try refuseLink(name, in: folder)
      guard depth > 0, try folder.isFolder(name), let inner = try folder.folder(name) else { continue }
      try refuseLinks(in: inner, depth: depth - 1)
    }
  }

  private static func refuseLink(_ name: String, in folder: borrowing Folder<TrustError>) throws(TrustError) {
    guard try folder.isLink(name) else { return }
    throw .init(.link, place: "\(folder.place)/\(name)")
  }

  /// The bytes of a statement about the plugin; `nil` if there is none.
  package static func statement(_ name: String, in folder: String) throws(TrustError) -> [UInt8]? {
    try read(name, in: folder, limit: 1 << 20)
  }

  private static func read(_ name: String, in folder: String, limit: Int) throws(TrustError) -> [UInt8]? {
    do throws(FileProblem) {
      return try RegularFile(name, in: folder).bytes(upTo: limit)
    } catch .missing {
      return nil
    } catch {
      throw TrustError(error, place: "\(folder)/\(name)")
    }
  }

  private static func open(_ name: String, in folder: String) throws(TrustError) -> RegularFile {
    do throws(FileProblem) { return try RegularFile(name, in: folder) } catch .missing {
      throw TrustError(
        .file, place: "\(folder)/\(name)", reason: "it disappeared while it was read.", remedy: "Try again.")
    } catch {
      throw TrustError(error, place: "\(folder)/\(name)")
    }
  }

  /// Reads one of them. O(bytes), in bounded memory.
  /// - Parameters:
  ///   - stated: its length by the manifest; another length is refused unread.
  ///   - room: the remaining bytes that the plugin may have; decreased by the file's length.
  package static func hash(
    _ name: String, in folder: String, stated: Int? = nil, room: inout Int
  ) throws(TrustError) -> PluginContents.File {
    let place = "\(folder)/\(name)"
    let opened = try open(name, in: folder)
    if let stated, stated != opened.size {
      throw TrustError(
        .contentsDiffer, place: place,
        reason: "it has \(opened.size) bytes, but the manifest says \(stated).",
        remedy: "Install the plugin again, or correct its manifest.")
    }
    guard opened.size <= room else {
      throw .notAFile(
        place,
        reason: "it has \(opened.size) bytes, and the files of a plugin have at most "
          + "\(PluginContents.mostBytes) together.")
    }
    room -= opened.size
    let sha256 = try TrustError.at(place) { () throws(FileProblem) in try opened.hash() }
    return PluginContents.File(name: name, bytes: opened.size, sha256: sha256)
  }
}

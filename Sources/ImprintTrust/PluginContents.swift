// SPDX-License-Identifier: Apache-2.0

/// The content of a plugin's folder, by hash: the manifest, and every other file except statements.
public struct PluginContents: Sendable, Hashable {
  /// One file of the folder.
  public struct File: Sendable, Hashable {
    /// Below the plugin's folder, with `/` between folders: `models/face.onnx`.
    public let name: String
    public let bytes: Int
    public let sha256: ContentHash

    public init(name: String, bytes: Int, sha256: ContentHash) {
      self.name = name
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// The manifest's file, which has a hash of its own.
  public static let manifestName = "plugin.yaml"
  /// Files in the folder that are not part of the plugin: statements about it.
  public static let statements: Set<String> = [signatureName, conformanceName]
  public static let signatureName = "plugin.sig"
  public static let conformanceName = "conformance.sig"
  /// The most files that a plugin has.
  public static let mostFiles = 4096
  /// The maximum total size of a plugin's files: 4 GiB, as of its package.
  public static let mostBytes = 4 << 30

  /// The plugin's id, from its manifest.
  public let plugin: String
  public let version: SemanticVersion
  /// SHA-256 of the manifest's bytes.
  public let manifest: ContentHash
  /// Sorted by the bytes of their names.
  public let files: [File]

  public init(plugin: String, version: SemanticVersion, manifest: ContentHash, files: [File]) {
    self.plugin = plugin
    self.version = version
    self.manifest = manifest
    self.files = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The hash of the whole plugin: SHA-256 of a line for each file, the manifest first, then by name, as
  /// `sha256sum` writes them. O(files).
  public var sha256: ContentHash {
    var lines = "\(manifest.hex)  \(Self.manifestName)\n"
    for file in files { lines += "\(file.sha256.hex)  \(file.name)\n" }
    return ContentHash(of: Array(lines.utf8))
  }

  /// Whether a file may have that name: printable ASCII without `\`, one to four components, none of them `.`
  /// or `..`, 1 to 255 bytes. Names that tools quote or parse differently could make two plugins look alike.
  static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return (1...255).contains(name.utf8.count) && (1...4).contains(parts.count)
      && name.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}

extension PluginContents {
  /// Reports the first difference, by name, between a plugin and what was signed.
  ///
  /// - Parameter folder: the plugin's folder, for the error.
  /// - Throws: ``TrustError`` `contents-differ`.
  func compare(withSigned signed: PluginContents, in folder: String) throws(TrustError) {
    func differs(_ name: String, _ reason: String) -> TrustError {
      TrustError(
        .contentsDiffer, place: "\(folder)/\(name)", reason: reason,
        remedy: "Install the plugin again; if you changed it, sign it again.")
    }
    guard plugin == signed.plugin, version == signed.version else {
      throw differs(
        Self.signatureName,
        "it is for \(signed.plugin) \(signed.version), but the manifest says \(plugin) \(version).")
    }
    guard manifest == signed.manifest else {
      throw differs(Self.manifestName, Self.sentence(manifest, signed.manifest))
    }
    let here = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    for expected in signed.files {
      guard let file = here[expected.name] else {
        throw differs(expected.name, "it was signed, but is missing.")
      }
      guard file.bytes == expected.bytes else {
        throw differs(
          expected.name, "it has \(file.bytes) bytes, but the signed file has \(expected.bytes).")
      }
      guard file.sha256 == expected.sha256 else {
        throw differs(expected.name, Self.sentence(file.sha256, expected.sha256))
      }
    }
    let names = Set(signed.files.map(\.name))
    if let extra = files.first(where: { !names.contains($0.name) }) {
      throw TrustError(
        .contentsDiffer, place: "\(folder)/\(extra.name)",
        reason: "it is not among the files that were signed.",
        remedy: "Remove it, or sign the plugin again.")
    }
  }

  private static func sentence(_ found: ContentHash, _ signed: ContentHash) -> String {
    "its SHA-256 begins with \(found.hex.prefix(12)), and that of the file that was signed with "
      + "\(signed.hex.prefix(12))."
  }
}

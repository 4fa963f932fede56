// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintSignedDocuments

/// The payload of `plugin.sig`: the plugin, file by file, and the time of signing.
public struct PluginSignature: Sendable, Hashable {
  public let contents: PluginContents
  /// Seconds since 1970 UTC, by the signer's clock.
  public let time: Int64

  public init(_ contents: PluginContents, time: Int64) {
    self.contents = contents
    self.time = time
  }

  /// Parses and validates the payload.
  ///
  /// - Throws: ``TrustError`` `bad-signature`.
  init(json: JSONValue, place: String) throws(TrustError) {
    do throws(DocumentRejection) {
      var members = try ClaimReader(json, "member")
      _ = try members.integer("ver", in: 1...1)
      let plugin = try members.text("plugin")
      let version = try members.version("version")
      time = try members.time("time")
      contents = PluginContents(
        plugin: plugin, version: version, manifest: try members.hash("manifest"),
        files: try Self.files(members.required("files")))
      try members.end()
    } catch {
      throw TrustError(
        .badSignature, place: place, reason: error.reason,
        remedy: "Update Imprint, or ask the plugin's publisher for a signature of version 1.")
    }
  }

  private static func files(_ json: JSONValue) throws(DocumentRejection) -> [PluginContents.File] {
    guard case .array(let items) = json, items.count <= PluginContents.mostFiles else {
      throw .malformed(.claims, "member 'files' is not a list of at most \(PluginContents.mostFiles) files.")
    }
    var files: [PluginContents.File] = []
    for item in items {
      var file = try ClaimReader(item, "file member")
      guard case .string(let name) = try file.required("name"), PluginContents.isName(name),
        name != PluginContents.manifestName, !PluginContents.statements.contains(name)
      else { throw file.refused("name", "is none that a file of a plugin may have") }
      files.append(
        PluginContents.File(
          name: name, bytes: try file.integer("bytes", in: 0...Int.max), sha256: try file.hash("sha256")))
      try file.end()
    }
    guard Set(files.map(\.name)).count == files.count else {
      throw .malformed(.claims, "member 'files' has a file twice.")
    }
    return files
  }

  /// The payload to be signed. Deterministic.
  var json: JSONValue {
    [
      "ver": 1, "plugin": contents.plugin, "version": "\(contents.version)", "time": Int(time),
      "manifest": contents.manifest.hex,
      "files": contents.files.json { ["name": $0.name, "bytes": $0.bytes, "sha256": $0.sha256.hex] },
    ]
  }
}

extension ClaimReader {
  /// 64 lower-case hexadecimal digits.
  mutating func hash(_ name: String) throws(DocumentRejection) -> ContentHash {
    guard case .string(let text) = try required(name), let hash = ContentHash(hex: text), hash.hex == text
    else {
      throw refused(name, "is not 64 lower-case hexadecimal digits")
    }
    return hash
  }

  mutating func version(_ name: String) throws(DocumentRejection) -> SemanticVersion {
    guard case .string(let text) = try required(name), let version = SemanticVersion(text) else {
      throw refused(name, "is not a version of three numbers")
    }
    return version
  }
}

extension ReadPlugin {
  /// Signs the plugin.
  ///
  /// - Parameter time: Seconds since 1970 UTC.
  /// - Returns: The content of `plugin.sig`.
  /// - Throws: ``TrustError`` `signing-key`.
  public func signed(with key: PublisherKey, at time: Int64) throws(TrustError) -> String {
    try key.sign(PluginSignature(contents, time: time).json, as: .plugin, at: time)
  }

  /// Signs the plugin and writes the signature into its folder, atomically.
  public func sign(with key: PublisherKey, at time: Int64) throws(TrustError) {
    let document = try signed(with: key, at: time)
    try Folder<TrustError>.write(
      Array(document.utf8), to: "\(folder)/\(PluginContents.signatureName)", mode: 0o644)
  }
}

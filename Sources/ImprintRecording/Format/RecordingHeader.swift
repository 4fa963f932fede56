// SPDX-License-Identifier: Apache-2.0

/// A recording's metadata: of what, by what and where its calls were recorded.
public struct RecordingHeader: Sendable, Hashable {
  /// The plugin's id.
  public var plugin: String
  public var version: SemanticVersion
  /// Hash of the library.
  public var library: ContentHash
  /// Hash of the manifest.
  public var manifest: ContentHash
  /// The library's processor: `x86_64`.
  public var architecture: String
  /// The version of Imprint that recorded it.
  public var imprint: String
  /// Where the plugin ran: `in-process` or `process`.
  public var isolation: String
  /// Whether biometric and personal data were omitted.
  public var isRedacted: Bool
  /// Start time, in seconds since 1970 UTC.
  public var began: Int64

  public init(
    plugin: String, version: SemanticVersion, library: ContentHash, manifest: ContentHash,
    architecture: String, imprint: String, isolation: String, isRedacted: Bool, began: Int64
  ) {
    self.plugin = plugin
    self.version = version
    self.library = library
    self.manifest = manifest
    self.architecture = architecture
    self.imprint = imprint
    self.isolation = isolation
    self.isRedacted = isRedacted
    self.began = began
  }

  var json: JSONValue {
    [
      "plugin": plugin, "version": "\(version)", "library": library.hex, "manifest": manifest.hex,
      "architecture": architecture, "imprint": imprint, "isolation": isolation, "redacted": isRedacted,
      "began": Int(began),
    ]
  }

  /// - Parameter payload: untrusted. Unknown members are ignored: a later version may add some.
  /// - Returns: `nil` if it is not a header.
  init?(decoding payload: ArraySlice<UInt8>) {
    guard let json = Self.parsed(payload), case .object(let members) = json else { return nil }
    func text(_ name: String, upTo longest: Int = 128) -> String? {
      guard case .string(let text)? = members.first(where: { $0.0 == name })?.1, text.utf8.count <= longest
      else { return nil }
      return text
    }
    guard let plugin = text("plugin"), let version = text("version").flatMap({ SemanticVersion($0) }),
      let library = text("library").flatMap({ ContentHash(hex: $0) }),
      let manifest = text("manifest").flatMap({ ContentHash(hex: $0) }),
      let architecture = text("architecture"), let imprint = text("imprint"),
      let isolation = text("isolation"),
      case .bool(let isRedacted)? = members.first(where: { $0.0 == "redacted" })?.1,
      case .integer(let began)? = members.first(where: { $0.0 == "began" })?.1
    else { return nil }
    self.init(
      plugin: plugin, version: version, library: library, manifest: manifest, architecture: architecture,
      imprint: imprint, isolation: isolation, isRedacted: isRedacted, began: Int64(began))
  }

  static func parsed(_ payload: ArraySlice<UInt8>) -> JSONValue? {
    do throws(JSONError) {
      return try JSONValue(
        parsing: Array(payload), limits: JSONValue.Limits(bytes: RecordingForm.textBytes, depth: 4))
    } catch {
      return nil
    }
  }
}

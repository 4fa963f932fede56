// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintSettings

/// A new plugin: a folder that builds with `make`, passes the checks and runs, for its author to go on from.
///
/// Making one reads the templates and writes nothing; `write` writes. Safe from any thread.
public struct PluginScaffold: Sendable, Hashable {
  public struct File: Sendable, Hashable {
    /// A bare file name.
    public let name: String
    public let text: String
  }

  public let id: String
  public let kind: PluginKind
  public let language: PluginLanguage
  /// By name; a `plugin.yaml` that its reader accepts is among them.
  public let files: [File]

  /// - Parameters:
  ///   - id: a reverse-DNS name, as the manifest's `id`.
  ///   - vendor: who answers for it; `nil`: the id without its last part.
  /// - Throws: `badID`, `badVendor`, `brokenTemplate`.
  public init(
    id: String, kind: PluginKind, language: PluginLanguage, vendor: String? = nil, templates: PluginTemplates
  ) throws(ScaffoldError) {
    let names = try PluginNames(id: id, vendor: vendor)
    var placeholders = Placeholders(names, kind: kind, language: language, architecture: Self.architecture)
    let found = try Self.read(templates.layers(kind: kind, language: language), into: &placeholders)
    var files: [File] = []
    for (name, template) in found.sorted(by: { $0.key < $1.key }) {
      files.append(File(name: name, text: try placeholders.fill(template.text, place: template.place)))
    }
    self.id = id
    self.kind = kind
    self.language = language
    self.files = files
    try checkManifest(in: templates)
  }

  /// Reads the layers' files by the name they will have; parts become placeholders.
  private static func read(
    _ layers: [String], into placeholders: inout Placeholders
  ) throws(ScaffoldError) -> [String: (text: String, place: String)] {
    var files: [String: (text: String, place: String)] = [:]
    for layer in layers {
      for name in try TemplateFile.names(in: layer) {
        let place = "\(layer)/\(name)"
        let text = try TemplateFile.read(place)
        if name.hasPrefix("part-") {
          // Filled now, so that a part may have placeholders of the names.
          placeholders.add(String(name.dropFirst(5)), try placeholders.fill(text, place: place))
        } else {
          if name == "plugin.yaml" { placeholders.readTemplateBytes(inManifest: text) }
          files[TemplateFile.finalName(of: name)] = (text, place)
        }
      }
    }
    return files
  }

  /// The templates' own mistakes are found here, not by the author of the new plugin.
  private func checkManifest(in templates: PluginTemplates) throws(ScaffoldError) {
    do {
      let manifest = files.first { $0.name == "plugin.yaml" }
      _ = try ManifestReader.plugin(bytes: Array((manifest?.text ?? "").utf8), place: "plugin.yaml")
    } catch {
      throw ScaffoldError(
        .brokenTemplate, place: templates.folder, reason: "its manifest cannot be read: \(error.reason)",
        remedy: "Install templates and sdkctl of the same version.")
    }
  }

  private static var architecture: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }
}

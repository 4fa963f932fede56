// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintModel

/// A format of templates, as an ability that makes or compares them lists it.
protocol ListedFormat: Sendable, Hashable {
  /// What the contract has of it.
  associatedtype Raw

  /// What tells it from the others.
  var algorithm: String { get }
  /// What is compared with the manifest.
  var facts: FormatFacts { get }

  /// The ability that lists it.
  static var ability: AbilityID { get }
  /// The manifest's key for such formats.
  static var section: String { get }
  /// What a manifest states of such formats.
  static func stated(in manifest: PluginManifest) -> [FormatFacts]
  /// A place for one, with its size set.
  static var empty: Raw { get }
  /// What a plugin says, once every value is one it can have.
  init(_ raw: Raw) throws(ContractBreach)
}

/// What a format says of its templates, once every value is one it can have.
struct TemplateShape {
  let format: TemplateFormat
  let bytesMaximum: Int
  let bytesFixed: Int?

  /// - Parameters:
  ///   - size: The struct's size field.
  ///   - name: Of the format, as the struct has it.
  init<Raw, Name>(
    of raw: Raw, _ type: String, size: UInt32, name: Name, version: UInt32, most: UInt32, fixed: UInt32
  ) throws(ContractBreach) {
    guard size == MemoryLayout<Raw>.size else {
      throw ContractBreach("\(type).size is \(size), not \(MemoryLayout<Raw>.size).")
    }
    let name = try FixedText.read(name, "a format's name")
    guard let format = TemplateFormat(algorithm: name, version: version) else {
      throw ContractBreach("`\(name)`, version \(version), cannot be a format.")
    }
    guard (1...UInt32(Template.maximumPayload)).contains(most), fixed == 0 || fixed == most else {
      throw ContractBreach("templates of \(name) have at most \(most) and exactly \(fixed) bytes.")
    }
    self.format = format
    bytesMaximum = Int(most)
    bytesFixed = fixed == 0 ? nil : Int(fixed)
  }
}

/// The formats that a plugin makes or compares by one ability.
struct ListedFormats<Format: ListedFormat> {
  let plugin: OpenPlugin
  /// As errors name the ability: `voice-extractor`.
  let ability: String
  let list: [Format]

  /// No plugin has more formats.
  private static var most: Int { 16 }

  init(
    of plugin: OpenPlugin, _ ability: String,
    _ list: (UnsafeMutablePointer<Format.Raw>?, UnsafeMutablePointer<Int>) -> imp_status
  ) throws(PluginCallError) {
    let function = "\(ability).formats"
    let formats: [Format] = try plugin.list(function, of: Format.empty, fill: list) {
      raw throws(ContractBreach) in try Format(raw)
    }
    let names = Set(formats.map(\.algorithm))
    guard !formats.isEmpty, names.count == formats.count, formats.count <= Self.most else {
      throw .misbehaved(
        plugin: plugin.id, function: function,
        "it has \(formats.count) formats of \(names.count) names; 1 to \(Self.most) are allowed, each name once."
      )
    }
    (self.plugin, self.ability, self.list) = (plugin, ability, formats)
  }

  /// The one of that name, or the only one. It is compared with the manifest once more, as what was listed
  /// when the plugin was opened was listed anew.
  func chosen(_ name: String?) throws(PluginCallError) -> Format {
    let found = name.map { name in list.filter { $0.algorithm == name } } ?? list
    if let format = found.first, found.count == 1 {
      guard let difference = FormatDifference.first(of: format, and: plugin.manifest) else { return format }
      throw .misbehaved(
        plugin: plugin.id, function: "\(ability).formats",
        "its \(difference.field) is `\(difference.library)`, and its manifest says `\(difference.manifest)`.")
    }
    let names = list.map(\.algorithm).joined(separator: ", ")
    throw PluginCallError(
      status: IMP_E_UNSUPPORTED, plugin: plugin.id, function: "\(ability).create",
      words: name.map { "it has no format \($0); it has \(names)." }
        ?? "it has several formats: \(names). One has to be named.")
  }
}

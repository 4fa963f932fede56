// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// A format of templates, as an ability that makes or compares them lists it.
protocol ListedFormat: Sendable, Hashable {
  /// Of the ability that lists it.
  associatedtype Table: FormatTable

  /// Its name, which is unique.
  var algorithm: String { get }
  /// The values compared with the manifest.
  var facts: FormatFacts { get }

  /// The ability that lists it.
  static var ability: AbilityID { get }
  /// The manifest's key for such formats.
  static var section: String { get }
  /// The formats of this kind that a manifest states.
  static func stated(in manifest: PluginManifest) -> [FormatFacts]
  /// The format that a plugin lists, once every value is validated.
  init(_ raw: Table.Format) throws(ContractBreach)
}

extension ListedFormat {
  /// A function of its ability, as errors name it: `voice-extractor.formats`.
  static func call(_ function: String) -> String {
    "\(ability.name.dropFirst("imprint.".count)).\(function)"
  }
}

/// What a format states of its templates, once every value is validated.
struct TemplateShape: Sendable, Hashable {
  let format: TemplateFormat
  let bytesMaximum: Int
  let bytesFixed: Int?

  /// - Parameter version: The highest version of its templates.
  init<Raw: FormatStruct>(of raw: Raw, version: UInt32) throws(ContractBreach) {
    guard raw.size == MemoryLayout<Raw>.size else {
      throw ContractBreach("\(Raw.self).size is \(raw.size), not \(MemoryLayout<Raw>.size).")
    }
    let name = try FixedText.read(raw.name, "a format's name")
    guard let format = TemplateFormat(algorithm: name, version: version) else {
      throw ContractBreach("`\(name)`, version \(version), is not a valid format.")
    }
    let (most, fixed) = (raw.template_bytes_max, raw.template_bytes_fixed)
    guard (1...UInt32(Template.maximumPayload)).contains(most), fixed == 0 || fixed == most else {
      throw ContractBreach(
        "\(name) has invalid lengths of templates: at most \(most), exactly \(fixed) bytes.")
    }
    self.format = format
    bytesMaximum = Int(most)
    bytesFixed = fixed == 0 ? nil : Int(fixed)
  }
}

/// The formats that a plugin makes or compares by one ability.
struct ListedFormats<Format: ListedFormat> {
  private let plugin: OpenPlugin
  let list: [Format]

  /// The most formats that a plugin may list.
  private static var most: Int { 16 }

  /// Blocks the calling thread until the plugin answers.
  init(of plugin: OpenPlugin) throws(PluginCallError) {
    let function = Format.call("formats")
    let table = try plugin.table(Format.Table.self)
    let formats: [Format] = try plugin.list(
      function, of: Format.Table.Format.empty, fill: { table.pointee.list(plugin.handle.plugin, $0, $1) }
    ) { raw throws(ContractBreach) in try Format(raw) }
    let names = Set(formats.map(\.algorithm))
    guard !formats.isEmpty, names.count == formats.count, formats.count <= Self.most else {
      throw .misbehaved(
        plugin: plugin.id, function: function,
        "it has \(formats.count) formats of \(names.count) names; 1 to \(Self.most) are allowed, each name once."
      )
    }
    (self.plugin, self.list) = (plugin, formats)
  }

  /// The one of that name, or the only one. It is compared with the manifest again, as the plugin has listed
  /// its formats again since it was opened.
  func chosen(_ name: String?) throws(PluginCallError) -> Format {
    let found = name.map { name in list.filter { $0.algorithm == name } } ?? list
    if let format = found.first, found.count == 1 {
      guard let difference = FormatDifference.first(of: format, and: plugin.manifest) else { return format }
      throw .misbehaved(
        plugin: plugin.id, function: Format.call("formats"),
        "its \(difference.field) is `\(difference.library)`, but its manifest says `\(difference.manifest)`.")
    }
    let names = list.map(\.algorithm).joined(separator: ", ")
    throw PluginCallError(
      status: IMP_E_UNSUPPORTED, plugin: plugin.id, function: Format.call("create"),
      words: name.map { "it has no format \($0); it has \(names)." }
        ?? "it has several formats: \(names). One must be named.")
  }
}

extension PluginObject where Table: FormatTable {
  /// Makes an object of one of the formats that a plugin lists.
  static func make<Format: ListedFormat>(
    of plugin: OpenPlugin, _ format: Format, threads: Int
  ) throws(PluginCallError) -> PluginObject where Format.Table == Table {
    let create = Format.call("create")
    let threads = try plugin.checkedThreads(threads, function: create)
    return try format.algorithm.lend { name in
      var options = Table.Options(threads: threads, format: name)
      return Result { () throws(PluginCallError) in
        try PluginObject(of: plugin, Table.self, function: create, destroy: \.destroy) {
          $0.pointee.make($1, &options, $2)
        }
      }
    }.get()
  }
}

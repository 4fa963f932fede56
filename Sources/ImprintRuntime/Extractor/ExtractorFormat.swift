// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintModel

/// A format of templates, as an extractor of any modality lists it.
protocol ExtractorFormat: Sendable, Hashable {
  /// What the contract has of it.
  associatedtype Raw

  var template: TemplateFormat { get }

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

/// The formats that a plugin's extractor makes.
struct ExtractorFormats<Format: ExtractorFormat> {
  let plugin: OpenPlugin
  /// As errors name the ability: `voice-extractor`.
  let ability: String
  let list: [Format]

  /// No plugin makes more formats.
  private static var most: Int { 16 }

  init(
    of plugin: OpenPlugin, _ ability: String,
    _ list: (UnsafeMutablePointer<Format.Raw>?, UnsafeMutablePointer<Int>) -> imp_status
  ) throws(PluginCallError) {
    let function = "\(ability).formats"
    let formats: [Format] = try plugin.list(function, of: Format.empty, fill: list) {
      raw throws(ContractBreach) in try Format(raw)
    }
    let names = Set(formats.map(\.template.algorithm))
    guard !formats.isEmpty, names.count == formats.count, formats.count <= Self.most else {
      throw .misbehaved(
        plugin: plugin.id, function: function,
        "it makes \(formats.count) formats of \(names.count) names; 1 to \(Self.most) are allowed, each name once."
      )
    }
    (self.plugin, self.ability, self.list) = (plugin, ability, formats)
  }

  /// The one of that name, or the only one.
  func chosen(_ name: String?) throws(PluginCallError) -> Format {
    let found = name.map { name in list.filter { $0.template.algorithm == name } } ?? list
    if let format = found.first, found.count == 1 { return format }
    let names = list.map(\.template.algorithm).joined(separator: ", ")
    throw PluginCallError(
      status: IMP_E_UNSUPPORTED, plugin: plugin.id, function: "\(ability).create",
      words: name.map { "it makes no templates of \($0); it makes \(names)." }
        ?? "it makes templates of several formats: \(names). One has to be named.")
  }
}

extension PluginObject {
  /// A template that one of an extractor's functions makes.
  func extracted(
    _ function: String, version: UInt32, most: Int, fixed: Int?,
    _ extract: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>) -> imp_status
  ) throws(PluginCallError) -> Extraction {
    var result = imp_extraction(
      size: UInt32(MemoryLayout<imp_extraction>.size), version: 0, quality: -1, reserved: 0)
    var payload = [UInt8](repeating: 0, count: most)
    var length = 0
    try call(function) {
      payload.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
        defer { length = buffer.length }
        return extract(&buffer, &result)
      }
    }
    do {
      return try Extraction(
        payload[...], length: length, result, writes: version, most: most, fixed: fixed)
    } catch {
      throw misbehaved(function, error.sentence)
    }
  }
}

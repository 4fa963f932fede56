// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Nothing to say.
struct EmptyMessage: CallMessage {
  init() {}
  func encode(to sink: inout some BodySink) {}
  init(from reader: inout BodyReader) throws(MalformedBody) {}
}

/// Which of the host's abilities there are.
struct HostAbilityMask: OptionSet, BitwiseCopyable {
  let rawValue: UInt32
  static let log = HostAbilityMask(rawValue: 1)
  static let report = HostAbilityMask(rawValue: 2)
  static let files = HostAbilityMask(rawValue: 4)
  static let entitlement = HostAbilityMask(rawValue: 8)
  /// The message ends with them then.
  static let parameters = HostAbilityMask(rawValue: 16)
}

/// `plugin.open`: the host as the plugin will see it.
struct OpenMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var abiVersion: UInt32
    var abilities: HostAbilityMask
    var name: UInt32
    var version: UInt32
    var license: UInt32
    var features: UInt32
    var validUntil: Int64
  }

  struct ParameterFields: BitwiseCopyable {
    var type: UInt32
    var name: UInt32
    var text: UInt64
    var integer: Int64
    var number: Double
  }

  struct Feature {
    var name: UnsafeRawBufferPointer
    var granted: UInt32
  }

  var abiVersion: UInt32
  var abilities: HostAbilityMask
  var name: UnsafeRawBufferPointer
  var version: UnsafeRawBufferPointer
  var license: UnsafeRawBufferPointer
  var features: [Feature]
  var validUntil: Int64
  var parameters: [ParameterSetting] = []

  func encode(to sink: inout some BodySink) {
    sink.put(
      Fields(
        abiVersion: abiVersion, abilities: abilities, name: UInt32(clamping: name.count),
        version: UInt32(clamping: version.count), license: UInt32(clamping: license.count),
        features: UInt32(clamping: features.count), validUntil: validUntil),
      .plain)
    sink.text(name, .plain)
    sink.text(version, .plain)
    sink.text(license, .text)
    for feature in features {
      sink.put(UInt64(feature.granted) << 32 | UInt64(UInt32(clamping: feature.name.count)), .plain)
      sink.text(feature.name, .plain)
    }
    guard abilities.contains(.parameters) else { return }
    sink.put(UInt64(parameters.count), .plain)
    // Plain: what a manifest says, which its signer publishes.
    for parameter in parameters {
      sink.put(
        ParameterFields(
          type: parameter.type, name: UInt32(clamping: parameter.name.count),
          text: UInt64(parameter.text.count), integer: parameter.integer, number: parameter.number), .plain)
      parameter.name.withUnsafeBytes { sink.text($0, .plain) }
      parameter.text.withUnsafeBytes { sink.text($0, .plain) }
    }
  }
}

extension OpenMessage {
  init(from reader: inout BodyReader) throws(MalformedBody) {
    let fields = try reader.take(Fields.self)
    abiVersion = fields.abiVersion
    abilities = fields.abilities
    validUntil = fields.validUntil
    name = try reader.text(UInt64(fields.name))
    version = try reader.text(UInt64(fields.version))
    license = try reader.text(UInt64(fields.license))
    guard fields.features <= CallLimit.features else {
      throw MalformedBody("it names \(fields.features) features; \(CallLimit.features) are allowed.")
    }
    features = []
    for _ in 0..<fields.features {
      let word = try reader.take(UInt64.self)
      features.append(
        Feature(name: try reader.text(UInt64(UInt32(truncatingIfNeeded: word))), granted: UInt32(word >> 32)))
    }
    parameters = []
    guard abilities.contains(.parameters) else { return }
    for _ in 0..<(try Self.parameterCount(try reader.take(UInt64.self))) {
      let fields = try reader.take(ParameterFields.self)
      let name = Array(try reader.text(UInt64(fields.name)))
      parameters.append(
        ParameterSetting(
          name: name, type: fields.type, integer: fields.integer, number: fields.number,
          text: Array(try reader.text(fields.text, limit: CallLimit.parameterText))))
    }
  }

  fileprivate static func parameterCount(_ count: UInt64) throws(MalformedBody) -> UInt64 {
    guard count <= CallLimit.parameters else {
      throw MalformedBody("it has \(count) parameters; \(CallLimit.parameters) are allowed.")
    }
    return count
  }
}

/// `plugin.ability`: the id that is asked for, and whether there is a table.
struct AbilityMessage: CallMessage {
  var id: UnsafeRawBufferPointer

  init(id: UnsafeRawBufferPointer) { self.id = id }

  func encode(to sink: inout some BodySink) {
    sink.put(UInt64(id.count), .plain)
    sink.text(id, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    id = try reader.text(try reader.take(UInt64.self))
  }
}

/// What `plugin.describe` answers: the entry's range, and the descriptor where there is a common version.
struct DescriptorMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    /// 1: `imp_plugin_entry` answered a table.
    var isThere: UInt32
    var abiMinimum: UInt32
    var abiMaximum: UInt32
    /// 1: a descriptor follows. 2: one of a library of many, with the parameters that it declares behind it.
    var isDescribed: UInt32
  }

  struct Parameter {
    struct Fields: BitwiseCopyable {
      var type: UInt32
      var required: UInt32
      var longest: UInt32
      var name: UInt32
      var purpose: UInt64
      var min: Double
      var max: Double
    }

    var fields: Fields
    var name: [UInt8]
    var purpose: [UInt8]

    init(_ declared: ParameterDeclaration) {
      name = Array(declared.name.utf8)
      purpose = Array(declared.purpose.utf8)
      fields = Fields(
        type: declared.kind.rawValue, required: declared.isRequired ? 1 : 0,
        longest: UInt32(declared.longest),
        name: UInt32(name.count), purpose: UInt64(purpose.count), min: declared.range.lowerBound,
        max: declared.range.upperBound)
    }

    init(from reader: inout BodyReader) throws(MalformedBody) {
      fields = try reader.take(Fields.self)
      name = Array(try reader.text(UInt64(fields.name)))
      purpose = Array(try reader.text(fields.purpose))
    }
  }

  var fields: Fields
  var texts: [[UInt8]] = []
  /// Only of a library of many.
  var parameters: [Parameter] = []

  /// - Parameter said: `nil` where it is not described.
  init(_ fields: Fields, _ said: PluginDescriptor? = nil) {
    self.fields = fields
    guard let said else { return }
    self.fields.isDescribed = said.parameters == nil ? 1 : 2
    texts = ([said.id, said.version, said.vendor] + said.abilities).map { Array($0.utf8) }
    parameters = (said.parameters ?? []).map { Parameter($0) }
  }

  var isOfMany: Bool { fields.isDescribed == 2 }

  func encode(to sink: inout some BodySink) {
    sink.put(fields, .plain)
    guard fields.isDescribed != 0 else { return }
    sink.put(UInt64(texts.count), .plain)
    for text in texts {
      sink.put(UInt64(text.count), .plain)
      text.withUnsafeBytes { sink.text($0, .plain) }
    }
    guard isOfMany else { return }
    sink.put(UInt64(parameters.count), .plain)
    for parameter in parameters {
      sink.put(parameter.fields, .plain)
      parameter.name.withUnsafeBytes { sink.text($0, .plain) }
      parameter.purpose.withUnsafeBytes { sink.text($0, .plain) }
    }
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    guard fields.isDescribed != 0 else { return }
    let count = try reader.take(UInt64.self)
    guard (3...UInt64(CallLimit.abilities) + 3).contains(count) else {
      throw MalformedBody("its descriptor has \(count) texts.")
    }
    for _ in 0..<count { texts.append(Array(try reader.text(try reader.take(UInt64.self)))) }
    guard isOfMany else { return }
    for _ in 0..<(try OpenMessage.parameterCount(try reader.take(UInt64.self))) {
      parameters.append(try Parameter(from: &reader))
    }
  }

  // As recordings have it: 64 parameters leave room for 170 abilities with the longest names.
  static let longest = 16 + 8 + (Int(CallLimit.abilities) + 3) * (8 + 256) + CallLimit.bulkAlignment
}

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

  init(
    abiVersion: UInt32, abilities: HostAbilityMask, name: UnsafeRawBufferPointer,
    version: UnsafeRawBufferPointer, license: UnsafeRawBufferPointer, features: [Feature], validUntil: Int64
  ) {
    self.abiVersion = abiVersion
    self.abilities = abilities
    self.name = name
    self.version = version
    self.license = license
    self.features = features
    self.validUntil = validUntil
  }

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
  }

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
    /// 1: a descriptor follows.
    var isDescribed: UInt32
  }

  var fields: Fields
  var texts: [[UInt8]] = []

  /// - Parameter texts: id, version, vendor, and the abilities; empty where it is not described.
  init(_ fields: Fields, texts: [[UInt8]] = []) {
    self.fields = fields
    self.texts = texts
  }

  func encode(to sink: inout some BodySink) {
    sink.put(fields, .plain)
    guard fields.isDescribed != 0 else { return }
    sink.put(UInt64(texts.count), .plain)
    for text in texts {
      sink.put(UInt64(text.count), .plain)
      text.withUnsafeBytes { sink.text($0, .plain) }
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
  }

  static let longest = 16 + 8 + (Int(CallLimit.abilities) + 3) * (8 + 256) + CallLimit.bulkAlignment
}

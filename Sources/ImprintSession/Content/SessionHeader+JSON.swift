// SPDX-License-Identifier: Apache-2.0

extension SessionHeader {
  /// Members in this order, options by name: the same header gives the same bytes.
  var json: JSONValue {
    .present([
      "imprint": imprint, "plugin": plugin.json, "tracker": tracker.json, "extractor": extractor?.json,
      "options": .object(options.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }) as JSONValue,
      "seed": SessionJSON.hex(seed), "camera": camera?.json, "began": began, "processor": processor,
      "subject": subject, "redacted": isRedacted,
      "omitted": omitted > 0 ? JSONValue.string("\(omitted)") : JSONValue.null,
    ])
  }

  /// - Parameter payload: untrusted. Members that are not known are ignored: a later version may add some.
  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    let members = try SessionJSON(parsing: payload)
    let options = try members.object("options")
    var scalars: [String: SessionScalar] = [:]
    for (name, value) in options.members {
      guard let scalar = SessionScalar(value), scalars.updateValue(scalar, forKey: name) == nil else {
        throw SessionFault("an option is not a number, a text or a truth value, or occurs twice.")
      }
    }
    guard let seed = SessionJSON.number(hex: try members.text("seed")) else {
      throw SessionFault("its seed is not 32 hexadecimal digits.")
    }
    self.init(
      imprint: try members.text("imprint"), plugin: try SessionComponent(try members.object("plugin")),
      tracker: try SessionComponent(try members.object("tracker")),
      extractor: try members.optional("extractor").map { (found) throws(SessionFault) in
        try SessionComponent(found)
      }, options: scalars, seed: seed,
      camera: try members.optional("camera").map { (found) throws(SessionFault) in
        try SessionCamera(found)
      }, began: try members.integer("began"), processor: try members.text("processor"),
      subject: try members.optionalText("subject"))
    isRedacted = try members.bool("redacted")
    if let text = try members.optionalText("omitted") {
      guard let count = UInt64(text), count > 0 else { throw SessionFault("'omitted' is not a number.") }
      omitted = count
    }
    try check()
  }
}

extension SessionComponent {
  var json: JSONValue { .present(["id": id, "version": "\(version)", "hash": hash?.hex]) }

  init(_ members: SessionJSON) throws(SessionFault) {
    id = try members.text("id")
    guard let version = SemanticVersion(try members.text("version")) else {
      throw SessionFault("a plugin's version is not one.")
    }
    self.version = version
    guard let hex = try members.optionalText("hash") else { return }
    guard let hash = ContentHash(hex: hex) else { throw SessionFault("a plugin's hash is not one.") }
    self.hash = hash
  }
}

extension SessionCamera {
  var json: JSONValue {
    .present(["name": name, "locator": locator, "id": id, "light": light, "facing": facing])
  }

  init(_ members: SessionJSON) throws(SessionFault) {
    name = try members.text("name")
    locator = try members.text("locator")
    id = try members.optionalText("id")
    light = try members.text("light")
    facing = try members.text("facing")
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    try self.init(try SessionJSON(parsing: payload))
  }

  func encoded() -> [UInt8] { Array(json.text.utf8) }

  /// Of a seed, before the camera that has one of its own.
  static let seedBytes = 16

  func encoded(seed: UInt128) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: seed)
    return bytes + encoded()
  }

  static func withSeed(
    decoding payload: ArraySlice<UInt8>
  ) throws(SessionFault) -> (camera: SessionCamera, seed: UInt128) {
    var reader = PayloadReader(payload)
    let seed = try reader.take(UInt128.self)
    return (try SessionCamera(decoding: reader.rest), seed)
  }
}

extension SessionScalar {
  var json: JSONValue {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let number): .integer(Int(number))
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    }
  }

  init?(_ json: JSONValue) {
    switch json {
    case .bool(let value): self = .bool(value)
    case .integer(let number): self = .integer(Int64(number))
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .object, .array, .null: return nil
    }
  }
}

/// The members of a JSON object in a session; untrusted.
struct SessionJSON {
  let members: [(String, JSONValue)]

  init(parsing payload: ArraySlice<UInt8>) throws(SessionFault) {
    let limits = JSONValue.Limits(bytes: SessionForm.Kind.header.longest, depth: 4)
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: Array(payload), limits: limits) } catch {
      throw SessionFault("its JSON cannot be read, at \(error.place): \(error.reason)")
    }
    try self.init(json)
  }

  private init(_ json: JSONValue) throws(SessionFault) {
    guard case .object(let members) = json else { throw SessionFault("its JSON is not an object.") }
    self.members = members
  }

  private subscript(name: String) -> JSONValue? { members.first { $0.0 == name }?.1 }

  func text(_ name: String) throws(SessionFault) -> String {
    guard let text = try optionalText(name) else { throw SessionFault("'\(name)' is missing.") }
    return text
  }

  func optionalText(_ name: String) throws(SessionFault) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { throw SessionFault("'\(name)' is not a text.") }
    return text
  }

  func integer(_ name: String) throws(SessionFault) -> Int64 {
    guard case .integer(let number)? = self[name] else {
      throw SessionFault("'\(name)' is not a whole number.")
    }
    return Int64(number)
  }

  func bool(_ name: String) throws(SessionFault) -> Bool {
    guard case .bool(let value)? = self[name] else { throw SessionFault("'\(name)' is not true or false.") }
    return value
  }

  func object(_ name: String) throws(SessionFault) -> SessionJSON {
    guard let object = try optional(name) else { throw SessionFault("'\(name)' is missing.") }
    return object
  }

  func optional(_ name: String) throws(SessionFault) -> SessionJSON? {
    guard let value = self[name] else { return nil }
    return try SessionJSON(value)
  }

  /// 32 hexadecimal digits.
  static func hex(_ number: UInt128) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  static func number(hex: String) -> UInt128? {
    // Not the signs that Swift's initialiser takes too.
    hex.utf8.count == 32 && hex.utf8.first != UInt8(ascii: "+") && hex.utf8.first != UInt8(ascii: "-")
      ? UInt128(hex, radix: 16) : nil
  }
}

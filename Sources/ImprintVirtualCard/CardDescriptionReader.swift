// SPDX-License-Identifier: Apache-2.0
private import ImprintFinger

extension VirtualCard.Description {
  /// Reads a card from JSON; docs/reference/devices.md lists the members.
  ///
  /// What is left out is as in ``init(atr:transfer:pins:fingers:information:files:faults:)``.
  /// - Parameter bytes: at most 4 MiB of UTF-8. Untrusted.
  /// - Throws: ``VirtualCardError`` `description`, with the member's place.
  public init(parsing bytes: [UInt8]) throws(VirtualCardError) {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: bytes, limits: JSONValue.Limits(bytes: 4 << 20, depth: 32))
    } catch {
      throw unreadable(error.place, error.reason)
    }
    let card = try Members(document, at: "")
    self.init()
    if let bytes = try card.hexadecimal("atr") { atr = bytes }
    guard atr.count <= 33 else { throw unreadable("atr", "it has \(atr.count) bytes; 33 are the most.") }
    if let word = try card.text("transfer") {
      transfer = try card.choice(VirtualCard.Transfer(rawValue: word), "transfer", "whole or in-parts")
    }
    for pin in try card.objects("pins") { pins.append(try VirtualCard.Pin(reading: pin)) }
    for finger in try card.objects("fingers") { fingers.append(try VirtualCard.Finger(reading: finger)) }
    information = try card.hexadecimal("information")
    for file in try card.objects("files") { files.append(try VirtualCard.File(reading: file)) }
    for fault in try card.objects("faults") { faults.append(try VirtualCard.Fault(reading: fault)) }
    try card.refuseOthers()
    guard Set(pins.map(\.reference)).count == pins.count else {
      throw unreadable("pins", "two have the same reference.")
    }
    guard fingers.count <= BiometricInformation.mostOfGroup else {
      throw unreadable(
        "fingers", "it has \(fingers.count); \(BiometricInformation.mostOfGroup) are the most.")
    }
    guard Set(pins.map(\.reference) + fingers.map(\.reference)).count == pins.count + fingers.count else {
      throw unreadable("fingers", "one has the reference of another, or of a PIN.")
    }
    try refuseSameIDs(files, at: "files")
  }
}

private func refuseSameIDs(_ files: [VirtualCard.File], at place: String) throws(VirtualCardError) {
  guard Set(files.map(\.id)).count == files.count else {
    throw unreadable(place, "two have the same id.")
  }
}

private func unreadable(_ place: String, _ reason: String) -> VirtualCardError {
  VirtualCardError(
    .description, place: place, reason: reason, remedy: "Correct the card's description.")
}

extension VirtualCard.Pin {
  fileprivate init(reading pin: Members) throws(VirtualCardError) {
    self.init(value: try pin.required(pin.bytes("value"), "value"))
    if let number = try pin.reference() { reference = number }
    if let number = try pin.number("tries", 1...15) { tries = number }
    unblockingCode = try pin.bytes("unblockingCode")
    if let number = try pin.number("unblockingTries", 1...15) { unblockingTries = number }
    try pin.refuseOthers()
    guard (1...255).contains(value.count), (1...255).contains(unblockingCode?.count ?? 1) else {
      throw unreadable(pin.place("value"), "a PIN or a code has 1 to 255 bytes.")
    }
  }
}

extension VirtualCard.Finger {
  fileprivate init(reading finger: Members) throws(VirtualCardError) {
    self.init()
    if let number = try finger.reference() { reference = number }
    if let word = try finger.text("site") {
      site = try finger.choice(
        BodySite(name: word).flatMap { $0.isFinger || $0 == .unknown ? $0 : nil }, "site",
        "one of the ten fingers, or unknown")
    }
    if let number = try finger.number("tries", 1...15) { tries = number }
    let most = try finger.number("most", Self.counts) ?? minutiae.upperBound
    let least = try finger.number("least", 0...Self.counts.upperBound) ?? min(minutiae.lowerBound, most)
    guard least <= most else {
      throw unreadable(finger.place("least"), "\(least) is more than the most, \(most).")
    }
    minutiae = least...most
    if let word = try finger.text("order") {
      order = try finger.choice(Self.orders[word], "order", Self.orders.keys.sorted().joined(separator: ", "))
    }
    if let number = try finger.number("threshold", 0...500) { threshold = number }
    store = try finger.access("store") ?? store
    try finger.refuseOthers()
  }

  private static let orders: [String: MinutiaOrder] = {
    var orders = ["none": MinutiaOrder.none]
    let keys: [(String, MinutiaOrder.Key)] = [("xy", .xy), ("yx", .yx), ("angle", .angle), ("polar", .polar)]
    for (name, key) in keys {
      orders[name] = MinutiaOrder(key)
      orders[name + "-descending"] = MinutiaOrder(key, descending: true)
    }
    return orders
  }()
}

extension VirtualCard.File {
  fileprivate init(reading file: Members) throws(VirtualCardError) {
    let id = try file.required(file.hexadecimal("id"), "id")
    guard id.count == 2, id != [0x3F, 0x00] else {
      throw unreadable(file.place("id"), "it is to have four hexadecimal digits, and not be 3F00.")
    }
    let content: Content
    if file.has("files") {
      var files: [VirtualCard.File] = []
      for member in try file.objects("files") { files.append(try VirtualCard.File(reading: member)) }
      try refuseSameIDs(files, at: file.place("files"))
      let name = try file.hexadecimal("name")
      guard (1...16).contains(name?.count ?? 1) else {
        throw unreadable(file.place("name"), "an application's name has 1 to 16 bytes.")
      }
      content = .folder(files, name: name)
    } else {
      var bytes = try file.bytes("bytes") ?? []
      if let size = try file.number("size", 0...VirtualCard.File.largest) {
        guard bytes.count <= size else {
          throw unreadable(file.place("size"), "there are \(bytes.count) bytes, which is more.")
        }
        bytes += [UInt8](repeating: 0, count: size - bytes.count)
      }
      content = .bytes(
        bytes, shortID: try file.number("shortID", 1...30).map { UInt8($0) },
        read: try file.access("read") ?? .always, update: try file.access("update") ?? .never)
    }
    self.init(id: UInt16(id[0]) << 8 | UInt16(id[1]), content)
    try file.refuseOthers()
  }

  /// In bytes: more than any command can address.
  private static let largest = 1 << 20
}

extension VirtualCard.Fault {
  fileprivate init(reading fault: Members) throws(VirtualCardError) {
    let word = try fault.required(fault.text("do"), "do")
    let bytes = try fault.number("bytes", 0...Self.longestResponse)
    let action: Action
    switch word {
    case "tear-out": action = .tearOut
    case "tear-out-counted": action = .tearOutCounted
    case "mute": action = .mute
    case "delay":
      let time = try fault.required(fault.number("milliseconds", 0...600_000), "milliseconds")
      action = .delay(.milliseconds(time))
    case "respond": action = .respond(try fault.required(fault.hexadecimal("response"), "response"))
    case "cut": action = .cut(try fault.required(bytes, "bytes"))
    case "pad": action = .pad(try fault.required(bytes, "bytes"))
    case "frame-length":
      action = .frameLength(UInt16(clamping: try fault.required(bytes, "bytes")))
    default:
      throw unreadable(
        fault.place("do"),
        "'\(word)' is none of tear-out, tear-out-counted, mute, delay, respond, cut, pad, "
          + "frame-length.")
    }
    self.init(command: try fault.number("command", 1...1_000_000_000), action)
    try fault.refuseOthers()
  }
}

/// The members of a JSON object, and its place.
private struct Members {
  private let members: [(String, JSONValue)]
  private let path: String

  init(_ value: JSONValue, at path: String) throws(VirtualCardError) {
    guard case .object(let members) = value else { throw unreadable(path, "an object is expected.") }
    self.members = members
    self.path = path
  }

  func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func has(_ name: String) -> Bool { members.contains { $0.0 == name } }

  private func value(_ name: String) -> JSONValue? { members.first { $0.0 == name }?.1 }

  func required<T>(_ value: T?, _ name: String) throws(VirtualCardError) -> T {
    guard let value else { throw unreadable(place(name), "it is missing.") }
    return value
  }

  func choice<T>(_ value: T?, _ name: String, _ choices: String) throws(VirtualCardError) -> T {
    guard let value else { throw unreadable(place(name), "it is not \(choices).") }
    return value
  }

  func text(_ name: String) throws(VirtualCardError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw unreadable(place(name), "a text is expected.") }
    return text
  }

  func number(_ name: String, _ range: ClosedRange<Int>) throws(VirtualCardError) -> Int? {
    guard let value = value(name) else { return nil }
    guard case .integer(let number) = value, range.contains(number) else {
      throw unreadable(place(name), "a number from \(range.lowerBound) to \(range.upperBound) is expected.")
    }
    return number
  }

  /// The reference of a PIN or a finger.
  func reference() throws(VirtualCardError) -> UInt8? {
    guard let number = try number("reference", 1...0x9F) else { return nil }
    guard (1...0x1F).contains(number & 0x7F) else {
      throw unreadable(place("reference"), "\(number) is neither 1 to 31 nor 129 to 159.")
    }
    return UInt8(number)
  }

  func objects(_ name: String) throws(VirtualCardError) -> [Members] {
    guard let value = value(name) else { return [] }
    guard case .array(let items) = value else { throw unreadable(place(name), "a list is expected.") }
    var objects: [Members] = []
    for (index, item) in items.enumerated() {
      objects.append(try Members(item, at: "\(place(name))[\(index)]"))
    }
    return objects
  }

  func hexadecimal(_ name: String) throws(VirtualCardError) -> [UInt8]? {
    guard let text = try text(name) else { return nil }
    let digits = text.filter { $0 != " " }.map { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count % 2 == 0, !digits.contains(nil) else {
      throw unreadable(place(name), "pairs of hexadecimal digits are expected.")
    }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  /// `<name>`: a text as its UTF-8, or `<name>Hex`.
  func bytes(_ name: String) throws(VirtualCardError) -> [UInt8]? {
    let text = try text(name).map { Array($0.utf8) }
    let hexadecimal = try hexadecimal(name + "Hex")
    guard text == nil || hexadecimal == nil else {
      throw unreadable(place(name), "it stands there twice, as a text and as \(name)Hex.")
    }
    return text ?? hexadecimal
  }

  func access(_ name: String) throws(VirtualCardError) -> VirtualCard.Access? {
    guard let value = value(name) else { return nil }
    switch value {
    case .string("always"): return .always
    case .string("never"): return .never
    case .object:
      let rule = try Members(value, at: place(name))
      let reference = try rule.required(rule.number("pin", 1...0x9F), "pin")
      try rule.refuseOthers(known: ["pin"])
      return .pin(UInt8(reference))
    default:
      throw unreadable(place(name), "always, never, or {\"pin\": reference} is expected.")
    }
  }

  /// An unknown member is an error: the card would not be as intended.
  func refuseOthers(known: Set<String> = Members.all) throws(VirtualCardError) {
    if let other = members.first(where: { !known.contains($0.0) }) {
      throw unreadable(place(other.0), "there is no such member.")
    }
  }

  private static let all: Set = [
    "atr", "transfer", "pins", "fingers", "information", "files", "faults", "value", "valueHex", "reference",
    "tries",
    "unblockingCode", "unblockingCodeHex", "unblockingTries", "id", "name", "bytes", "bytesHex", "size",
    "shortID", "read", "update", "site", "least", "most", "order", "threshold", "store", "do", "command",
    "milliseconds", "response",
  ]
}

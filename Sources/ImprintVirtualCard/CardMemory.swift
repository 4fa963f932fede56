// SPDX-License-Identifier: Apache-2.0
private import ImprintFiles
private import ImprintFinger
private import ImprintModel

/// The file in which a card keeps its fingers and their counters: a JSON document, replaced at once.
struct CardMemory {
  let path: String

  private static let version = 1
  private static let mostBytes = 1 << 20

  /// Replaces the file, and waits until it is on the disk.
  func write(_ fingers: [UInt8: CardFinger]) throws(VirtualCardError) {
    let entries = fingers.sorted { $0.key < $1.key }.map { reference, finger -> JSONValue in
      .object([
        ("reference", .integer(Int(reference))), ("attemptsLeft", .integer(finger.attemptsLeft)),
        ("minutiae", finger.minutiae.map { .array($0.bytes.map { .integer(Int($0)) }) } ?? .null),
      ])
    }
    let document: JSONValue = .object([("version", .integer(Self.version)), ("fingers", .array(entries))])
    try Folder<VirtualCardError>.write(Array((document.text + "\n").utf8), to: path)
  }

  /// What is kept; `nil` where there is no file.
  /// - Parameter described: the fingers that the card has, to which the file has to fit.
  func read(of described: [UInt8: CardFinger]) throws(VirtualCardError) -> [UInt8: CardFinger]? {
    guard try Folder<VirtualCardError>.isThere(path) else { return nil }
    let bytes = try VirtualCardError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: Self.mostBytes)
    }
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: bytes, limits: JSONValue.Limits(bytes: Self.mostBytes, depth: 8))
    } catch {
      throw unfit("\(error.place): \(error.reason)")
    }
    guard case .object(let members) = document, members.map(\.0) == ["version", "fingers"],
      case .integer(Self.version) = members[0].1, case .array(let entries) = members[1].1
    else { throw unfit("it is not the memory of a card, of version \(Self.version).") }
    var fingers: [UInt8: CardFinger] = [:]
    for entry in entries {
      let finger = try finger(entry, of: described)
      fingers[finger.description.reference] = finger
    }
    guard fingers.count == described.count, entries.count == described.count else {
      throw unfit("it has other fingers than the card.")
    }
    return fingers
  }

  private func finger(
    _ entry: JSONValue, of described: [UInt8: CardFinger]
  ) throws(VirtualCardError) -> CardFinger {
    guard case .object(let members) = entry, members.map(\.0) == ["reference", "attemptsLeft", "minutiae"],
      case .integer(let reference) = members[0].1, case .integer(let left) = members[1].1
    else { throw unfit("a finger is not written as this card does.") }
    guard var finger = UInt8(exactly: reference).flatMap({ described[$0] }) else {
      throw unfit("it has a finger \(reference), and the card has none of that reference.")
    }
    guard (0...finger.description.tries).contains(left) else {
      throw unfit("finger \(reference) has \(left) attempts left, of \(finger.description.tries).")
    }
    finger.attemptsLeft = left
    switch members[2].1 {
    case .null: finger.minutiae = nil
    case .array(let numbers):
      let bytes = numbers.compactMap { number -> UInt8? in
        if case .integer(let value) = number { UInt8(exactly: value) } else { nil }
      }
      guard bytes.count == numbers.count, let minutiae = try? CompactCard(reading: bytes),
        finger.takes(minutiae)
      else { throw unfit("finger \(reference) has minutiae that the card does not take.") }
      finger.minutiae = minutiae
    default: throw unfit("finger \(reference) has no minutiae, nor says so.")
    }
    return finger
  }

  private func unfit(_ reason: String) -> VirtualCardError {
    VirtualCardError(
      .memory, place: path, reason: reason,
      remedy: "Give the card's own file, or another name for a new one.")
  }
}

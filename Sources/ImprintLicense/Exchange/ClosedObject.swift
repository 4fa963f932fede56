// SPDX-License-Identifier: Apache-2.0
import ImprintModel

/// A JSON object whose members are a closed set: what is not defined is refused, not passed over.
struct ClosedObject {
  private let place: String
  private let members: [(name: String, value: JSONValue)]

  /// - Parameter place: what the object is called in errors; empty for the document itself.
  init(
    _ json: JSONValue, place: String, required: [String], optional: [String] = []
  ) throws(LicenseFormError) {
    guard case .object(let members) = json else {
      throw LicenseFormError(
        .value, place: place.isEmpty ? "document" : place, reason: "an object is expected.")
    }
    self.place = place
    self.members = members.map { (name: $0.0, value: $0.1) }
    for name in required where self.optional(name) == nil {
      throw LicenseFormError(.missing, place: path(name), reason: "it is missing.")
    }
    // The name is not shown: it is anybody's.
    guard members.allSatisfy({ member in (required + optional).contains { Self.isSame($0, member.0) } })
    else {
      throw LicenseFormError(
        .unknown, place: place.isEmpty ? "document" : place, reason: "it has a member that is not defined.")
    }
  }

  func optional(_ name: String) -> JSONValue? { members.first { Self.isSame($0.name, name) }?.value }

  func value(_ name: String) throws(LicenseFormError) -> JSONValue {
    guard let value = optional(name) else {
      throw LicenseFormError(.missing, place: path(name), reason: "it is missing.")
    }
    return value
  }

  func text(_ name: String, _ expected: String, where isRight: (String) -> Bool) throws(LicenseFormError)
    -> String
  {
    guard case .string(let text) = try value(name), isRight(text) else {
      throw LicenseFormError(.value, place: path(name), reason: "\(expected) is expected.")
    }
    return text
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(LicenseFormError) -> Int {
    guard case .integer(let number) = try value(name), range.contains(number) else {
      throw LicenseFormError(
        .value, place: path(name),
        reason: "a whole number from \(range.lowerBound) to \(range.upperBound) is expected.")
    }
    return number
  }

  /// `ver`: the version of the definition.
  func checkVersion() throws(LicenseFormError) { _ = try integer("ver", in: 1...1) }

  func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  /// By bytes: Swift's == holds two spellings of one character for equal.
  private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}

// SPDX-License-Identifier: Apache-2.0

/// What may be a member in a ``JSONValue`` literal.
///
///     let user: JSONValue = ["id": 7, "name": name, "card": ["number": card?.number] as JSONValue]
public protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  public var json: JSONValue { self }
}

extension String: JSONConvertible {
  public var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
  public var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
  public var json: JSONValue { .integer(self) }
}

extension Int64: JSONConvertible {
  public var json: JSONValue { .integer(Int(self)) }
}

extension UInt32: JSONConvertible {
  public var json: JSONValue { .integer(Int(self)) }
}

extension Double: JSONConvertible {
  public var json: JSONValue { .number(self) }
}

extension Float: JSONConvertible {
  public var json: JSONValue { .number(Double(self)) }
}

/// `nil` is null.
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  public var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  public var json: JSONValue { .array(map(\.json)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object; its members stay in their order.
  public init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    self = .object(members.map { ($0, $1.json) })
  }
}

extension JSONValue {
  /// An object without those of its members that are null.
  package static func present(_ object: JSONValue) -> JSONValue {
    .object(object.members.filter { if case .null = $1 { false } else { true } })
  }

  /// The object with more members at its end.
  package func adding(_ object: JSONValue) -> JSONValue { .object(members + object.members) }

  /// Empty if it is not an object.
  private var members: [(String, JSONValue)] {
    if case .object(let members) = self { members } else { [] }
  }
}

extension Sequence {
  /// An array of the converted elements.
  package func json(_ make: (Element) throws -> JSONValue) rethrows -> JSONValue { .array(try map(make)) }
}

extension Optional {
  /// The converted value; null if there is none.
  package func json(_ make: (Wrapped) throws -> JSONValue) rethrows -> JSONValue {
    try map(make) ?? .null
  }
}

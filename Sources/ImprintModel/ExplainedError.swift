// SPDX-License-Identifier: Apache-2.0

/// An error that says what a person needs to go on: a code to match, a place, a reason and a remedy.
///
/// Callers match ``code``; people read ``description``. No conforming error carries template bytes,
/// keys, pixels or names of people.
public protocol ExplainedError: Error, Sendable, CustomStringConvertible {
  /// A closed set of cases with stable raw values, which `--json` prints.
  associatedtype Code: RawRepresentable<String> & Sendable & Hashable

  /// What kind of error this is.
  var code: Code { get }
  /// Where: a file with line and column, a plugin's id, a field, a device.
  var place: String { get }
  /// What was found there, and what was expected.
  var reason: String { get }
  /// What to do about it.
  var remedy: String { get }
  /// Everything it gathers, where it gathers several; the first is what the properties above say. Else empty.
  var problems: [Problem] { get }
  /// What it gathers.
  associatedtype Problem: ExplainedError = Self
}

extension ExplainedError where Problem == Self {
  public var problems: [Self] { [] }
}

extension ExplainedError {
  /// The place, the reason, the remedy and the code, in one line for people.
  public var description: String {
    let where_ = place.isEmpty ? "" : "\(place): "
    let then = remedy.isEmpty ? "" : " \(remedy)"
    return "\(where_)\(reason)\(then) [\(code.rawValue)]"
  }
}

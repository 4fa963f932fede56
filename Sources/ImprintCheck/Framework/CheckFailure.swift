// SPDX-License-Identifier: Apache-2.0

/// What must hold does not.
struct CheckFailure: Error, Hashable {
  /// What was found and what was expected, as a sentence: "it is ...".
  let reason: String
  /// Where: a file with line and column, a function, a field.
  let place: String

  init(_ reason: String, place: String = "") {
    self.reason = reason
    self.place = place
  }
}

/// What must hold does, but something about it is doubtful.
struct CheckWarning: Error, Hashable {
  let reason: String
  let place: String

  init(_ reason: String, place: String = "") {
    self.reason = reason
    self.place = place
  }
}

/// The check cannot be made of this plugin, or here, and why.
struct CheckSkip: Error, Hashable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// Does something with each element, one after the other.
/// - Throws: The first ``CheckSkip``, but only after all elements.
func inTurn<Elements: Sequence>(
  _ elements: Elements, _ body: (Elements.Element) throws -> Void
) throws {
  var skip: CheckSkip?
  for element in elements {
    do { try body(element) } catch let thrown as CheckSkip { skip = skip ?? thrown }
  }
  if let skip { throw skip }
}

/// Fails the check unless a condition holds.
func expect(
  _ holds: @autoclosure () throws -> Bool, _ reason: @autoclosure () -> String, place: String = ""
) throws {
  guard try holds() else { throw CheckFailure(reason(), place: place) }
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What one call of a plugin answered, with the words for it.
struct CallAnswer {
  let status: imp_status
  /// Name, number and the plugin's own words: `IMP_E_SAMPLE (301): "7 x 7 pixels"`.
  let words: String
  /// Whether the plugin gave words for it.
  let hasWords: Bool

  /// Notes the answer of a call that has just been made.
  init(_ status: imp_status, _ host: ProbeHost) {
    self.status = status
    words = host.explained(status)
    hasWords = host.record.words.contains { $0.status == status && !$0.text.isEmpty }
    host.forgetWords()
  }
}

/// What a call that was lent something to be filled answered.
protocol LentAnswer {
  var answer: CallAnswer { get }
  /// Whether nothing that it was lent to be filled was written to.
  var isUntouched: Bool { get }
}

extension LentAnswer {
  /// Fails unless it was refused with one of these, and nothing was written.
  func expectRefused(_ wanted: [imp_status], _ call: String, _ what: String) throws {
    try expect(answer, isOneOf: wanted, call, what)
    try expectUntouched(call, what)
  }

  func expectUntouched(_ call: String, _ what: String) throws {
    try expect(
      isUntouched, "\(what) it answered \(answer.words) and wrote to its outputs all the same (R-17, R-22).",
      place: call)
  }
}

/// Ends the check as failed unless the call answered one of these.
/// - Parameters:
///   - call: What was called, as `matcher.compare`.
///   - what: With what: "for a template of 0 bytes".
func expect(
  _ answer: CallAnswer, isOneOf wanted: [imp_status], _ call: String, _ what: String
) throws {
  guard !wanted.contains(answer.status) else { return }
  let names = wanted.map(StatusName.of).joined(separator: " or ")
  throw CheckFailure("\(what) it answered \(answer.words); expected: \(names).", place: call)
}

/// Ends the check as failed unless the call succeeded.
func expectSuccess(_ answer: CallAnswer, _ call: String, _ what: String) throws {
  try expect(answer, isOneOf: [IMP_OK], call, what)
}

/// Ends the check as failed unless the call answered a failure that the contract has for it.
/// - Parameter more: statuses of the call's comment, besides those that every call may answer.
func expectTypedFailure(
  _ answer: CallAnswer, or more: [imp_status], _ call: String, _ what: String
) throws {
  try expect(answer, isOneOf: [IMP_E_ARGUMENT] + more, call, what)
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The status of one call of a plugin, with its words.
struct CallAnswer {
  let status: imp_status
  /// Name, number and the plugin's own words: `IMP_E_SAMPLE (301): "7 x 7 pixels"`.
  let words: String
  /// Whether the plugin reported words for it.
  let hasWords: Bool

  /// Records the answer of the call just made.
  init(_ status: imp_status, _ host: ProbeHost) {
    self.status = status
    words = host.explained(status)
    hasWords = host.record.words.contains { $0.status == status && !$0.text.isEmpty }
    host.forgetWords()
  }
}

/// The answer of a call that borrowed memory to fill.
protocol LentAnswer {
  var answer: CallAnswer { get }
  /// Whether none of that memory was written.
  var isUntouched: Bool { get }
}

extension LentAnswer {
  /// Fails unless it was refused with one of these statuses, and nothing was written.
  func expectRefused(_ wanted: [imp_status], _ call: String, _ what: String) throws {
    try expect(answer, isOneOf: wanted, call, what)
    try expectUntouched(call, what)
  }

  func expectUntouched(_ call: String, _ what: String) throws {
    try expect(
      isUntouched, "\(what) it returned \(answer.words) but wrote to its outputs (R-17, R-22).",
      place: call)
  }
}

/// Fails the check unless the call answered one of these statuses.
/// - Parameters:
///   - call: The function called: `matcher.compare`.
///   - what: The arguments, in words: "for a template of 0 bytes".
func expect(
  _ answer: CallAnswer, isOneOf wanted: [imp_status], _ call: String, _ what: String
) throws {
  guard !wanted.contains(answer.status) else { return }
  let names = wanted.map(StatusName.of).joined(separator: " or ")
  throw CheckFailure("\(what) it returned \(answer.words); expected: \(names).", place: call)
}

/// Fails the check unless the call succeeded.
func expectSuccess(_ answer: CallAnswer, _ call: String, _ what: String) throws {
  try expect(answer, isOneOf: [IMP_OK], call, what)
}

/// Fails the check unless the call answered a failure that the contract permits for it.
/// - Parameter more: the statuses in the call's comment, besides those that every call may answer.
func expectTypedFailure(
  _ answer: CallAnswer, or more: [imp_status], _ call: String, _ what: String
) throws {
  try expect(answer, isOneOf: [IMP_E_ARGUMENT] + more, call, what)
}

// SPDX-License-Identifier: Apache-2.0
internal import ImprintStore

/// All that is kept of a claimant but the templates of who is registered: one file, replaced as a whole.
struct ClaimantState: Sendable, Hashable {
  /// When the id was given, in milliseconds since 1970.
  var issued: Int64
  /// Being removed: whoever finds it finishes that.
  var isDeleted = false
  /// In the store, once registered.
  var user: UniqueID?
  /// That of the registration; empty before the first dialogue.
  var configuration = ""
  /// The dialogue by which the claimant was registered.
  var registration: UniqueID?
  var open: OpenDialogue?
  var last: LastDialogue?
  /// What the template was adapted with, the newest last.
  var probes: [Template] = []
  /// Of utterances that were submitted.
  var prints = KnownPrints()
  var audit: [VoiceAuditEntry] = []

  static let mostTemplates = 16
  static let mostProbes = 4
  static let mostAudit = 64

  init(issued: Int64) { self.issued = issued }

  mutating func note(
    _ event: VoiceAuditEntry.Event, at time: Int64, _ dialogue: VoiceDialogueID, _ callReference: String?,
    factor: VoiceFactor? = nil
  ) {
    audit.append(
      VoiceAuditEntry(
        event: event, time: time, dialogue: dialogue, callReference: callReference, factor: factor))
    audit.removeFirst(max(0, audit.count - Self.mostAudit))
  }
}

/// A dialogue that goes on.
struct OpenDialogue: Sendable, Hashable {
  let number: UniqueID
  let isRegistration: Bool
  let configuration: String
  let callReference: String?
  let started: Int64
  /// What is to be said now.
  var prompt: String
  /// How often something had to be said again.
  var repeated = 0
  /// Of the utterances that were taken: who speaks.
  var voices: [Template] = []
  /// What was said, where the words are fixed.
  var words: [Template] = []
  /// How like the claimant those of a logon are.
  var likeness: [Double] = []
}

/// The logon that was concluded last.
struct LastDialogue: Sendable, Hashable {
  let number: UniqueID
  let callReference: String?
  let concluded: Int64
  let outcome: VoiceOutcome
  /// What a supervised adaptation would use.
  var probe: Template?
  var isUsed = false
}

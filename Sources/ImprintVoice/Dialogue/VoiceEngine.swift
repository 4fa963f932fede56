// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio

/// What stands behind a dialogue: the local engine, or one that asks a server.
public protocol VoiceEngine: Sendable {
  /// Checks the credentials.
  /// - Throws: ``VoiceError`` `wrongCredentials`, or why the engine cannot be reached.
  func signIn(_ credentials: VoiceCredentials) async throws(VoiceError) -> any VoiceSession
}

/// An engine, as one application has it: what the functions of these names of ``VoiceDialogues`` ask. Every
/// change is durable when a call returns. Any task.
public protocol VoiceSession: Sendable {
  func registerClaimant() async throws(VoiceError) -> VoiceClaimantID
  func deleteClaimant(_ claimant: VoiceClaimantID) async throws(VoiceError)
  func claimants() async throws(VoiceError) -> VoiceClaimants
  func startDialogue(
    with claimant: VoiceClaimantID, configuration: String, callReference: String?
  ) async throws(VoiceError) -> VoiceDialogue
  func abortDialogue(_ dialogue: VoiceDialogueID) async throws(VoiceError)
  func submit(
    _ utterance: AudioClip, to dialogue: VoiceDialogueID, promptHint: String?
  ) async throws(VoiceError) -> VoiceReply
  func adapt(
    _ claimant: VoiceClaimantID, with dialogue: VoiceDialogueID, factor: VoiceFactor
  ) async throws(VoiceError)
  func audit(of claimant: VoiceClaimantID) async throws(VoiceError) -> [VoiceAuditEntry]
}

/// What recognises digits. None is bundled; an application may give one.
public protocol VoiceDigitRecognizer: Sendable {
  /// The digits that are said in a sound, in their order: `0`...`9`, and anything else for what is not
  /// understood.
  /// - Parameters:
  ///   - samples: one channel, full scale being -1...1.
  ///   - count: how many there should be.
  func digits(in samples: [Float], rate: Int, count: Int) async throws -> String
}

/// The clock that dialogues go by: injectable, for tests. Any thread.
public protocol VoiceClock: Sendable {
  /// Milliseconds since 1970 UTC.
  func now() -> Int64
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
internal import Synchronization

/// Registration and logon by voice, as dialogues: a claimant is registered, and later says again what they
/// have said then.
///
/// ```swift
/// let voices = VoiceDialogues(engine)
/// try await voices.initialise(credentials)
/// let claimant = try await voices.registerClaimant()
/// let dialogue = try await voices.startDialogue(with: claimant, configuration: "door")
/// let reply = try await voices.submit(utterance, to: dialogue.id)
/// ```
///
/// Any task. What it does not detect: a clone of a voice that speaks what is asked for, and a recording that
/// is played by a loudspeaker into the microphone.
public final class VoiceDialogues: Sendable {
  private let engine: any VoiceEngine
  private let signedIn = Mutex<(credentials: VoiceCredentials, session: any VoiceSession)?>(nil)

  public init(_ engine: any VoiceEngine) { self.engine = engine }

  /// Signs in (F161). Before that every other call is ``VoiceError`` `notInitialised`. Again, with others, it
  /// changes the application; where it fails, nothing is changed.
  public func initialise(_ credentials: VoiceCredentials) async throws(VoiceError) {
    let session = try await engine.signIn(credentials)
    signedIn.withLock { $0 = (credentials, session) }
  }

  /// Where the engine is.
  public var address: String { get throws(VoiceError) { try current().credentials.address } }
  public var userName: String { get throws(VoiceError) { try current().credentials.userName } }
  /// The id of the application.
  public var organisation: String { get throws(VoiceError) { try current().credentials.organisation } }

  /// An id for somebody new, to be kept (F162). It is registered when its first dialogue is complete, and not
  /// counted before.
  public func registerClaimant() async throws(VoiceError) -> VoiceClaimantID {
    try await current().session.registerClaimant()
  }

  /// Removes a claimant with all that is kept of them (F163).
  /// - Throws: ``VoiceError`` `unknownClaimant`.
  public func deleteClaimant(_ claimant: VoiceClaimantID) async throws(VoiceError) {
    try await current().session.deleteClaimant(claimant)
  }

  /// Who is there. Somebody whose state is damaged is listed too, and every other call for them says so but
  /// ``deleteClaimant(_:)``.
  public func claimants() async throws(VoiceError) -> VoiceClaimants {
    try await current().session.claimants()
  }

  /// Starts a registration of a claimant who is not registered yet, else a logon (F164). A logon takes the
  /// place of an open one; a registration does not (F165).
  /// - Parameters:
  ///   - configuration: the id of one; of a logon that of the registration (F172).
  ///   - callReference: what the application calls it, for its own records: at most 256 bytes in one line.
  /// - Throws: ``VoiceError`` `unknownClaimant`, `unknownConfiguration`, `otherConfiguration`,
  ///   `noRecognizer`, `registrationOpen`, `badCallReference`.
  public func startDialogue(
    with claimant: VoiceClaimantID, configuration: String, callReference: String? = nil
  ) async throws(VoiceError) -> VoiceDialogue {
    let session = try current().session
    if let callReference {
      let isPlain = callReference.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      guard callReference.utf8.count <= 256, isPlain else {
        throw VoiceError(
          .badCallReference, place: "callReference",
          reason: "it has \(callReference.utf8.count) bytes, or a control character.",
          remedy: "Give at most 256 bytes of text in one line.")
      }
    }
    return try await session.startDialogue(
      with: claimant, configuration: configuration, callReference: callReference)
  }

  /// Ends a dialogue (F165). A registration takes its claimant with it.
  /// - Throws: ``VoiceError`` `unknownDialogue`, `dialogueOver`.
  public func abortDialogue(_ dialogue: VoiceDialogueID) async throws(VoiceError) {
    try await current().session.abortDialogue(dialogue)
  }

  /// Submits what was said (F166).
  /// - Parameters:
  ///   - utterance: one channel, at the rate of the configuration's extractor.
  ///   - promptHint: the prompt that was shown; where it is given, it has to be the one that was asked for.
  /// - Throws: ``VoiceError`` `unknownDialogue`, `dialogueOver`, `dialogueExpired`, `dialogueBusy`,
  ///   `otherPrompt`, `badSound`, which all leave the dialogue as it was.
  public func submit(
    _ utterance: AudioClip, to dialogue: VoiceDialogueID, promptHint: String? = nil
  ) async throws(VoiceError) -> VoiceReply {
    try await current().session.submit(utterance, to: dialogue, promptHint: promptHint)
  }

  /// Supervised adaptation (F170): adapts to the claimant's last logon, which was not validated, after the
  /// application has checked something else. The factor is kept in the claimant's audit record.
  /// - Throws: ``VoiceError`` `otherClaimant`, `notLastDialogue`, `strongReject`, `accepted`, `nothingHeard`,
  ///   `tooUnlike`, `alreadyAdapted`, `dialogueExpired`, `dialogueBusy`, `unknownClaimant`.
  public func adapt(
    _ claimant: VoiceClaimantID, with dialogue: VoiceDialogueID, factor: VoiceFactor
  ) async throws(VoiceError) {
    try await current().session.adapt(claimant, with: dialogue, factor: factor)
  }

  /// What has happened to a claimant, the oldest first: the last 64 entries.
  public func audit(of claimant: VoiceClaimantID) async throws(VoiceError) -> [VoiceAuditEntry] {
    try await current().session.audit(of: claimant)
  }

  private func current() throws(VoiceError) -> (credentials: VoiceCredentials, session: any VoiceSession) {
    guard let current = signedIn.withLock({ $0 }) else { throw .notInitialised }
    return current
  }
}

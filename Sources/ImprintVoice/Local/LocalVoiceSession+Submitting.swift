// SPDX-License-Identifier: Apache-2.0
internal import ImprintAudio
internal import ImprintModel
internal import ImprintStore

extension LocalVoiceSession {
  func submit(
    _ utterance: AudioClip, to dialogue: VoiceDialogueID, promptHint: String?
  ) async throws(VoiceError) -> VoiceReply {
    var state = try await settled(dialogue.claimant)
    // Its answer may never have arrived.
    if state.registration == dialogue.number { return .registered }
    var open = try opened(dialogue, in: state)
    let period = open.isRegistration ? VoicePeriods.registration : VoicePeriods.logon
    guard VoicePeriods.lasts(period, since: open.started, at: clock.now()) else {
      throw .dialogue(.dialogueExpired, dialogue, "it was started too long ago.")
    }
    let configuration = try configuration(open.configuration)
    // All was heard, and then a process died, or there was no place.
    if open.isRegistration, open.voices.count >= configuration.registrationUtterances {
      state = try await complete(state, open, configuration, dialogue.claimant)
      guard state.user == nil else { return .registered }
      open = try opened(dialogue, in: state)
    }
    guard promptHint == nil || promptHint == open.prompt else {
      throw VoiceError(
        .otherPrompt, place: "promptHint", reason: "it is not the prompt that was asked for.",
        remedy: "Show the prompt of the last reply.")
    }
    let hearing = VoiceHearing(
      configuration: configuration, algorithms: try await shelf.algorithms(of: configuration),
      recognizer: recognizer, now: clock.now())
    let samples = try hearing.samples(of: utterance)
    let call = SubmitCall(dialogue: dialogue, configuration: configuration, state: state, open: open)
    return open.isRegistration
      ? try await register(samples, hearing, call) : try await logOn(samples, hearing, call)
  }

  /// An utterance that is to be said again, or one too many of them.
  /// - Parameter isClaimants: whether it may be the claimant's voice.
  func again(
    _ reason: VoiceRepeatReason, _ print: UtterancePrint?, _ call: SubmitCall, isClaimants: Bool = false
  ) async throws(VoiceError) -> VoiceReply {
    var (new, open) = (call.state, call.open)
    if let print { new.prints.remember(print, as: isClaimants ? .claimants : .anybodys) }
    if reason == .playedAgain {
      new.note(.playedAgain, at: clock.now(), call.dialogue, open.callReference)
    }
    guard open.repeated < call.configuration.repeats else {
      return try await givenUp(reason, new, call)
    }
    open.repeated += 1
    if call.configuration.words.areRandom { open.prompt = call.configuration.words.prompt }
    new.open = open
    try await vault.replace(call.state, with: new, of: call.dialogue.claimant)
    return .speak(open.shown(call.configuration), because: reason)
  }

  /// The end of a dialogue in which too much had to be said again.
  private func givenUp(
    _ reason: VoiceRepeatReason, _ state: ClaimantState, _ call: SubmitCall
  ) async throws(VoiceError) -> VoiceReply {
    guard call.open.isRegistration else {
      let outcome = VoiceJudgement(call.configuration.limits).outcome(of: call.open.likeness)
      try await conclude(outcome, state, call.open, call)
      return .concluded(outcome, because: reason)
    }
    try await remove(call.dialogue.claimant, call.state)
    return .notRegistered(reason)
  }
}

/// One call, and how the claimant was when it began.
struct SubmitCall: Sendable {
  let dialogue: VoiceDialogueID
  let configuration: VoiceConfiguration
  let state: ClaimantState
  let open: OpenDialogue
}

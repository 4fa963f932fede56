// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintStore

extension LocalVoiceSession {
  func logOn(
    _ samples: [Float], _ hearing: VoiceHearing, _ call: SubmitCall
  ) async throws(VoiceError) -> VoiceReply {
    let found = try await hearing.hear(samples, prompt: call.open.prompt, earlier: call.state.prints.all)
    guard case .heard(let heard) = found else {
      guard case .again(let reason, let print) = found else {
        return .concluded(.notValidated, because: .unsuitable)
      }
      return try await again(reason, print, call)
    }
    let references = try await references(of: call.dialogue.claimant, call.state, hearing.algorithms)
    let likeness = try await references.likeness(of: heard.voice, hearing)
    let limits = call.configuration.limits
    // Of another's voice it does not matter what was said.
    if likeness.best >= limits.reject {
      if try await !references.isPhrase(heard.words, hearing) {
        return try await again(.wrongPhrase, heard.print, call, isClaimants: true)
      }
      if try await !isVoice(heard.voice, of: call.open, hearing) {
        return try await again(.anotherVoice, heard.print, call, isClaimants: true)
      }
    }
    var (new, open) = (call.state, call.open)
    new.prints.remember(heard.print, as: likeness.best >= limits.reject ? .claimants : .anybodys)
    open.voices.append(heard.voice)
    // What is no number is nobody's likeness.
    open.likeness.append(likeness.best.isNaN ? -.infinity : likeness.best)
    let outcome = VoiceJudgement(limits).outcome(of: open.likeness)
    guard outcome == .accept || open.voices.count >= call.configuration.logonUtterances else {
      if call.configuration.words.areRandom { open.prompt = call.configuration.words.prompt }
      new.open = open
      try await vault.replace(call.state, with: new, of: call.dialogue.claimant)
      return .speak(open.shown(call.configuration), because: nil)
    }
    // By itself only where the first utterance was clear, and like what was registered.
    guard open.voices.count == 1, likeness.anchor >= limits.clear,
      let adaptation = try await adaptation(of: new, to: heard.voice, references, hearing.algorithms)
    else {
      try await conclude(outcome, new, open, call)
      return .concluded(outcome, because: nil)
    }
    new.probes = adaptation.probes
    new.note(.adapted, at: clock.now(), call.dialogue, open.callReference)
    try await conclude(outcome, new, open, call)
    // The accept is on the disk, and holds without it.
    try? await vault.put(adaptation.template, of: references.user, inPlaceOf: references.adapted?.id)
    return .concluded(outcome, because: nil)
  }

  /// Ends a logon, and keeps what it came to.
  /// - Parameter state: what is to be kept beside that.
  func conclude(
    _ outcome: VoiceOutcome, _ state: ClaimantState, _ open: OpenDialogue, _ call: SubmitCall
  ) async throws(VoiceError) {
    let now = clock.now()
    var new = state
    new.open = nil
    // The one that is most like the claimant; of others' voices nothing is kept.
    let best = open.likeness.indices.max { open.likeness[$0] < open.likeness[$1] }
    new.last = LastDialogue(
      number: open.number, callReference: open.callReference, concluded: now, outcome: outcome,
      probe: outcome == .notValidated ? best.map { open.voices[$0] } : nil)
    let event: VoiceAuditEntry.Event =
      switch outcome {
      case .accept: .accept
      case .notValidated: .notValidated
      case .strongReject: .strongReject
      }
    new.note(event, at: now, call.dialogue, open.callReference)
    try await vault.replace(call.state, with: new, of: call.dialogue.claimant)
  }

  /// Whether it is the voice of the utterances before.
  private func isVoice(
    _ voice: Template, of open: OpenDialogue, _ hearing: VoiceHearing
  ) async throws(VoiceError) -> Bool {
    let limits = hearing.configuration.limits
    for earlier in open.voices {
      let resemblance = try await hearing.algorithms.voice.resemblance(
        of: voice, to: earlier, in: limits.unit)
      guard resemblance.value >= limits.reject else { return false }
    }
    return true
  }

  func references(
    of claimant: VoiceClaimantID, _ state: ClaimantState, _ algorithms: VoiceAlgorithms
  ) async throws(VoiceError) -> VoiceReferences {
    guard let user = state.user, let stored = try await vault.templates(of: user) else {
      // Somebody has removed the user from the store.
      try await remove(claimant, state)
      throw .unknownClaimant(claimant)
    }
    guard let references = VoiceReferences(stored, user, algorithms) else {
      guard !stored.isEmpty else { throw .damaged("claimant \(claimant)", "there is no template.") }
      let formats = Set(stored.map(\.template.format.algorithm)).sorted().joined(separator: ", ")
      throw VoiceError(
        .otherConfiguration, place: "claimant \(claimant)",
        reason: "the configuration has other formats than the templates, which are \(formats).",
        remedy: "Use the formats of the registration, or delete the claimant and register again.")
    }
    return references
  }
}

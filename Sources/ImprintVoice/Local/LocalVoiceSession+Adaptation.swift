// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintStore

/// A template that has followed a voice.
struct VoiceAdaptation: Sendable {
  /// What it is made of beside the registration, the newest last.
  let probes: [Template]
  let template: Template
}

// A template is never adapted to an adapted one: it is made anew of the registration's, which never changes,
// and of the last few probes, each of which is like the registration's itself. So however often it is
// adapted, it stays within a fixed distance, and nobody can walk it to another's voice step by step.
extension LocalVoiceSession {
  /// - Returns: `nil` where the probe does not go with the registration.
  func adaptation(
    of state: ClaimantState, to probe: Template, _ references: VoiceReferences, _ algorithms: VoiceAlgorithms
  ) async throws(VoiceError) -> VoiceAdaptation? {
    let anchor = references.anchor.template
    for probes in [Array((state.probes + [probe]).suffix(ClaimantState.mostProbes)), [probe]] {
      // Of more samples, as that tells it from the registration's (``VoiceReferences``).
      if let template = try await algorithms.voice.fuse([anchor] + probes), template.samples > anchor.samples
      {
        return VoiceAdaptation(probes: probes, template: template)
      }
    }
    return nil
  }

  func adapt(
    _ claimant: VoiceClaimantID, with dialogue: VoiceDialogueID, factor: VoiceFactor
  ) async throws(VoiceError) {
    guard dialogue.claimant == claimant else {
      throw .adaptation(.otherClaimant, "the dialogue is another claimant's.")
    }
    let state = try await settled(claimant)
    let (last, probe) = try adaptable(dialogue, in: state)
    let configuration = try configuration(state.configuration)
    let algorithms = try await shelf.algorithms(of: configuration)
    let references = try await references(of: claimant, state, algorithms)
    // Once more, and of the registration's template alone: what was adapted since does not widen it.
    let likeness = try await algorithms.voice.resemblance(
      of: probe, to: references.anchor.template, in: configuration.limits.unit)
    guard likeness.value >= configuration.limits.reject,
      let adaptation = try await adaptation(of: state, to: probe, references, algorithms)
    else { throw .adaptation(.tooUnlike, "what was heard is too unlike the registration.") }
    var (new, used) = (state, last)
    used.isUsed = true
    used.probe = nil
    new.last = used
    new.probes = adaptation.probes
    new.note(.adaptedWithFactor, at: clock.now(), dialogue, last.callReference, factor: factor)
    // What was checked is on the disk before anything follows of it.
    try await vault.replace(state, with: new, of: claimant)
    try await vault.put(adaptation.template, of: references.user, inPlaceOf: references.adapted?.id)
  }

  /// - Throws: why a dialogue cannot be adapted with.
  private func adaptable(
    _ dialogue: VoiceDialogueID, in state: ClaimantState
  ) throws(VoiceError) -> (LastDialogue, Template) {
    guard let last = state.last, last.number == dialogue.number, state.open == nil else {
      throw .adaptation(.notLastDialogue, "the dialogue is not the claimant's last, or is still open.")
    }
    switch last.outcome {
    case .accept: throw .adaptation(.accepted, "the dialogue ended in an accept.")
    case .strongReject: throw .adaptation(.strongReject, "the dialogue ended in a strong reject.")
    case .notValidated: break
    }
    guard !last.isUsed else { throw .adaptation(.alreadyAdapted, "the dialogue was used for one already.") }
    guard VoicePeriods.lasts(VoicePeriods.adaptation, since: last.concluded, at: clock.now()) else {
      throw .adaptation(.dialogueExpired, "the dialogue is too old.")
    }
    guard let probe = last.probe else {
      throw .adaptation(.nothingHeard, "no utterance of the dialogue could be used.")
    }
    return (last, probe)
  }
}

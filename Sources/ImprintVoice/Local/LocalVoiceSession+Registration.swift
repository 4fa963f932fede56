// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

extension LocalVoiceSession {
  func register(
    _ samples: [Float], _ hearing: VoiceHearing, _ call: SubmitCall
  ) async throws(VoiceError) -> VoiceReply {
    let found = try await hearing.hear(samples, prompt: call.open.prompt, earlier: call.state.prints.all)
    guard case .heard(let heard) = found else {
      guard case .again(let reason, let print) = found else { return .notRegistered(.unsuitable) }
      return try await again(reason, print, call)
    }
    if let reason = try await mismatch(of: heard, hearing, call) {
      return try await again(reason, heard.print, call)
    }
    var (new, open) = (call.state, call.open)
    new.prints.remember(heard.print, as: .registration)
    open.voices.append(heard.voice)
    if let words = heard.words { open.words.append(words) }
    let isComplete = open.voices.count >= call.configuration.registrationUtterances
    if call.configuration.words.areRandom, !isComplete { open.prompt = call.configuration.words.prompt }
    new.open = open
    // Before anybody is registered: what was said is known again, whatever dies now.
    try await vault.replace(call.state, with: new, of: call.dialogue.claimant)
    guard isComplete else { return .speak(open.shown(call.configuration), because: nil) }
    let state = try await complete(new, open, call.configuration, call.dialogue.claimant)
    guard state.user != nil else {
      return .speak((state.open ?? open).shown(call.configuration), because: .anotherVoice)
    }
    return .registered
  }

  /// Why an utterance does not go with those before.
  private func mismatch(
    of heard: VoiceHearing.Heard, _ hearing: VoiceHearing, _ call: SubmitCall
  ) async throws(VoiceError) -> VoiceRepeatReason? {
    let (open, limits, algorithms) = (call.open, call.configuration.limits, hearing.algorithms)
    guard !open.voices.isEmpty else { return nil }
    var sum = 0.0
    for voice in open.voices {
      sum += try await algorithms.voice.resemblance(of: heard.voice, to: voice, in: limits.unit).value
    }
    guard sum / Double(open.voices.count) >= limits.reject else { return .anotherVoice }
    if let algorithm = algorithms.words, let words = heard.words {
      var others = 0
      for earlier in open.words {
        let resemblance = try await algorithm.resemblance(of: words, to: earlier, in: .similarity)
        others += resemblance.isOtherWords ? 1 : 0
      }
      guard others * 2 <= open.words.count else { return .wrongPhrase }
    }
    guard open.voices.count + 1 >= call.configuration.registrationUtterances else { return nil }
    // What could not be fused would be found too late otherwise.
    guard try await algorithms.voice.fuse(open.voices + [heard.voice]) != nil else { return .anotherVoice }
    if let algorithm = algorithms.words, let words = heard.words,
      try await algorithm.fuse(open.words + [words]) == nil
    {
      return .wrongPhrase
    }
    return nil
  }
}

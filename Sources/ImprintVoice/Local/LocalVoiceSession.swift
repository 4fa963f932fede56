// SPDX-License-Identifier: Apache-2.0
internal import ImprintAudio
internal import ImprintStore

/// One application's claimants, by the local engine. Nothing is kept between calls but what is on the disk,
/// so that a dialogue may begin in one process and end in another.
struct LocalVoiceSession: VoiceSession {
  let vault: any VoiceVault
  let configurations: [String: VoiceConfiguration]
  let shelf: AlgorithmShelf
  let recognizer: (any VoiceDigitRecognizer)?
  let clock: any VoiceClock

  func registerClaimant() async throws(VoiceError) -> VoiceClaimantID {
    let claimant = VoiceClaimantID()
    try await vault.replace(nil, with: ClaimantState(issued: clock.now()), of: claimant)
    return claimant
  }

  func deleteClaimant(_ claimant: VoiceClaimantID) async throws(VoiceError) {
    let state: ClaimantState?
    do throws(VoiceError) {
      state = try await vault.state(of: claimant)
    } catch  where error.code == .damaged {
      // What cannot be read can be removed.
      try await vault.discard(claimant)
      return
    }
    if let state {
      try await remove(claimant, state)
    } else if try await vault.user(of: claimant) != nil {
      try await vault.discard(claimant)
    } else {
      throw .unknownClaimant(claimant)
    }
  }

  func claimants() async throws(VoiceError) -> VoiceClaimants {
    var (registered, pending): ([VoiceClaimantID], [VoiceClaimantID]) = ([], [])
    for claimant in try await vault.claimants() {
      let isRegistered: Bool
      do throws(VoiceError) {
        guard let state = try await swept(claimant) else { continue }
        isRegistered = state.user != nil
      } catch {
        // Damaged, or in use: one keeps nobody else from being listed, and whoever asks for them is told.
        isRegistered = try await vault.user(of: claimant) != nil
      }
      if isRegistered { registered.append(claimant) } else { pending.append(claimant) }
    }
    return VoiceClaimants(registered: registered, pending: pending)
  }

  func startDialogue(
    with claimant: VoiceClaimantID, configuration id: String, callReference: String?
  ) async throws(VoiceError) -> VoiceDialogue {
    let configuration = try configuration(id)
    let state = try await settled(claimant)
    let now = clock.now()
    if state.user == nil, let open = state.open,
      VoicePeriods.lasts(VoicePeriods.registration, since: open.started, at: now)
    {
      let minutes = (VoicePeriods.registration - (now - open.started) + 59_999) / 60_000
      throw VoiceError(
        .registrationOpen, place: "claimant \(claimant)",
        reason: "a registration is open, for \(minutes) min at most.",
        remedy: "Abort it, or wait until then.")
    }
    if state.user != nil, state.configuration != id {
      throw VoiceError(
        .otherConfiguration, place: "configuration \(id)",
        reason: "the claimant was registered with \(state.configuration).",
        remedy: "Use that one, or delete the claimant and register again.")
    }
    let open = OpenDialogue(
      number: UniqueID(), isRegistration: state.user == nil, configuration: id, callReference: callReference,
      started: now, prompt: configuration.words.prompt)
    var new = state
    new.configuration = id
    new.open = open
    new.last = nil
    if open.isRegistration { new.prints.startRegistration() }
    try await vault.replace(state, with: new, of: claimant)
    return VoiceDialogue(
      id: VoiceDialogueID(claimant, open.number), purpose: open.isRegistration ? .registration : .logon,
      prompt: open.shown(configuration), callReference: callReference)
  }

  func abortDialogue(_ dialogue: VoiceDialogueID) async throws(VoiceError) {
    let state = try await settled(dialogue.claimant)
    let open = try opened(dialogue, in: state)
    guard !open.isRegistration else {
      try await remove(dialogue.claimant, state)
      return
    }
    var new = state
    new.open = nil
    try await vault.replace(state, with: new, of: dialogue.claimant)
  }

  func audit(of claimant: VoiceClaimantID) async throws(VoiceError) -> [VoiceAuditEntry] {
    try await settled(claimant).audit
  }

  func configuration(_ id: String) throws(VoiceError) -> VoiceConfiguration {
    guard let configuration = configurations[id] else {
      throw VoiceError(
        .unknownConfiguration, place: "configuration", reason: "the application has none of that id.",
        remedy: "Give the id of one: \(configurations.keys.sorted().joined(separator: ", ")).")
    }
    guard !configuration.words.areRandom || recognizer != nil else {
      throw VoiceError(
        .noRecognizer, place: "configuration \(id)",
        reason: "it asks for random digits, and there is nothing that recognises them.",
        remedy: "Give a recogniser of digits, or use a configuration with a fixed phrase.")
    }
    return configuration
  }

  /// The open dialogue of that id.
  func opened(
    _ dialogue: VoiceDialogueID, in state: ClaimantState
  ) throws(VoiceError) -> OpenDialogue {
    if let open = state.open, open.number == dialogue.number { return open }
    guard state.registration == dialogue.number || state.last?.number == dialogue.number else {
      throw .dialogue(
        .unknownDialogue, dialogue, "no such dialogue of the claimant is open, or was the last one.")
    }
    throw .dialogue(.dialogueOver, dialogue, "it is concluded.")
  }
}

extension OpenDialogue {
  /// What somebody is told to say next.
  func shown(_ configuration: VoiceConfiguration) -> VoicePrompt {
    let utterances =
      isRegistration ? configuration.registrationUtterances : configuration.logonUtterances
    return VoicePrompt(
      text: prompt, needed: max(1, utterances - voices.count),
      repeatsLeft: max(0, configuration.repeats - repeated))
  }
}

extension VoiceConfiguration.Words {
  /// A new one of random digits.
  var prompt: String {
    switch self {
    case .phrase(let text): text
    case .digits(let digits): digits.map(String.init).joined(separator: " ")
    case .randomDigits(let count):
      (0..<count).map { _ in "\(UInt8.random(in: 0...9))" }.joined(separator: " ")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintStore

// What a process that died has left is finished by the next call that finds it.
extension LocalVoiceSession {
  /// The state of a claimant who is there. Where a process has died after the store's step, they are
  /// registered now; where it died before that, only ``complete(_:_:_:_:)`` registers them.
  /// - Throws: `unknownClaimant`; `damaged` where the store has them and their state is gone, as recordings
  ///   of theirs would pass then.
  func settled(_ claimant: VoiceClaimantID) async throws(VoiceError) -> ClaimantState {
    guard let state = try await vault.state(of: claimant) else {
      if try await vault.user(of: claimant) != nil {
        throw .damaged("claimant \(claimant)", "the state is missing, and a template is in the store.")
      }
      throw .unknownClaimant(claimant)
    }
    guard let settled = try await settled(claimant, state) else { throw .unknownClaimant(claimant) }
    return settled
  }

  /// - Returns: `nil` where the claimant was being removed, and is removed now.
  private func settled(
    _ claimant: VoiceClaimantID, _ state: ClaimantState
  ) async throws(VoiceError) -> ClaimantState? {
    if state.isDeleted {
      try await remove(claimant, state)
      return nil
    }
    // Nobody is in the store before all was heard, which is two utterances at least where this process does
    // not know how many.
    guard state.user == nil, let open = state.open, open.isRegistration,
      open.voices.count >= configurations[open.configuration]?.registrationUtterances ?? 2,
      let user = try await vault.user(of: claimant)
    else { return state }
    return try await registered(user, state, open, claimant)
  }

  /// Somebody as ``settled(_:)`` has them; who never registered goes after a day, and what they have said
  /// after an hour.
  /// - Returns: `nil` where they are gone.
  func swept(_ claimant: VoiceClaimantID) async throws(VoiceError) -> ClaimantState? {
    guard let found = try await vault.state(of: claimant), let state = try await settled(claimant, found)
    else { return nil }
    let now = clock.now()
    let isOpen =
      state.open.map { VoicePeriods.lasts(VoicePeriods.registration, since: $0.started, at: now) } ?? false
    guard state.user == nil, !isOpen else { return state }
    // A clock that was set back removes nobody.
    guard now < state.issued || VoicePeriods.lasts(VoicePeriods.pending, since: state.issued, at: now) else {
      try await remove(claimant, state)
      return nil
    }
    guard state.open != nil else { return state }
    var new = state
    new.open = nil
    try await vault.replace(state, with: new, of: claimant)
    return new
  }

  /// Removes somebody: marked first, so that whatever dies in between, nobody takes up what is half gone.
  func remove(_ claimant: VoiceClaimantID, _ state: ClaimantState) async throws(VoiceError) {
    var left = state
    var user = state.user
    // Who was enrolled by a process that died then, is in the store alone.
    if user == nil { user = try await vault.user(of: claimant) }
    if let user {
      if !state.isDeleted {
        left.user = user
        left.isDeleted = true
        left.open = nil
        try await vault.replace(state, with: left, of: claimant)
      }
      try await vault.remove(user)
    }
    try await vault.replace(left, with: nil, of: claimant)
  }

  /// Registers somebody of whom enough was heard. The store's atomic step decides: before it nobody is
  /// registered, after it somebody is.
  func complete(
    _ state: ClaimantState, _ open: OpenDialogue, _ configuration: VoiceConfiguration,
    _ claimant: VoiceClaimantID
  ) async throws(VoiceError) -> ClaimantState {
    let algorithms = try await shelf.algorithms(of: configuration)
    var new = state
    var templates: [Template] = []
    for (algorithm, heard) in [
      (algorithms.voice, open.voices), (algorithms.words ?? algorithms.voice, open.words),
    ]
    where !heard.isEmpty {
      guard let fused = try await algorithm.fuse(heard) else {
        // They were fused before; another version of the plugin may think otherwise.
        new.open?.voices = []
        new.open?.words = []
        try await vault.replace(state, with: new, of: claimant)
        return new
      }
      templates.append(fused)
    }
    let user = try await vault.enrol(claimant, configuration: configuration.id, templates: templates)
    return try await registered(user, state, open, claimant)
  }

  /// Writes that somebody is in the store.
  private func registered(
    _ user: UniqueID, _ state: ClaimantState, _ open: OpenDialogue, _ claimant: VoiceClaimantID
  ) async throws(VoiceError) -> ClaimantState {
    var new = state
    new.user = user
    new.registration = open.number
    new.open = nil
    new.note(
      .registered, at: clock.now(), VoiceDialogueID(claimant, open.number), open.callReference)
    do throws(VoiceError) {
      try await vault.replace(state, with: new, of: claimant)
      return new
    } catch  where error.code == .dialogueBusy {
      let now = try await vault.state(of: claimant)
      // Another process has written the same.
      if let now, !now.isDeleted, now.registration == open.number { return now }
      // It was removed, or took another course: this user is nobody's.
      if now?.user != user { try await vault.remove(user) }
      guard now != nil else { throw .unknownClaimant(claimant) }
      throw error
    }
  }
}

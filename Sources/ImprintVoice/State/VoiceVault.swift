// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintStore

/// Where an application's claimants are kept: their states, and in the project's store who is registered.
/// Each call is atomic and durable.
protocol VoiceVault: Sendable {
  /// - Returns: `nil` where there is none.
  func state(of claimant: VoiceClaimantID) async throws(VoiceError) -> ClaimantState?
  /// Replaces a state if it is still what the caller has seen; `nil` is none.
  /// - Throws: `dialogueBusy` if it has changed since.
  func replace(
    _ old: ClaimantState?, with new: ClaimantState?, of claimant: VoiceClaimantID
  ) async throws(VoiceError)
  /// Everybody who has a state, sorted.
  func claimants() async throws(VoiceError) -> [VoiceClaimantID]

  /// Adds somebody with their templates, unless they are there: by one atomic step of the store.
  func enrol(
    _ claimant: VoiceClaimantID, configuration: String, templates: [Template]
  ) async throws(VoiceError) -> UniqueID
  /// Somebody in the store.
  /// - Returns: `nil` where they are not.
  /// - Complexity: O(users in the store).
  func user(of claimant: VoiceClaimantID) async throws(VoiceError) -> UniqueID?
  /// - Returns: `nil` where there is no such user.
  func templates(of user: UniqueID) async throws(VoiceError) -> [StoredTemplate]?
  /// Replaces a template, or adds one.
  func put(
    _ template: Template, of user: UniqueID, inPlaceOf old: UniqueID?
  ) async throws(VoiceError)
  /// Removes somebody with their state, whatever is in it.
  func discard(_ claimant: VoiceClaimantID) async throws(VoiceError)
  /// Removes somebody from the store, if they are there.
  func remove(_ user: UniqueID) async throws(VoiceError)
}

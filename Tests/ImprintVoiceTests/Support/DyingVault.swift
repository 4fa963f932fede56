// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintStore
import Synchronization

@testable import ImprintVoice

/// A vault whose process dies at a change: before it is made, or before its caller hears of it. Or another
/// process does something before somebody is enrolled.
final class DyingVault: VoiceVault {
  private let vault: any VoiceVault
  private let last: Int
  private let isMade: Bool
  private let meanwhile: @Sendable () async throws(VoiceError) -> Void
  private let changes = Mutex(0)

  /// - Parameters:
  ///   - last: the number of the change, from 0.
  ///   - isMade: whether it is still made.
  init(_ vault: any VoiceVault, dyingAt last: Int, isMade: Bool) {
    self.vault = vault
    self.last = last
    self.isMade = isMade
    meanwhile = {}
  }

  /// - Parameter meanwhile: what another process does before somebody is enrolled.
  init(_ vault: any VoiceVault, meanwhile: @escaping @Sendable () async throws(VoiceError) -> Void) {
    self.vault = vault
    last = .max
    isMade = true
    self.meanwhile = meanwhile
  }

  /// How many changes were begun.
  var count: Int { changes.withLock { $0 } }

  static let death = VoiceError(.system, place: "test", reason: "the process died.", remedy: "none")

  private func change<Value: Sendable>(
    _ work: () async throws(VoiceError) -> Value
  ) async throws(VoiceError) -> Value {
    let number = changes.withLock { count in
      defer { count += 1 }
      return count
    }
    guard number <= last else { throw Self.death }
    guard number == last else { return try await work() }
    if isMade { _ = try await work() }
    throw Self.death
  }

  func state(of claimant: VoiceClaimantID) async throws(VoiceError) -> ClaimantState? {
    guard count <= last else { throw Self.death }
    return try await vault.state(of: claimant)
  }

  func replace(
    _ old: ClaimantState?, with new: ClaimantState?, of claimant: VoiceClaimantID
  ) async throws(VoiceError) {
    try await change { () async throws(VoiceError) in
      try await vault.replace(old, with: new, of: claimant)
    }
  }

  func claimants() async throws(VoiceError) -> [VoiceClaimantID] { try await vault.claimants() }

  func enrol(
    _ claimant: VoiceClaimantID, configuration: String, templates: [Template]
  ) async throws(VoiceError) -> UniqueID {
    try await meanwhile()
    return try await change { () async throws(VoiceError) in
      try await vault.enrol(claimant, configuration: configuration, templates: templates)
    }
  }

  func user(of claimant: VoiceClaimantID) async throws(VoiceError) -> UniqueID? {
    try await vault.user(of: claimant)
  }

  func templates(of user: UniqueID) async throws(VoiceError) -> [StoredTemplate]? {
    try await vault.templates(of: user)
  }

  func put(
    _ template: Template, of user: UniqueID, inPlaceOf old: UniqueID?
  ) async throws(VoiceError) {
    try await change { () async throws(VoiceError) in
      try await vault.put(template, of: user, inPlaceOf: old)
    }
  }

  func discard(_ claimant: VoiceClaimantID) async throws(VoiceError) {
    try await change { () async throws(VoiceError) in try await vault.discard(claimant) }
  }

  func remove(_ user: UniqueID) async throws(VoiceError) {
    try await change { () async throws(VoiceError) in try await vault.remove(user) }
  }
}

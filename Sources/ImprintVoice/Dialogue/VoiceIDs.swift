// SPDX-License-Identifier: Apache-2.0
internal import ImprintStore

/// Somebody who is, or is about to be, registered by voice (F162): an id for the application to keep.
public struct VoiceClaimantID: Sendable, Hashable, Comparable, CustomStringConvertible {
  let id: UniqueID

  init(_ id: UniqueID = UniqueID()) { self.id = id }

  /// From its ``description``; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard let id = UniqueID(text) else { return nil }
    self.id = id
  }

  public static func < (one: Self, other: Self) -> Bool { one.id < other.id }

  public var description: String { id.description }
}

/// One dialogue with one claimant. To be kept while the dialogue lasts, and for a supervised adaptation.
public struct VoiceDialogueID: Sendable, Hashable, CustomStringConvertible {
  public let claimant: VoiceClaimantID
  let number: UniqueID

  init(_ claimant: VoiceClaimantID, _ number: UniqueID = UniqueID()) {
    self.claimant = claimant
    self.number = number
  }

  /// From its ``description``; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let claimant = VoiceClaimantID(parts[0]), let number = UniqueID(parts[1]) else {
      return nil
    }
    self.init(claimant, number)
  }

  public var description: String { "\(claimant).\(number)" }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture

/// The seed's sounds, by the names of their files, and its two settings of them: 9.
public enum SeedFingerSound: String, SeedName {
  case accessoryConnected = "PBAccessoryConnected.wav"
  case accessoryDisconnected = "PBAccessoryDisconnected.wav"
  case cardInserted = "PBSmartcardInserted.wav"
  case cardRemoved = "PBSmartcardRemoved.wav"
  case rejected = "PBVerificationRejected.wav"
  case accepted = "PBVerificationAccepted.wav"
  case swipeFailed = "PBSwipeFailed.wav"
  case playSounds = "PBPlaySounds"
  case vibrate = "PBVibrateForSwipeFailure"

  public var counterpart: SeedCounterpart {
    switch self {
    case .accessoryConnected: .value(FingerSound.readerConnected, sdkctl: Self.silent)
    case .accessoryDisconnected: .value(FingerSound.readerDisconnected, sdkctl: Self.silent)
    case .cardInserted: .value(FingerSound.cardInserted, sdkctl: Self.silent)
    case .cardRemoved: .value(FingerSound.cardRemoved, sdkctl: Self.silent)
    case .rejected: .value(FingerSound.rejected, sdkctl: Self.silent)
    case .accepted: .value(FingerSound.accepted, sdkctl: Self.silent)
    case .swipeFailed: .value(FingerSound.pressFailed, sdkctl: Self.silent)
    case .playSounds: .swift("FingerSignals.playsSounds", sdkctl: Self.silent)
    case .vibrate: .swift("FingerSignals.vibratesForFailedPress", sdkctl: Self.silent)
    }
  }

  private static let silent = SeedCommand.swiftOnly("a command plays nothing")
}

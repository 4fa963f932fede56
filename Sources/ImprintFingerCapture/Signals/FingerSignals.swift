// SPDX-License-Identifier: Apache-2.0

/// Which sounds are told, and whether a vibration is: all off by default. Nothing is played here: an event
/// says what is due, and the application plays it.
public struct FingerSignals: Sendable, Hashable {
  /// Whether ``FingerEvent/sound(_:)`` comes. Default `false`.
  public var playsSounds: Bool
  /// Whether ``FingerEvent/vibration`` comes where a press fails. Default `false`.
  public var vibratesForFailedPress: Bool

  public init(playsSounds: Bool = false, vibratesForFailedPress: Bool = false) {
    self.playsSounds = playsSounds
    self.vibratesForFailedPress = vibratesForFailedPress
  }

  /// What is due where something happened.
  func events(for sound: FingerSound) -> [FingerEvent] {
    (playsSounds ? [.sound(sound)] : [])
      + (vibratesForFailedPress && sound == .pressFailed ? [.vibration] : [])
  }
}

/// What has a sound. The words are stable, and those of files: `press-failed.wav`.
public enum FingerSound: String, Sendable, Hashable, Codable, CaseIterable {
  /// A fingerprint reader was plugged in. Told by who watches devices, not by flows:
  /// ``init(of:before:)``.
  case readerConnected = "reader-connected"
  /// One was unplugged. Likewise.
  case readerDisconnected = "reader-disconnected"
  /// A smart card was inserted. Likewise.
  case cardInserted = "card-inserted"
  /// A smart card was removed. Likewise.
  case cardRemoved = "card-removed"
  /// A verification or an enrolment failed: refused, timed out, cancelled, or an error.
  case rejected
  /// A verification or an enrolment succeeded.
  case accepted
  /// A press failed: its quality was too poor, its area too small, or it did not match.
  case pressFailed = "press-failed"

  /// The name of its file. A sound is replaced by another file of this name.
  public var file: String { "\(rawValue).wav" }

  /// The file to play: the first folder that has one of its name.
  /// - Parameter folders: the application's own first, then whatever it ships.
  /// - Returns: `nil` where none has it: then nothing is to be played.
  public func path(in folders: [String], exists: (String) -> Bool) -> String? {
    folders.lazy.map { "\($0)/\(file)" }.first(where: exists)
  }
}

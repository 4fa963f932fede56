// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// What is asked of a fingerprint reader.
public struct FingerReaderOptions: Sendable, Hashable {
  /// How a replayed source's time passes.
  public enum Pace: String, Sendable, Hashable, Codable, CaseIterable {
    /// In real time.
    case real
    /// Only while it is waited for, and at once: a wait ends with an event or its time-out as in real time,
    /// without the wait.
    case full
  }

  /// As a listing returned it, a locator or an id; or a folder.
  public var locator: String
  /// Of a replayed source; default `real`.
  public var pace: Pace
  /// Times a replayed source is played, default 1.
  public var plays: Int

  public init(locator: String, pace: Pace = .real, plays: Int = 1) {
    self.locator = locator
    self.pace = pace
    self.plays = plays
  }

  /// The paths that a plugin in a worker has to read: see ``CameraOptions/readablePaths``.
  public var readablePaths: [String] { CameraOptions(locator: locator).readablePaths }

  /// The contract's struct without the locator; `nil` where a value is outside its range.
  var raw: imp_finger_reader_options? {
    guard (1...Int(UInt32.max)).contains(plays), !locator.isEmpty, !locator.utf8.contains(0) else {
      return nil
    }
    var raw = sized(imp_finger_reader_options())
    raw.pace = UInt32(pace == .real ? IMP_FINGER_PACE_REAL : IMP_FINGER_PACE_FULL)
    raw.repeat = plays == 1 ? 0 : UInt32(plays)
    return raw
  }
}

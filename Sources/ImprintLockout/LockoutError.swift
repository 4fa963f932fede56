// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why a capture must not begin, or why it is not known whether it may. In both cases it does not begin.
public struct LockoutError: ExplainedError, Hashable {
  public let code: LockoutErrorCode
  public let place: String
  public let reason: String
  public let remedy: String
  /// Of `captureIsLocked`: when the lock ends, if the device's clock is not set meanwhile.
  public let unlockTime: UnlockTime?
  /// Of `captureIsLocked`: how long the lock lasts from now on, in whole seconds, rounded up.
  public let timeToUnlock: Int?

  package init(_ code: LockoutErrorCode, place: String, reason: String, remedy: String) {
    self.init(code, place: place, reason: reason, remedy: remedy, unlockTime: nil, timeToUnlock: nil)
  }

  private init(
    _ code: LockoutErrorCode, place: String, reason: String, remedy: String, unlockTime: UnlockTime?,
    timeToUnlock: Int?
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.unlockTime = unlockTime
    self.timeToUnlock = timeToUnlock
  }
}

public enum LockoutErrorCode: String, Sendable, Hashable, CaseIterable {
  /// Too many attempts failed: captures are locked until ``LockoutError/unlockTime``.
  case captureIsLocked = "capture-is-locked"
  /// Other captures are at work that might use up all attempts that are left.
  case attemptsTaken = "attempts-taken"
  /// A setting is out of its range.
  case badSettings = "bad-settings"
  /// A file is damaged, cut, or somebody else's. Nothing is captured then: see the type ``LockoutStore``.
  case damaged
  /// A file was written by a newer Imprint.
  case newerRecord = "newer-record"
  /// The path of the folder is not absolute, or contains a null.
  case badFolder = "bad-folder"
  /// Others may read or write the folder or a file in it, or it is a link.
  case unsafeFolder = "unsafe-folder"
  /// Another process or task held the lock of the files for too long.
  case busy
  /// Disk full or quota exceeded. Existing data are unchanged.
  case noSpace = "no-space"
  /// The environment does not define the folder for user state.
  case noStandardPath = "no-standard-path"
  /// The folder cannot be read or written.
  case notPermitted = "not-permitted"
  /// Another system error, which is stated.
  case system
  /// The task was cancelled while it waited.
  case cancelled
}

extension LockoutErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, "Free space: no capture begins that cannot be counted.")
    case .notPermitted: (.notPermitted, nil)
    case .noFolder: (.system, "Name a folder that can be made, for the lock-out alone.")
    case .unsafeFolder: (.unsafeFolder, nil)
    case .notAFile: (.damaged, "Find out which program writes there; then run `sdkctl lockout reset`.")
    case .busy: (.busy, nil)
    case .cancelled: (.cancelled, nil)
    case .missing, .exists, .system:
      (.system, "See to it that nothing but the lock-out's own files is there, and look after the disk.")
    }
  }
}

extension LockoutError: FileFailure {
  /// - Parameter holder: who is locked: `this device`, `the claimed subject`.
  static func locked(_ holder: String, until time: UnlockTime, in seconds: Int) -> LockoutError {
    LockoutError(
      .captureIsLocked, place: "captures", reason: "\(holder) is locked for \(seconds) s, until \(time).",
      remedy: "Wait until then, or have its owner run `sdkctl lockout reset`.", unlockTime: time,
      timeToUnlock: seconds)
  }

  static func taken(_ holder: String) -> LockoutError {
    LockoutError(
      .attemptsTaken, place: "captures", reason: "all attempts that \(holder) has left are being made.",
      remedy: "Wait until another capture has ended.")
  }

  static func unsafe(_ place: String, reason: String, remedy: String) -> LockoutError {
    LockoutError(.unsafeFolder, place: place, reason: reason, remedy: remedy)
  }
}

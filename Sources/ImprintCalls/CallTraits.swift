// SPDX-License-Identifier: Apache-2.0

/// What a host has to know of a function of the contract, and its C header cannot say.
///
/// No field has a default: each follows from the function's description in Sources/CImprint/abilities, where
/// a key that is missing is an error.
public struct CallTraits: Sendable {
  /// How long it may take.
  public enum Deadline: Sendable {
    /// Loading, opening and describing a plugin.
    case open
    /// Making an object: networks may be compiled.
    case create
    /// Making a template.
    case extract
    /// Comparing templates.
    case compare
    /// One frame, one step, a list, a setting.
    case step
    /// A wait of its own: its time-out, and some more.
    case wait
    /// A command to a card or its reader.
    case cardCommand
    /// Releasing an object, cancelling a wait.
    case release
  }

  /// What a call comes to where the other side of its carrier has ended before.
  public enum AfterEnd: Sendable {
    /// The other side begins anew for it, and its object is made again.
    case startsAgain
    /// There is nothing left to end or to reset. The object is made again by the next call that wants it.
    case nothing
    /// Its object is gone, and never made again: a device that is open, a capture that has begun.
    case isLost
  }

  public enum Effect: Sendable {
    /// None that a second call would have again.
    case none
    /// It is not idempotent: a second call has another effect, such as counting a wrong PIN.
    case acts
    /// It cancels the wait of another call, so it must not queue behind that.
    case cancels
  }

  public enum Replay: Sendable {
    /// The same calls give the same answers, so a replay makes it again and compares.
    case repeated
    /// It opens or closes the plugin, which the replayer does by itself.
    case opening
    /// It is not reproducible: a device's answer, or a command that a card gets once.
    case never
  }

  /// Its name for people, and in recordings.
  public let name: String
  public let deadline: Deadline
  /// What ends the object that it makes; `nil` for one that makes none.
  public let makes: CallFunction?
  public let afterEnd: AfterEnd
  public let effect: Effect
  /// Whether what it carries may be a PIN or a key: no recording keeps it, not even one without redaction.
  public let isSecret: Bool
  public let replay: Replay
}

extension CallFunction {
  /// Its name for people, and in recordings.
  public var name: String { traits.name }
}

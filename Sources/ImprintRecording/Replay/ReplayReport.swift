// SPDX-License-Identifier: Apache-2.0

/// The result of a replay.
public struct ReplayReport: Sendable, Hashable {
  /// A call whose reply differs from the recorded one.
  public struct Difference: Sendable, Hashable {
    public enum What: Sendable, Hashable {
      /// Another status: recorded, replayed.
      case status(Int32, Int32)
      /// Results of another length, in bytes: recorded, replayed.
      case length(Int, Int)
      /// Other results: the offset of the first difference, and up to 16 bytes from there.
      case results(offset: Int, recorded: [UInt8], replayed: [UInt8])
      /// It returned when recorded, but now the plugin's process died; the host's explanation.
      case died(String)
    }

    /// The call's number in the recording.
    public let call: UInt64
    /// `matcher.extract`.
    public let function: String
    public let what: What
  }

  /// Calls that were repeated.
  public internal(set) var replayed = 0
  /// Calls that were not repeated: those on cameras, whose frames are not in their requests, and those on
  /// objects that could not be created.
  public internal(set) var skipped = 0
  /// How many calls differ.
  public internal(set) var differing = 0
  public internal(set) var first: Difference?
  /// The call in which the recorded process died; `nil` if it did not.
  public internal(set) var recordedDeath: UInt64?
  /// The call in which the process died in the replay, which ended it; `nil` if it did not.
  public internal(set) var death: UInt64?
  /// How the recording ends.
  public internal(set) var ending: RecordingReader.Ending = .cut

  init() {}

  /// Whether the process died in the same call as when it was recorded.
  public var isDeathReproduced: Bool { death != nil && death == recordedDeath }

  /// Whether the replay passed: every call returned the recorded reply. A call that died when recorded and
  /// returns now passes: it was fixed.
  public var isGood: Bool { differing == 0 && death == nil }
}

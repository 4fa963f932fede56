// SPDX-License-Identifier: Apache-2.0

/// What a replay has found.
public struct ReplayReport: Sendable, Hashable {
  /// One call that was not answered as it was when it was recorded.
  public struct Difference: Sendable, Hashable {
    public enum What: Sendable, Hashable {
      /// Another status: recorded, replayed.
      case status(Int32, Int32)
      /// Results of another length, in bytes: recorded, replayed.
      case length(Int, Int)
      /// Other results: where they differ first, counted from their first byte, and up to 16 bytes from
      /// there.
      case results(offset: Int, recorded: [UInt8], replayed: [UInt8])
      /// It was answered when it was recorded, and now the plugin's process died; the host's words for it.
      case died(String)
    }

    /// The call's number in the recording.
    public let call: UInt64
    /// `matcher.extract`.
    public let function: String
    public let what: What
  }

  /// Calls that were made again.
  public internal(set) var replayed = 0
  /// Calls that were not: those on cameras, whose frames are not in their requests, and those on objects that
  /// could not be made.
  public internal(set) var skipped = 0
  /// How many calls differ.
  public internal(set) var differing = 0
  public internal(set) var first: Difference?
  /// The call in which the recorded process died; `nil` where it did not.
  public internal(set) var recordedDeath: UInt64?
  /// The call in which the process died in the replay, which ended with it; `nil` where it did not.
  public internal(set) var death: UInt64?
  /// How the recording ends.
  public internal(set) var ending: RecordingReader.Ending = .cut

  init() {}

  /// Whether the process died in the same call as when it was recorded.
  public var isDeathReproduced: Bool { death != nil && death == recordedDeath }

  /// Whether the plugin is well: every call was answered, and as when it was recorded. A call that died then
  /// and is answered now counts as well: it was put right.
  public var isGood: Bool { differing == 0 && death == nil }
}

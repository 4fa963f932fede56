// SPDX-License-Identifier: Apache-2.0
public import ImprintTransfer

/// How a ``ListeningUploader`` goes about it.
public struct ListeningUploadOptions: Sendable {
  public static let sizes = 1024...268_435_456
  public static let times: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)

  /// Files that are larger are not sent: 1 KiB to 256 MiB, default 16 MiB, which is more than the longest
  /// utterance at 48 kHz. One file at a time is in memory.
  public var largest = 16 << 20
  /// How long a destination may take for a file, whatever it does: 1 s to a day, default 5 min. After that
  /// the look ends, and nothing is offered until the destination has come to an end with the file.
  public var patience: Duration = .seconds(300)
  /// Attempts for each file, and the delays between.
  public var retries = Retries()
  /// In the background: how long after a look at the folder the next one is; 1 s to a day, default 1 min.
  /// Longer after looks that fail: ``ListeningUploadEvent/postponed(_:after:)``.
  public var interval: Duration = .seconds(60)
  /// Whether a file is removed once it is there, with its content: the destination has just taken it, or
  /// compared it. One that was there by its name alone, as a server says by 412, stays. Default: all stay,
  /// within the archive's budget. Where several destinations take the same recordings, it is gone for the
  /// others. What was sent before without it is offered once more.
  public var removesTaken = false

  public init() {}

  func judge() throws(ListeningUploadError) {
    guard Self.sizes.contains(largest) else {
      throw Self.error("largest", "\(largest) bytes", "\(Self.sizes.lowerBound) to \(Self.sizes.upperBound)")
    }
    for (name, time) in [("patience", patience), ("interval", interval)] where !Self.times.contains(time) {
      throw Self.error(name, "\(time)", "\(Self.times.lowerBound) to \(Self.times.upperBound)")
    }
  }

  private static func error(_ name: String, _ value: String, _ range: String) -> ListeningUploadError {
    ListeningUploadError(
      .badOption, place: name, reason: "\(value) is outside of its range.", remedy: "Give \(range).")
  }
}

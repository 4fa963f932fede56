// SPDX-License-Identifier: Apache-2.0
public import ImprintPluginKit

/// What a reader's script says: how it is set up, and what happens on its sensor, in order.
///
/// A script that was read is one that a reader can play: fingers arrive before they are lifted, scans come in
/// between, and nothing lies on the sensor at the end.
public struct FingerScript: Sendable, Hashable {
  public enum Step: Sendable, Hashable {
    /// Nanoseconds.
    case delay(UInt64)
    case arrive
    case lift
    case image(ScriptedImage)
    case retry(FingerRetryReason)
    /// The reader is gone, for good.
    case unplug
    /// The reader has failed, for good.
    case fail
  }

  /// When the reader is in use by somebody else.
  public enum Busy: Sendable, Hashable {
    case never
    case always
    /// While there is a file of that name in the script's folder.
    case whileThereIs(String)
  }

  public let busy: Busy
  public let steps: [Step]

  /// Longer ones are not read.
  public static let mostBytes = 1 << 20
  /// Of one delay: a day.
  public static let longestDelay: UInt64 = 86_400_000_000_000

  /// Reads a script.
  /// - Parameter place: for words: its path.
  /// - Throws: `.file`, with the line that is wrong and what is right there.
  public init(_ bytes: [UInt8], place: String) throws(PluginFailure) {
    guard bytes.count <= Self.mostBytes else {
      throw PluginFailure(.file, "\(place) is longer than \(Self.mostBytes >> 20) MiB; split the script.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PluginFailure(.file, "\(place) is not UTF-8 text; save it as such.")
    }
    var reader = ScriptReader(place: place)
    // Of "\r\n" Swift makes one character: either byte ends a line here.
    for line in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }) {
      try reader.read(line: String(line))
    }
    (busy, steps) = try reader.end()
  }
}

/// An image that a script names.
public struct ScriptedImage: Sendable, Hashable {
  /// Of a file in the script's folder.
  public let name: String
  /// `nil`: the file's own, if it states one.
  public let resolution: FingerResolution?
  public let impression: Finger.Impression
  public let liveness: FingerLiveness
  /// What is left of its contrast, in percent; 100 is all.
  public let contrast: Int
  /// How much of the image the finger covers, in percent, around its middle; 100 is all.
  public let area: Int

  public init(
    name: String, resolution: FingerResolution?, impression: Finger.Impression, liveness: FingerLiveness,
    contrast: Int, area: Int
  ) {
    self.name = name
    self.resolution = resolution
    self.impression = impression
    self.liveness = liveness
    self.contrast = contrast
    self.area = area
  }
}

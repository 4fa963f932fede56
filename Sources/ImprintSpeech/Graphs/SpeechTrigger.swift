// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// A phrase that a recogniser waits for, whatever else is said.
public struct SpeechTrigger: Sendable, Hashable {
  /// The most phrases of one graph.
  public static let most = 1000
  /// The most words of one.
  public static let mostWords = 16
  /// What a threshold may be.
  public static let thresholds: ClosedRange<Float> = -100...100
  /// Where none is given. Chosen, not measured: which threshold has which rate is a matter of bundle and
  /// phrase, and found from recordings.
  public static let usualThreshold: Float = -20

  /// As it is written.
  public let phrase: String
  /// The logarithm, to the base of 10, of how much likelier the phrase has to be than anything else. A lower
  /// one gives more hits and more false alarms.
  public let threshold: Float
  /// Where it was found, for errors.
  let place: String

  /// - Throws: ``SpeechError`` `bad-option` for a threshold outside of ``thresholds``.
  public init(_ phrase: String, threshold: Float = usualThreshold) throws(SpeechError) {
    try self.init(phrase, threshold: threshold, place: "trigger \(VisibleText.line(phrase, upTo: 60))")
  }

  private init(_ phrase: String, threshold: Float, place: String) throws(SpeechError) {
    guard Self.thresholds.contains(threshold) else {
      throw SpeechError(
        .badOption, place: place, reason: "its threshold is \(threshold).",
        remedy: "Give a logarithm from \(Self.thresholds.lowerBound) to \(Self.thresholds.upperBound).")
    }
    self.phrase = phrase
    self.threshold = threshold == 0 ? 0 : threshold
    self.place = place
  }

  /// Reads a file with a phrase a line, as PocketSphinx's lists: `okay computer /1e-20/`, where the number is
  /// the threshold itself; without one it is ``usualThreshold``.
  /// - Throws: ``SpeechError`` as ``PhraseList/init(path:)``, and `bad-option`.
  public static func reading(path: String) throws(SpeechError) -> [SpeechTrigger] {
    try from(try PhraseList(path: path))
  }

  private static let written =
    "Write the threshold itself, from 1e-100 to 1e100, between slashes: /1e-20/. It is not its logarithm."

  static func from(_ list: PhraseList) throws(SpeechError) -> [SpeechTrigger] {
    var triggers: [SpeechTrigger] = []
    for (line, place) in zip(list.phrases, list.places) {
      // Between the last two slashes, at the end.
      let text = line.utf8.reversed().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      guard text.first == UInt8(ascii: "/"), let open = text.dropFirst().firstIndex(of: UInt8(ascii: "/"))
      else {
        triggers.append(try SpeechTrigger(line, threshold: usualThreshold, place: place))
        continue
      }
      let number = String(decoding: text[text.index(after: text.startIndex)..<open].reversed(), as: UTF8.self)
      let isDecimal = number.utf8.allSatisfy {
        (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }
      guard isDecimal, let value = Double(number), value > 0, value.isFinite else {
        throw SpeechError(
          .badOption, place: place, reason: "\(VisibleText.line(number, upTo: 24)) is no threshold.",
          remedy: Self.written)
      }
      guard Self.thresholds.contains(Float(log10(value))) else {
        throw SpeechError(
          .badOption, place: place, reason: "its threshold is \(VisibleText.line(number, upTo: 24)).",
          remedy: Self.written)
      }
      let phrase = String(decoding: text[text.index(after: open)...].reversed(), as: UTF8.self)
      triggers.append(try SpeechTrigger(phrase, threshold: Float(log10(value)), place: place))
    }
    return triggers
  }
}

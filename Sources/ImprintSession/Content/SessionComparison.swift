// SPDX-License-Identifier: Apache-2.0

/// The answer to a comparison that the capture machine requested.
public struct SessionComparison: Sendable, Hashable {
  public enum Answer: Sendable, Hashable {
    /// The calibrated score.
    case score(Score)
    /// There is none: no extractor, no template. One sentence of at most 1024 bytes.
    case impossible(String)
  }

  /// The slots whose frames were compared.
  public var first: Int
  public var second: Int
  public var answer: Answer

  public init(first: Int, second: Int, answer: Answer) {
    self.first = first
    self.second = second
    self.answer = answer
  }
}

extension SessionComparison {
  static let longestPayload = 24 + SessionText.longest

  private enum Number: UInt32 {
    case score = 1
    case impossible = 2
  }

  func check() throws(SessionFault) {
    try require(
      SessionVerdict.slots.contains(first) && SessionVerdict.slots.contains(second),
      "a comparison's slot is not in 0...255.")
    switch answer {
    case .score(let score): try require(score.value.isFinite, "a score is not finite.")
    case .impossible(let reason): try SessionText.check(reason)
    }
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(first))
    bytes.append(littleEndian: UInt32(second))
    switch answer {
    case .score(let score):
      bytes.append(littleEndian: Number.score.rawValue)
      bytes.append(littleEndian: UInt32(0))
      bytes.append(littleEndian: score.value.bitPattern)
    case .impossible(let reason):
      bytes.append(littleEndian: Number.impossible.rawValue)
      bytes.append(littleEndian: UInt32(reason.utf8.count))
      bytes.append(littleEndian: UInt64(0))
      bytes += reason.utf8
    }
    return bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    first = Int(try reader.take(UInt32.self))
    second = Int(try reader.take(UInt32.self))
    switch Number(rawValue: try reader.take(UInt32.self)) {
    case .score:
      try reader.zero(UInt32.self)
      answer = .score(Score(try reader.double()))
    case .impossible:
      let count = Int(try reader.take(UInt32.self))
      try reader.zero(UInt64.self)
      answer = .impossible(try reader.text(count))
    case nil: throw SessionFault("a comparison has an answer that this version does not define.")
    }
    try reader.end()
  }
}

/// Sentences in a session.
enum SessionText {
  /// In bytes.
  static let longest = 1024

  static func check(_ text: String) throws(SessionFault) {
    try require(text.utf8.count <= longest, "a sentence is longer than \(longest) bytes.")
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintCalls

/// The body of a request or a reply; redacted recordings omit biometric and personal data.
public struct RecordedBody: Sendable, Hashable {
  /// Omitted bytes.
  public struct Hidden: Sendable, Hashable {
    /// Their range in the body.
    public let range: Range<Int>
    public let kind: HiddenKind
    /// The first 16 bytes of their HMAC-SHA-256 with a discarded key: equal for equal bytes.
    public let mark: [UInt8]
  }

  /// The original length.
  public let count: Int
  /// The omitted parts, in order; empty if none.
  public let hidden: [Hidden]
  /// The remaining bytes, concatenated.
  public let kept: [UInt8]
}

extension RecordedBody {
  /// A complete body.
  init(_ bytes: [UInt8]) { self.init(count: bytes.count, hidden: [], kept: bytes) }

  static let markBytes = 16
  /// Two for each face of the longest list, with a margin.
  static let mostHidden = 4096

  /// The encoding in a recording.
  func encoded(redacted: Bool) -> [UInt8] {
    guard redacted else { return kept }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt64(hidden.count))
    for part in hidden {
      bytes.append(littleEndian: UInt64(part.range.lowerBound))
      bytes.append(littleEndian: UInt64(part.range.count))
      bytes.append(littleEndian: UInt64(part.kind.rawValue))
      bytes += part.mark
    }
    return bytes + kept
  }

  /// - Parameters:
  ///   - payload: what follows the fields; untrusted.
  ///   - count: from the fields.
  init?(decoding payload: ArraySlice<UInt8>, count: UInt64, redacted: Bool) {
    guard count <= RecordingForm.bodyBytes else { return nil }
    let count = Int(count)
    var reader = NumberReader(payload)
    var hidden: [Hidden] = []
    if redacted {
      guard let parts = reader.take(UInt64.self), parts <= Self.mostHidden else { return nil }
      var end = 0
      for _ in 0..<parts {
        guard let start = reader.take(UInt64.self), let length = reader.take(UInt64.self),
          let kind = reader.take(UInt64.self).flatMap({ HiddenKind(rawValue: UInt32(clamping: $0)) }),
          let mark = reader.bytes(Self.markBytes), start >= end, start <= count, length > 0,
          length <= UInt64(count) - start
        else { return nil }
        end = Int(start + length)
        hidden.append(Hidden(range: Int(start)..<end, kind: kind, mark: Array(mark)))
      }
    }
    let left = hidden.reduce(0) { $0 + $1.range.count }
    guard reader.rest.count == count - left else { return nil }
    self.init(count: count, hidden: hidden, kept: Array(reader.rest))
  }

  /// The complete body, with `fill` providing each omitted part, of the part's length.
  func filled(_ fill: (Hidden) -> [UInt8]) -> [UInt8] {
    guard !hidden.isEmpty else { return kept }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var used = 0
    for part in hidden {
      let before = part.range.lowerBound - bytes.count
      bytes += kept[used..<used + before]
      used += before
      let content = fill(part).prefix(part.range.count)
      bytes += content
      bytes += [UInt8](repeating: 0, count: part.range.count - content.count)
    }
    return bytes + kept[used...]
  }
}

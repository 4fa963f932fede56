// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import ImprintCalls

/// Leaves out of a recording what is biometric or names somebody: lengths, formats, options, statuses and times stay.
///
/// What is left out is replaced by a mark, so that the same bytes are seen to be the same. Its key is random, and
/// nobody has it when the recording has ended: bytes cannot be found by trying.
struct Redaction: Sendable {
  private let key = SymmetricKey(size: .bits256)

  func parts(ofRequest function: CallFunction, _ body: UnsafeRawBufferPointer) -> [HiddenPart] {
    HiddenPart.parts(ofRequest: function, body: body)
  }

  func parts(
    ofReply function: CallFunction, _ outcome: RecordedReply.Outcome, status: Int32, _ body: UnsafeRawBufferPointer
  ) -> [HiddenPart] {
    guard outcome == .answered else {
      // The host's own words: they say of a file or a process, never of a person.
      return []
    }
    return HiddenPart.parts(ofReply: function, status: status, body: body)
  }

  func hide(_ parts: [HiddenPart], of body: UnsafeRawBufferPointer) -> RecordedBody {
    var hidden: [RecordedBody.Hidden] = []
    var kept: [UInt8] = []
    var end = 0
    for part in parts.prefix(RecordedBody.mostHidden) {
      let bytes = UnsafeRawBufferPointer(rebasing: body[part.range])
      let code = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
      hidden.append(
        RecordedBody.Hidden(
          range: part.range, kind: part.kind, mark: Array(code.prefix(RecordedBody.markBytes))))
      kept += body[end..<part.range.lowerBound]
      end = part.range.upperBound
    }
    kept += body[end...]
    return RecordedBody(count: body.count, hidden: hidden, kept: kept)
  }
}

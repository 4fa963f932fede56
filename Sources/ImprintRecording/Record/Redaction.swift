// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import ImprintCalls

/// Leaves out of a recording what is biometric or names somebody: lengths, formats, options, statuses and
/// times stay.
///
/// What is left out is replaced by a mark, so that the same bytes are seen to be the same. Its key is random,
/// and nobody has it when the recording has ended: bytes cannot be found by trying.
struct Redaction: Sendable {
  private let key = SymmetricKey(size: .bits256)

  func hide(_ parts: [HiddenPart], of body: UnsafeRawBufferPointer) -> RecordedBody {
    var hidden: [RecordedBody.Hidden] = []
    var kept: [UInt8] = []
    var end = 0
    // More than a recording holds are hidden as one.
    let parts = parts.count <= RecordedBody.mostHidden ? parts : HiddenPart.whole(body)
    for part in parts {
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

// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import ImprintCalls

/// Omits biometric and personal data from a recording: lengths, formats, options, statuses and times are
/// kept.
///
/// Each omission has a mark, equal for equal bytes. Its key is random and discarded when the recording ends,
/// which prevents guessing attacks.
struct Redaction: Sendable {
  private let key = SymmetricKey(size: .bits256)

  func hide(_ parts: [HiddenPart], of body: UnsafeRawBufferPointer) -> RecordedBody {
    var hidden: [RecordedBody.Hidden] = []
    var kept: [UInt8] = []
    var end = 0
    // Too many parts are hidden as one.
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

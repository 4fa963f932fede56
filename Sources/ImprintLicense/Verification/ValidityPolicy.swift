// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// The licence is valid at a time: from `nbf` on, before `exp`.
struct ValidityPolicy: LicenseRule {
  /// Seconds since 1970 UTC.
  let now: Int64

  let step = LicenseStep.ID.validity

  func judge(_ claims: LicenseClaims) -> LicenseFinding {
    let begin = DocumentTime.text(claims.notBefore)
    let end = DocumentTime.text(claims.expires)
    if now < claims.notBefore {
      // `now` may be any number: the difference may overflow.
      let (behind, overflows) = claims.notBefore.subtractingReportingOverflow(now)
      let amount = overflows ? "far" : DocumentTime.length(behind)
      return .failed(
        LicenseRejection(
          .notYetValid,
          reason: "the licence is valid from \(begin); the device's clock is \(amount) behind that.",
          remedy: "Set the device's clock; if it is right, wait until the licence begins."))
    }
    if now >= claims.expires {
      return .failed(
        LicenseRejection(
          .expired, reason: "the licence expired at \(end).",
          remedy: "Renew it: connect the device to the licence server, or import a new licence."))
    }
    return .passed("Valid from \(begin) to \(end).")
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The licence answers the current request, and no older one.
struct NoncePolicy: LicenseRule {
  let expected: String?

  let step = LicenseStep.ID.nonce

  func judge(_ claims: LicenseClaims) -> LicenseFinding {
    guard let expected else { return .skipped("No request is open that it would have to answer.") }
    guard Self.holds(claims.nonce, expected) else { return .failed(Self.rejection) }
    return .passed("It answers the request that was made.")
  }

  static func holds(_ nonce: String, _ expected: String) -> Bool { nonce.utf8.elementsEqual(expected.utf8) }

  static let rejection = LicenseRejection(
    .nonce, reason: "it does not answer the request that was made, but another one.",
    remedy: "Use the answer to the last request, or make a new request.")
}

// SPDX-License-Identifier: Apache-2.0

/// Checks one aspect of a licence's claims, after its signature and chain have been verified.
protocol LicenseRule {
  var step: LicenseStep.ID { get }
  func judge(_ claims: LicenseClaims) -> LicenseFinding
}

/// The result of a rule.
enum LicenseFinding {
  case passed(String)
  case skipped(String)
  case failed(LicenseRejection)
}

// SPDX-License-Identifier: Apache-2.0

/// Judges one side of what a licence says; its signature and chain hold by then.
protocol LicenseRule {
  var step: LicenseStep.ID { get }
  func judge(_ claims: LicenseClaims) -> LicenseFinding
}

/// What a rule found.
enum LicenseFinding {
  case passed(String)
  case skipped(String)
  case failed(LicenseRejection)
}

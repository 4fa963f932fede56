// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// The decision of a transaction, to be signed once it is durable.
enum LicenseDecision: Sendable {
  case license(LicenseClaims)
  case deactivated
  case revoked(RevocationClaims)
  case refused(LicenseProblem)

  /// The problem's code; `nil` on success.
  var refusal: LicenseProblem.Code? {
    switch self {
    case .license, .deactivated: nil
    case .revoked: .revoked
    case .refused(let problem): problem.code
    }
  }
}

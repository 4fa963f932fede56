// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// What a transaction decided. It is signed when it has reached the disk.
enum LicenseDecision: Sendable {
  case license(LicenseClaims)
  case deactivated
  case revoked(RevocationClaims)
  case refused(LicenseProblem)

  /// The problem's code; `nil` where it is done.
  var refusal: LicenseProblem.Code? {
    switch self {
    case .license, .deactivated: nil
    case .revoked: .revoked
    case .refused(let problem): problem.code
    }
  }
}

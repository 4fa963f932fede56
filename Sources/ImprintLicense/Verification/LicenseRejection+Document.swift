// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

extension LicenseRejection {
  /// Why a signed document is not a licence or revocation.
  init(_ rejection: DocumentRejection) {
    self.init(Code(rejection.code), reason: rejection.reason, remedy: rejection.remedy)
  }
}

extension LicenseRejectionCode {
  fileprivate init(_ code: DocumentRejection.Code) {
    switch code {
    case .size: self = .size
    case .form: self = .form
    case .header: self = .header
    case .algorithm: self = .algorithm
    case .chain: self = .chain
    case .keyUsage: self = .keyUsage
    case .certificateExpired: self = .certificateExpired
    case .signature: self = .signature
    case .claims: self = .claims
    }
  }
}

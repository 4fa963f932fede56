// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a server cannot serve.
public typealias LicenseServerError = Explained<LicenseServerErrorCode>

public enum LicenseServerErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The address is in use, not this machine's, or not permitted.
  case address
  /// The certificates or the key are malformed, or do not match.
  case tls
  /// A value of the configuration is out of its range.
  case configuration
  /// It failed while serving.
  case failed
}

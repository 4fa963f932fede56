// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a server does not serve.
public typealias LicenseServerError = Explained<LicenseServerErrorCode>

public enum LicenseServerErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The address is in use, not this machine's, or may not be listened on.
  case address
  /// The certificates or the key do not parse, or do not belong together.
  case tls
  /// A value of the configuration is out of its range.
  case configuration
  /// It failed while it served.
  case failed
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a server does not serve.
public struct LicenseServerError: ExplainedError {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The address is in use, not this machine's, or may not be listened on.
    case address
    /// The certificates or the key do not parse, or do not belong together.
    case tls
    /// A value of the configuration is out of its range.
    case configuration
    /// It failed while it served.
    case failed
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }
}

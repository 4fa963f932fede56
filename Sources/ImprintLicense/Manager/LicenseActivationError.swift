// SPDX-License-Identifier: Apache-2.0

/// The kinds of failure of a ``LicenseManager``. The first six are those of the original SDKs.
public enum ActivationErrorType: String, Sendable, Hashable, CaseIterable {
  /// The profile has expired, or the licence has and cannot be renewed.
  case profileExpired
  /// The profile has no activations left.
  case activationCountExceeded
  /// API key or profile is wrong, or the key is missing.
  case authenticationIssue
  /// No response from a licence server.
  case connectionIssue
  /// A document is not a valid licence here; see ``LicenseActivationError/rejections``.
  case licenseSignatureVerificationFailed
  /// Anything else, which the reason states.
  case unknown
  /// A capture is running: licence operations are only possible before or after it.
  case captureStarted
  /// The activation was deactivated: only ``LicenseManager/activateAnew()`` makes another one.
  case deactivated
  /// The profile, or the licence, is for another product.
  case wrongProduct
}

/// Why a licence could not be obtained.
public struct LicenseActivationError: ExplainedError {
  public typealias Code = ActivationErrorType

  public let code: ActivationErrorType
  /// The server, the licence, the store's file, or the item of the configuration.
  public let place: String
  public let reason: String
  public let remedy: String
  /// Why a document is not a valid licence here; empty if the error is not about one.
  public let rejections: [LicenseRejection]
  /// The transport error, if that is the cause.
  public let transport: LicenseTransportError?
  /// The store's error, if that is the cause.
  public let store: LicenseStoreError?
  /// The server's refusal, if it refused.
  let refusal: LicenseProblemCode?

  public init(
    _ code: ActivationErrorType, place: String, reason: String, remedy: String,
    rejections: [LicenseRejection] = [], transport: LicenseTransportError? = nil,
    store: LicenseStoreError? = nil
  ) {
    self.init(
      code, place: place, reason: reason, remedy: remedy, rejections: rejections, transport: transport,
      store: store, refusal: nil)
  }

  init(
    _ code: ActivationErrorType, place: String, reason: String, remedy: String,
    rejections: [LicenseRejection] = [], transport: LicenseTransportError? = nil,
    store: LicenseStoreError? = nil, refusal: LicenseProblemCode?
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.rejections = rejections
    self.transport = transport
    self.store = store
    self.refusal = refusal
  }

  /// The same as ``code``, under the original name.
  public var type: ActivationErrorType { code }
  /// The same as the reason, under the original name.
  public var message: String { reason }
  /// The same as ``rejections``.
  public var problems: [LicenseRejection] { rejections }
}

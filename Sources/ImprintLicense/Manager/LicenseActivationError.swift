// SPDX-License-Identifier: Apache-2.0

/// The kinds of failure of everything that a ``LicenseManager`` does. The first six are the seed SDKs' own.
public enum ActivationErrorType: String, Sendable, Hashable, CaseIterable {
  /// The profile has ended, or the licence has and cannot be renewed.
  case profileExpired
  /// The profile has no activation left.
  case activationCountExceeded
  /// API key or profile is wrong, or the key is missing.
  case authenticationIssue
  /// No answer of a licence server came.
  case connectionIssue
  /// A document is no licence here: ``LicenseActivationError/rejections`` say why.
  case licenseSignatureVerificationFailed
  /// Anything else, which the reason states.
  case unknown
  /// A capture is running: what a licence manager does comes before it, or after it.
  case captureStarted
  /// The activation was given back: only ``LicenseManager/activateAnew()`` makes another one.
  case deactivated
  /// The profile, or the licence, is for another product than the one that asks.
  case wrongProduct
}

/// Why a licence could not be had.
public struct LicenseActivationError: ExplainedError {
  public typealias Code = ActivationErrorType

  public let code: ActivationErrorType
  /// The server, the licence, the store's file, or what of the configuration is meant.
  public let place: String
  public let reason: String
  public let remedy: String
  /// Why a document is no licence here; empty where the error is not about one.
  public let rejections: [LicenseRejection]
  /// Why no answer of the server came, where that is the cause.
  public let transport: LicenseTransportError?
  /// What is wrong with the store, where that is the cause.
  public let store: LicenseStoreError?
  /// What the server said, where it refused.
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

  /// The same as ``code``, by the seed's name.
  public var type: ActivationErrorType { code }
  /// The same as the reason, by the seed's name.
  public var message: String { reason }
  /// The same as ``rejections``.
  public var problems: [LicenseRejection] { rejections }
}

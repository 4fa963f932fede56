// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

// Maps other errors and responses to activation errors.
extension LicenseActivationError {
  init(_ error: LicenseTransportError) {
    // An invalid key is an authentication error, not a connection error.
    let code: ActivationErrorType = error.code == .apiKey ? .authenticationIssue : .connectionIssue
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy, transport: error)
  }

  init(_ error: LicenseStoreError) {
    self.init(.unknown, place: error.place, reason: error.reason, remedy: error.remedy, store: error)
  }

  init(_ error: DeviceError) {
    self.init(.unknown, place: error.place, reason: error.reason, remedy: error.remedy)
  }

  /// A server's refusal: with its own explanation, if any.
  init(_ problem: ProblemDocument, place: String) {
    let words = Self.words(problem.code)
    self.init(
      problem.code.type, place: place, reason: problem.detail ?? words.reason,
      remedy: problem.remedy ?? words.remedy, refusal: problem.code)
  }

  /// - Parameter rejections: not empty; the first is reported.
  init(
    rejected rejections: [LicenseRejection], code: ActivationErrorType = .licenseSignatureVerificationFailed
  ) {
    let first = rejections.first
    let isOfAnotherProduct = code == .licenseSignatureVerificationFailed && first?.code == .product
    self.init(
      isOfAnotherProduct ? .wrongProduct : code, place: first?.place ?? "licence",
      reason: first?.reason ?? "it was refused.",
      remedy: first?.remedy ?? "Get the licence again.", rejections: rejections)
  }

  /// A response that is not a licence server's.
  static func noAnswer(_ answer: LicenseServerAnswer, place: String) -> LicenseActivationError {
    let isPage = String(decoding: answer.body.prefix(256), as: UTF8.self).contains("<")
    let what = isPage ? "a web page, as proxies and portals send," : "nothing that a licence server says,"
    return LicenseActivationError(
      .connectionIssue, place: place,
      reason: "with status \(answer.status) came \(what) of \(answer.body.count) bytes.",
      remedy: "Check the server's address, and what lies between it and this device.")
  }

  static let captureStarted = LicenseActivationError(
    .captureStarted, place: "licence manager", reason: "a capture is running.",
    remedy: "Do this before a capture starts, or after it has ended.")

  static func deactivated(_ profile: String, at time: Int64) -> LicenseActivationError {
    LicenseActivationError(
      .deactivated, place: "licence", reason: .givenBack(profile, at: time), remedy: .activateAnew)
  }

  static let superseded = LicenseActivationError(
    .unknown, place: "licence store", reason: "another process has stored another licence meanwhile.",
    remedy: "Do it again.")

  private static func words(_ code: LicenseProblemCode) -> (reason: String, remedy: String) {
    switch code {
    case .authentication:
      ("the server does not take this API key for this profile.", "Check the API key and the profile's name.")
    case .profileExpired: ("the profile has expired.", "Ask whoever runs the licence server to extend it.")
    case .activationCountExceeded:
      (
        "the profile has no activation left.",
        "Deactivate a device that is not used any more, or ask whoever runs the licence server for more."
      )
    case .revoked:
      (
        "the server says that the licence was revoked, without a signed document that proves it.",
        "Ask whoever runs the licence server."
      )
    case .deviceMismatch:
      (
        "the licence that is to be renewed belongs to another device.",
        "Activate this device by itself; a store's folder cannot be copied."
      )
    case .notActivated:
      (
        "the activation has ended, or the server does not know it.",
        "Activate again; if it stays, ask whoever runs the licence server."
      )
    case .wrongProduct:
      (
        "the profile is for another product than the one that asks.",
        "Ask with the profile's product, or for a profile of this product."
      )
    case .notFound, .method:
      (
        "the server is none of licences, or its URL has another path [\(code.rawValue)].",
        "Check the server's URL with whoever runs the licence server."
      )
    case .badRequest, .tooLarge, .mediaType:
      ("the server did not understand the request [\(code.rawValue)].", "Update the SDK or the server.")
    case .rateLimited: ("the server has been asked too often.", "Try again later.")
    case .internal, .unavailable: ("the server cannot answer now.", "Try again later.")
    }
  }
}

extension String {
  /// The reason for no licence after a deactivation.
  static func givenBack(_ profile: String, at time: Int64) -> String {
    "the licence of profile '\(profile)' was given back at \(DocumentTime.text(time))."
  }

  static let activateAnew =
    "Activate again on purpose: `sdkctl license activate`; in an application, `activateAnew()` of its LicenseManager."
}

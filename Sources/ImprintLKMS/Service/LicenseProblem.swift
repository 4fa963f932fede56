// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense

/// Why the server refuses a request, as `application/problem+json` (RFC 9457).
public struct LicenseProblem: ExplainedError {
  public typealias Code = LicenseProblemCode

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String
  /// The number of seconds before a retry.
  public internal(set) var retryAfter: Int?
  /// With `revoked`: the signed document that ends the licence.
  public internal(set) var revocation: String?

  init(_ code: Code, place: String = "request", reason: String, remedy: String, retryAfter: Int? = nil) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.retryAfter = retryAfter
  }

  /// The document of RFC 9457, UTF-8.
  public var body: [UInt8] {
    let document: JSONValue = .present([
      "type": "urn:imprint:problem:\(code.rawValue)", "title": code.title, "status": code.status,
      "detail": reason, "code": code.rawValue, "remedy": remedy, "revocation": revocation,
    ])
    return Array(document.text.utf8)
  }
}

extension LicenseProblemCode {
  /// Constant per code.
  var title: String {
    switch self {
    case .badRequest: "The request is malformed"
    case .authentication: "The API key or the profile is wrong"
    case .profileExpired: "The profile has expired"
    case .activationCountExceeded: "All activations of the profile are in use"
    case .revoked: "The activation was revoked"
    case .notFound: "There is nothing here"
    case .method: "This method is not possible here"
    case .deviceMismatch: "The licence belongs to another device"
    case .wrongProduct: "The profile is for another product"
    case .notActivated: "The device is not activated"
    case .tooLarge: "The request is too large"
    case .mediaType: "The request is not JSON"
    case .rateLimited: "Too many requests"
    case .internal: "The server failed"
    case .unavailable: "The server cannot do this now"
    }
  }
}

extension LicenseProblem {
  static var authentication: LicenseProblem {
    LicenseProblem(
      .authentication, reason: "The API key is not valid for this profile.",
      remedy: "Check the key and the profile's name with the operator of the licence server.")
  }

  static func badRequest(_ reason: String) -> LicenseProblem {
    LicenseProblem(.badRequest, reason: reason, remedy: "Make the request again with a current SDK.")
  }

  static var unavailable: LicenseProblem {
    LicenseProblem(
      .unavailable, place: "server", reason: "The server cannot answer this now.", remedy: "Try again later.",
      retryAfter: 30)
  }

  static var failed: LicenseProblem {
    LicenseProblem(
      .internal, place: "server", reason: "The server failed; its log tells why.",
      remedy: "Try again; if it stays, tell the operator of the licence server.")
  }

  /// Database errors are for the operator: the device is told to retry.
  init(_ error: LicenseDatabaseError) {
    switch error.code {
    case .busy, .full, .inputOutput, .open, .corrupt, .missing, .lost, .unmarked, .replaced:
      self = .unavailable
    case .foreign, .newerSchema, .inUse, .backupUnfit, .exists, .profileExists, .profileUnknown,
      .profileInvalid,
      .profileInUse, .keyUnknown, .keyInvalid, .activationUnknown, .activationState, .database:
      self = .failed
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The refusals of a licence server, named as in docs/reference/licenses.md: server and client share the
/// list.
public enum LicenseProblemCode: String, Sendable, Hashable, CaseIterable {
  /// The request is malformed.
  case badRequest = "bad-request"
  /// The key is unknown, wrong, expired or revoked, or not for the profile: which of these is not disclosed.
  case authentication
  /// The profile has expired.
  case profileExpired = "profile-expired"
  /// The profile's maximum number of devices is active.
  case activationCountExceeded = "activation-count-exceeded"
  /// The operator revoked the activation.
  case revoked
  /// Unknown path.
  case notFound = "not-found"
  /// Wrong method for the path.
  case method
  /// The licence belongs to another device.
  case deviceMismatch = "device-mismatch"
  /// The profile is for another product than the request's.
  case wrongProduct = "wrong-product"
  /// The activation to be renewed has ended, or is unknown.
  case notActivated = "not-activated"
  /// The request is longer than 65,536 bytes.
  case tooLarge = "too-large"
  /// The request is not `application/json`.
  case mediaType = "media-type"
  /// The rate limit is exceeded.
  case rateLimited = "rate-limited"
  /// An internal server error.
  case `internal`
  /// The database or the signing key is temporarily unavailable.
  case unavailable

  /// Its HTTP status.
  public var status: Int {
    switch self {
    case .badRequest: 400
    case .authentication: 401
    case .profileExpired, .activationCountExceeded, .revoked, .wrongProduct: 403
    case .notFound: 404
    case .method: 405
    case .deviceMismatch, .notActivated: 409
    case .tooLarge: 413
    case .mediaType: 415
    case .rateLimited: 429
    case .internal: 500
    case .unavailable: 503
    }
  }
}

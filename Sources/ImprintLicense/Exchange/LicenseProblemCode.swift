// SPDX-License-Identifier: Apache-2.0

/// What a licence server refuses, by the words of docs/reference/licenses.md: server and client read the same
/// list.
public enum LicenseProblemCode: String, Sendable, Hashable, CaseIterable {
  /// The request is not what the page says.
  case badRequest = "bad-request"
  /// The key is unknown, wrong, expired or revoked, or the profile is not its own: which of them is not told.
  case authentication
  /// Nothing is issued from the profile any more.
  case profileExpired = "profile-expired"
  /// As many devices are active as the profile allows.
  case activationCountExceeded = "activation-count-exceeded"
  /// The operator took the activation back.
  case revoked
  /// There is nothing at this path.
  case notFound = "not-found"
  /// The path is asked with another method.
  case method
  /// The licence belongs to another device.
  case deviceMismatch = "device-mismatch"
  /// The profile is for another product than the request's.
  case wrongProduct = "wrong-product"
  /// The activation that is to be renewed has ended, or is not known.
  case notActivated = "not-activated"
  /// The request is longer than 65,536 bytes.
  case tooLarge = "too-large"
  /// The request is not `application/json`.
  case mediaType = "media-type"
  /// More requests than are allowed.
  case rateLimited = "rate-limited"
  /// The server failed.
  case `internal`
  /// The database or the signing key cannot be used now.
  case unavailable

  /// The HTTP status that it comes with.
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

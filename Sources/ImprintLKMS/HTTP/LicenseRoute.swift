// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense

/// The server's routes: the source of the paths, the OpenAPI document and the metrics.
enum LicenseRoute: Sendable, Hashable, CaseIterable {
  case activate, renew, deactivate
  case live, ready
  case metrics
  case openAPI

  /// The operation's id, and the label in the metrics.
  var name: String {
    switch self {
    case .activate: "activate"
    case .renew: "renew"
    case .deactivate: "deactivate"
    case .live: "live"
    case .ready: "ready"
    case .metrics: "metrics"
    case .openAPI: "openapi"
    }
  }

  var path: String {
    switch self {
    case .activate, .renew, .deactivate: "/v1/licenses/\(name)"
    case .live, .ready: "/health/\(name)"
    case .metrics: "/metrics"
    case .openAPI: "/openapi.json"
    }
  }

  /// The licence operation; `nil` if it is none.
  var endpoint: LicenseEndpoint? {
    switch self {
    case .activate: .activate
    case .renew: .renew
    case .deactivate: .deactivate
    default: nil
    }
  }

  var method: String { endpoint == nil ? "GET" : "POST" }

  var summary: String {
    switch self {
    case .activate: "Activates a device, or gives an active one another licence."
    case .renew: "Gives an active device its next licence."
    case .deactivate: "Gives an activation back, so that it does not count any more."
    case .live: "Whether the server runs."
    case .ready: "Whether licences can be issued now: the database can be written and the key signs."
    case .metrics:
      "What the server counts, for Prometheus. Only the machine itself may ask, unless configured otherwise."
    case .openAPI: "This document."
    }
  }

  /// The problems it may return, by status.
  var problems: [LicenseProblem.Code] {
    switch self {
    case .activate:
      [
        .badRequest, .authentication, .profileExpired, .activationCountExceeded, .revoked, .wrongProduct,
        .method,
        .deviceMismatch, .notActivated,
        .tooLarge, .mediaType, .rateLimited, .internal, .unavailable,
      ]
    case .renew:
      [
        .badRequest, .authentication, .profileExpired, .revoked, .wrongProduct, .method, .deviceMismatch,
        .notActivated,
        .tooLarge,
        .mediaType, .rateLimited, .internal, .unavailable,
      ]
    case .deactivate:
      [
        .badRequest, .authentication, .revoked, .method, .deviceMismatch, .tooLarge, .mediaType, .rateLimited,
        .internal, .unavailable,
      ]
    case .live, .openAPI: [.method, .rateLimited]
    case .ready: [.method, .rateLimited, .unavailable]
    case .metrics: [.notFound, .method, .rateLimited, .internal, .unavailable]
    }
  }

  static func at(_ path: String) -> LicenseRoute? { byPath[path] }

  private static let byPath = Dictionary(uniqueKeysWithValues: allCases.map { ($0.path, $0) })
}

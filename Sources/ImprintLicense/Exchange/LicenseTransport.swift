// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Sends a request to a licence server and returns the response, without validating either.
public protocol LicenseTransport: Sendable {
  /// Sends a request. The transport retries; requests are idempotent by their nonce.
  func send(_ message: LicenseServerMessage) async throws(LicenseTransportError) -> LicenseServerAnswer

  /// The server, for errors: scheme, host and port.
  var place: String { get }
}

/// A request message.
public struct LicenseServerMessage: Sendable {
  public var endpoint: LicenseEndpoint
  /// The request document, JSON.
  public var body: [UInt8]
  public var apiKey: APIKey

  public init(endpoint: LicenseEndpoint, body: [UInt8], apiKey: APIKey) {
    self.endpoint = endpoint
    self.body = body
    self.apiKey = apiKey
  }
}

/// The purpose of a request.
public enum LicenseEndpoint: String, Sendable, Hashable, CaseIterable {
  case activate, renew, deactivate

  /// Relative to the server's URL.
  public var path: String { "v1/licenses/\(rawValue)" }
}

/// The response, not validated.
public struct LicenseServerAnswer: Sendable {
  /// HTTP status, 100...599.
  public var status: Int
  /// At most 256 KiB; a longer response is a transport error.
  public var body: [UInt8]

  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

/// Why there is no response.
public typealias LicenseTransportError = Explained<LicenseTransportErrorCode>

public enum LicenseTransportErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The URL is invalid, or not allowed: `http` without the opt-in.
  case address
  /// The API key cannot be sent: it is empty, too long, or holds spaces or control characters.
  case apiKey = "api-key"
  /// The name is unknown, the connection is refused, or the network is down.
  case unreachable
  /// The request timed out.
  case timeout
  /// The TLS handshake failed: the certificate is not trusted, or not for the host.
  case certificate
  /// No public key of the server's chain is pinned.
  case pin
  /// The HTTP response is incomplete, too long, or a redirect.
  case answer
  /// The task was cancelled.
  case cancelled
}

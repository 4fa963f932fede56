// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Carries a request to a licence server and brings the answer, without judging either.
public protocol LicenseTransport: Sendable {
  /// Sends a request. Retries are the transport's; every request may be repeated (its nonce makes it count
  /// once).
  func send(_ message: LicenseServerMessage) async throws(LicenseTransportError) -> LicenseServerAnswer

  /// The server, as errors name it: scheme, host and port.
  var place: String { get }
}

/// What is sent.
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

/// What a request is for.
public enum LicenseEndpoint: String, Sendable, Hashable, CaseIterable {
  case activate, renew, deactivate

  /// Below the server's URL.
  public var path: String { "v1/licenses/\(rawValue)" }
}

/// What came back; nothing of it has been judged.
public struct LicenseServerAnswer: Sendable {
  /// HTTP status, 100...599.
  public var status: Int
  /// At most 256 KiB; a longer answer is a transport error.
  public var body: [UInt8]

  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

/// Why no answer came.
public typealias LicenseTransportError = Explained<LicenseTransportErrorCode>

public enum LicenseTransportErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The URL is none, or not allowed: `http` without the opt-in.
  case address
  /// The API key cannot be sent: it is empty, too long, or holds spaces or control characters.
  case apiKey = "api-key"
  /// The name is unknown, nobody listens, or the network is down.
  case unreachable
  /// It took too long.
  case timeout
  /// The TLS handshake failed: the certificate is not trusted, or not the host's.
  case certificate
  /// No public key of the server's chain is one that is pinned.
  case pin
  /// What came is no complete HTTP answer, too long, or a redirect.
  case answer
  /// The task was cancelled.
  case cancelled
}

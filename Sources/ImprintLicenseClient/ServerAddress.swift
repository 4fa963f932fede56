// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintTransfer

/// The validated URL of a licence server.
struct ServerAddress: Sendable, Hashable {
  /// Ends with a slash.
  let base: String
  let host: String
  let isSecure: Bool
  /// Scheme, host and port.
  let place: String

  init(_ text: String, allowsInsecureHTTP: Bool) throws(LicenseTransportError) {
    let parts = try URLParts.judged(text)
    guard parts.scheme == "https" || parts.scheme == "http" else {
      throw Self.error("its scheme is '\(PlainText.of(parts.scheme, limit: 20))'.")
    }
    // Not shown in the error: the user info may contain a password.
    guard !parts.hasUser else {
      throw Self.error("it holds a user's name; the API key is all that is asked for.")
    }
    guard !parts.hasTail else { throw Self.error("it holds a query or a fragment.") }
    place = parts.place
    host = parts.host
    isSecure = parts.scheme == "https"
    base = parts.url.hasSuffix("/") ? parts.url : parts.url + "/"
    guard isSecure || allowsInsecureHTTP else {
      throw LicenseTransportError(
        .address, place: place, reason: "the server's URL is http: all could read the API key on its way.",
        remedy: "Use https. For a server on the developer's desk there is allowsInsecureHTTP.")
    }
  }

  fileprivate static func error(_ reason: String) -> LicenseTransportError {
    LicenseTransportError(
      .address, place: "licence server's URL", reason: reason,
      remedy: "Write it as https://licences.example.com, with port and path where they are needed.")
  }
}

extension URLParts {
  fileprivate static func judged(_ text: String) throws(LicenseTransportError) -> URLParts {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw ServerAddress.error("it is not ASCII; the names of hosts have a form that begins with 'xn--'.")
    }
    guard let parts = URLParts(text) else { throw ServerAddress.error("it is no URL.") }
    return parts
  }
}

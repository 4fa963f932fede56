// SPDX-License-Identifier: Apache-2.0
private import CLicenseTransport
internal import ImprintLicense

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
    place = "\(parts.scheme)://\(parts.host):\(parts.port)"
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

/// A URL's parts, as libcurl parses them.
struct URLParts {
  let url: String
  let scheme: String
  let host: String
  let port: String
  let hasUser: Bool
  let hasTail: Bool

  /// `nil`: not an absolute URL in printable ASCII.
  init?(_ text: String) {
    guard PlainText.isVisible(text), text.utf8.count <= 2048 else { return nil }
    var address = imp_address_t()
    guard imp_address_read(text, &address) else { return nil }
    defer { imp_address_clear(&address) }
    guard let url = address.url, let scheme = address.scheme, let host = address.host, let port = address.port
    else { return nil }
    self.url = String(cString: url)
    self.scheme = String(cString: scheme)
    self.host = String(cString: host)
    self.port = String(cString: port)
    hasUser = address.has_user
    hasTail = address.has_tail
  }

  fileprivate static func judged(_ text: String) throws(LicenseTransportError) -> URLParts {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw ServerAddress.error("it is not ASCII; the names of hosts have a form that begins with 'xn--'.")
    }
    guard let parts = URLParts(text) else { throw ServerAddress.error("it is no URL.") }
    return parts
  }
}

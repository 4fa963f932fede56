// SPDX-License-Identifier: Apache-2.0
private import CTransfer

/// A URL's parts, as libcurl parses them: so what is judged is what is connected to.
package struct URLParts: Sendable, Hashable {
  package let url: String
  package let scheme: String
  package let host: String
  package let port: String
  package let hasUser: Bool
  package let hasTail: Bool

  /// `nil`: not an absolute URL in printable ASCII.
  package init?(_ text: String) {
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

  /// Scheme, host and port.
  package var place: String { "\(scheme)://\(host):\(port)" }
}

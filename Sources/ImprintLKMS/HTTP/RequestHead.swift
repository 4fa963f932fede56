// SPDX-License-Identifier: Apache-2.0

/// Parses a request's header fields.
enum RequestHead {
  /// Whether the content type is `application/json`, with parameters or without.
  static func isJSON(_ contentType: String?) -> Bool {
    guard let contentType, let name = contentType.split(separator: ";").first else { return false }
    return trimmed(name).lowercased() == "application/json"
  }

  /// The token of `Authorization: Bearer <token>`; `nil` if there is none.
  static func bearer(_ authorization: String?) -> String? {
    guard let authorization, authorization.utf8.count <= 256 else { return nil }
    let parts = authorization.split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    return text
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials

/// The first block of a PEM text (RFC 7468).
struct MetadataPEM {
  /// `PUBLIC KEY`.
  let label: String
  let bytes: [UInt8]

  private static let lineBytes = 64

  init(label: String, bytes: [UInt8]) {
    self.label = label
    self.bytes = bytes
  }

  /// - Returns: `nil` if there is none.
  init?(_ text: String) {
    // No key is longer.
    guard text.utf8.count <= 1 << 16 else { return nil }
    var lines = text.split(whereSeparator: \.isNewline)[...]
    // What `openssl ecparam` writes first says which curve follows.
    lines = lines.drop { !$0.hasPrefix("-----BEGIN ") || $0 == "-----BEGIN EC PARAMETERS-----" }
    guard let first = lines.popFirst(), first.hasSuffix("-----") else { return nil }
    let label = String(first.dropFirst("-----BEGIN ".count).dropLast("-----".count))
    guard let end = lines.firstIndex(of: "-----END \(label)-----"),
      let bytes = Data(base64Encoded: lines[..<end].joined())
    else { return nil }
    self.init(label: label, bytes: Array(bytes))
  }

  /// Lines of 64 characters.
  var text: String {
    let code = Array(Data(bytes).base64EncodedString().utf8)
    let lines = stride(from: 0, to: code.count, by: Self.lineBytes).map {
      String(decoding: code[$0..<min($0 + Self.lineBytes, code.count)], as: UTF8.self)
    }
    return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import FoundationEssentials

/// The SHA-256 of a key's secret. The secret is 256 random bits, so no slow hash is needed against guessing.
struct SecretHash: Sendable {
  private let bytes: [UInt8]

  init(of secret: String) {
    bytes = Array(SHA256.hash(data: Array(secret.utf8)))
  }

  init(data: Data) {
    bytes = Array(data)
  }

  /// As stored in the database.
  var data: Data { Data(bytes) }

  /// Constant-time comparison.
  func matches(_ other: SecretHash) -> Bool {
    guard bytes.count == other.bytes.count else { return false }
    var difference: UInt8 = 0
    for index in bytes.indices { difference |= bytes[index] ^ other.bytes[index] }
    return difference == 0
  }

  /// Compared with an unknown key, so that it takes as long as a known one. Not the hash of any secret.
  static let ofNobody = SecretHash(data: Data(repeating: 0, count: 32))
}

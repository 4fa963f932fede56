// SPDX-License-Identifier: Apache-2.0
internal import Crypto

/// Hashes content incrementally.
public struct ContentHasher {
  private var sha = SHA256()
  /// The number of bytes hashed so far.
  public private(set) var byteCount = 0

  public init() {}

  /// Adds a piece. O(n).
  public mutating func add(_ piece: UnsafeRawBufferPointer) {
    sha.update(bufferPointer: piece)
    byteCount += piece.count
  }

  /// The hash of all pieces so far.
  public var hash: ContentHash { ContentHash(sha.finalize()) }
}

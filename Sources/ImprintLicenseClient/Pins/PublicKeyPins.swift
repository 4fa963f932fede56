// SPDX-License-Identifier: Apache-2.0

/// Which public keys which hosts may show.
///
/// A host is pinned while at least one of its sets is not empty and has not expired; the sets that count are
/// taken together. The chain of a pinned host has to verify as any other does, and one key of the *verified*
/// chain, the server's, an intermediate's or the root's, has to be pinned: else the handshake ends before
/// anything of the request is sent.
public struct PublicKeyPins: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// A host may occur several times.
  public var hosts: [PinnedHost]

  public init(_ hosts: [PinnedHost]) {
    self.hosts = hosts
  }

  public init(arrayLiteral elements: PinnedHost...) {
    self.init(elements)
  }

  /// The keys that a host may show at a time (seconds since 1970 UTC); empty where it is not pinned.
  public func pins(of host: String, at now: Int64) -> Set<PublicKeyPin> {
    let name = HostName.normal(host)
    var pins: Set<PublicKeyPin> = []
    for set in hosts where set.host == name && set.counts(at: now) { pins.formUnion(set.pins) }
    return pins
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The pinned public keys by host.
///
/// A host is pinned while at least one of its sets is non-empty and has not expired; such sets are merged.
/// The chain of a pinned host must verify like any other, and in addition one key of the *verified* chain,
/// the server's, an intermediate's or the root's, must be pinned: otherwise the handshake fails before
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

  /// The pinned keys of a host at a time (seconds since 1970 UTC); empty if it is not pinned.
  public func pins(of host: String, at now: Int64) -> Set<PublicKeyPin> {
    let name = HostName.normal(host)
    var pins: Set<PublicKeyPin> = []
    for set in hosts where set.host == name && set.counts(at: now) { pins.formUnion(set.pins) }
    return pins
  }
}

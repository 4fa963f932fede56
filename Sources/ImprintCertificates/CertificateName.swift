// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SwiftASN1
internal import X509

/// Names for certificates, validated.
enum CertificateName {
  /// A common name: 1 to 64 bytes (RFC 5280, ub-common-name) without control characters.
  static func subject(_ name: String) throws(AuthorityError) -> DistinguishedName {
    guard (1...64).contains(name.utf8.count),
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw refused("name", "it is not 1 to 64 bytes of text without control characters.") }
    do { return try DistinguishedName { CommonName(name) } } catch {
      throw refused(name, "no certificate can carry it.")
    }
  }

  /// The names of a server; 1 to 100.
  static func alternatives(
    dnsNames: [String], addresses: [String]
  ) throws(AuthorityError) -> [GeneralName] {
    var names: [GeneralName] = []
    for name in dnsNames {
      guard isDNSName(name) else { throw refused(name, "it is no DNS name.") }
      names.append(.dnsName(name))
    }
    for address in addresses {
      guard let bytes = bytes(ofAddress: address) else { throw refused(address, "it is no IP address.") }
      names.append(.ipAddress(ASN1OctetString(contentBytes: bytes[...])))
    }
    guard (1...100).contains(names.count) else {
      throw refused("server", "it has \(names.count) names and addresses; 1 to 100 are possible.")
    }
    return names
  }

  private static func isDNSName(_ name: String) -> Bool {
    guard (1...253).contains(name.utf8.count) else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.utf8.first != UInt8(ascii: "-")
        && label.utf8.last != UInt8(ascii: "-")
        && label.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        }
    }
  }

  private static func bytes(ofAddress text: String) -> [UInt8]? {
    for (family, length) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: length)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }

  private static func refused(_ name: String, _ reason: String) -> AuthorityError {
    AuthorityError(.name, place: "certificate name '\(name)'", reason: reason, remedy: "Choose another name.")
  }
}

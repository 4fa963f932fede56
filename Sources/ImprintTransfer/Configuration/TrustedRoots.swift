// SPDX-License-Identifier: Apache-2.0

/// The trusted roots of a server's certificate.
///
/// The texts are PEM, one or several certificates, and part of the application: never read them from a file
/// that the user of the device can write.
public enum TrustedRoots: Sendable, Hashable {
  /// The authorities that the system trusts.
  case system
  /// These in addition to the system's.
  case systemAnd(pem: String)
  /// Only these: for a server with an authority of its own.
  case only(pem: String)

  var pem: [UInt8] {
    switch self {
    case .system: []
    case .systemAnd(let pem), .only(let pem): Array(pem.utf8)
    }
  }

  var includesSystem: Bool {
    switch self {
    case .system, .systemAnd: true
    case .only: false
    }
  }
}

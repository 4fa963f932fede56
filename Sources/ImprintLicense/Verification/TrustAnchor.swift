// SPDX-License-Identifier: Apache-2.0
internal import X509

/// A root certificate that licences may chain to. It is built into the application, or comes from a file that the
/// device's user cannot write.
public struct TrustAnchor: Sendable, Hashable {
  /// DER.
  public let certificate: [UInt8]

  init(certificate: [UInt8]) {
    self.certificate = certificate
  }
}

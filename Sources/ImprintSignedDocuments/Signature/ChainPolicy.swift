// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
internal import SwiftASN1
@_spi(FixedExpiryValidationTime) package import X509

/// The certificates of a document chain to a trust anchor, in their order, at a given time.
package struct ChainPolicy: Sendable {
  private let anchors: [Certificate]
  private let store: CertificateStore
  private let usage: SigningUsage

  /// - Parameter usage: the usage that the signing certificate must have.
  package init(_ anchors: [TrustAnchor], usage: SigningUsage) {
    self.usage = usage
    self.anchors = anchors.map(\.parsed)
    store = CertificateStore(self.anchors)
  }

  /// Parses the certificates of a header. - Throws: ``DocumentRejection`` with the code `chain`.
  package static func certificates(_ header: DocumentHeader) throws(DocumentRejection) -> [Certificate] {
    var certificates: [Certificate] = []
    for (index, der) in header.certificates.enumerated() {
      guard let certificate = try? Certificate(derEncoded: der) else {
        throw chain("certificate \(index + 1) of \(header.certificates.count) is no X.509 certificate.")
      }
      certificates.append(certificate)
    }
    return certificates
  }

  /// - Parameter time: seconds since 1970 UTC, at which every certificate must be valid.
  /// - Returns: The trust anchor.
  /// - Throws: ``DocumentRejection``: `chain`, `certificateExpired` or `keyUsage`.
  package func judge(
    _ certificates: [Certificate], at time: Int64
  ) async throws(DocumentRejection) -> Certificate {
    guard !anchors.isEmpty else {
      throw DocumentRejection(
        .chain, reason: "no trust anchor is given, so none of the \(usage.documents) can be believed.",
        remedy: "Give the root certificate of whoever issues \(usage.documents).")
    }
    guard let leaf = certificates.first, !anchors.contains(leaf) else {
      throw Self.chain("it is signed by a trust anchor itself, which signs certificates only.")
    }
    for (certificate, next) in zip(certificates, certificates.dropFirst())
    where certificate.issuer != next.subject {
      throw Self.chain("the certificates are not in order: each has to be followed by its issuer.")
    }
    let usagePolicy = SigningUsagePolicy(usage: usage)
    var verifier = Verifier(rootCertificates: store) {
      RFC5280Policy(fixedExpiryValidationTime: Date(timeIntervalSince1970: Double(time)))
      usagePolicy
    }
    let intermediates = CertificateStore(certificates.dropFirst())
    switch await verifier.validate(leaf: leaf, intermediates: intermediates) {
    case .validCertificate(let chain):
      // The chain found must be the chain given, with or without the root: no unrelated certificates.
      guard Array(chain) == certificates || Array(chain.dropLast()) == certificates else {
        throw Self.chain("it has certificates that do not belong to the chain, or not in its order.")
      }
      return chain.root
    case .couldNotValidate(let failures):
      guard let failure = failures.first else {
        throw Self.chain("its certificates do not lead to a trust anchor: another authority signed it.")
      }
      throw rejection(of: Array(failure.chain), at: time)
    }
  }

  /// Why a chain to an anchor is not valid: the verifier reports it only in words.
  private func rejection(of chain: [Certificate], at time: Int64) -> DocumentRejection {
    let date = Date(timeIntervalSince1970: Double(time))
    for certificate in chain where date > certificate.notValidAfter || date < certificate.notValidBefore {
      let bound =
        date > certificate.notValidAfter
        ? "ended at \(DocumentTime.text(Int64(certificate.notValidAfter.timeIntervalSince1970)))"
        : "begins at \(DocumentTime.text(Int64(certificate.notValidBefore.timeIntervalSince1970)))"
      return DocumentRejection(
        .certificateExpired,
        reason:
          "the certificate '\(certificate.subject)' \(bound), and is judged at \(DocumentTime.text(time)).",
        remedy:
          "Check the device's clock; if it is right, ask whoever issued it for one of a newer certificate."
      )
    }
    if let fault = SigningUsagePolicy(usage: usage).fault(in: chain) {
      return DocumentRejection(
        .keyUsage, reason: fault,
        remedy:
          "Do not use it: ask for one that is signed with a certificate for '\(usage.name)'."
      )
    }
    return Self.chain(
      "an authority in it is not permitted there: by the path length, or by a name constraint.")
  }

  private static func chain(_ reason: String) -> DocumentRejection {
    DocumentRejection(
      .chain, reason: reason,
      remedy: "Get it from an authority that is trusted here, or correct the trust anchors.")
  }
}

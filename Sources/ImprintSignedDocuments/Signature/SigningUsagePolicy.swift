// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import SwiftASN1
internal import X509

/// Requirements on a chain beyond RFC 5280, to sign a kind of document: usages, keys and hashes of every
/// certificate.
struct SigningUsagePolicy: VerifierPolicy, Sendable {
  let usage: SigningUsage

  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.keyUsage,
  ]

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    guard let fault = fault(in: Array(chain)) else { return .meetsPolicy }
    return .failsToMeetPolicy(reason: fault)
  }

  /// Why a chain may not sign these documents; `nil` if it may.
  /// - Parameter chain: the signing certificate first, the trust anchor last.
  func fault(in chain: [Certificate]) -> String? {
    guard chain.count >= 2, let leaf = chain.first else {
      return "a trust anchor signs certificates, not \(usage.documents)."
    }
    do {
      if let fault = try signingFault(leaf) { return fault }
      for issuer in chain.dropFirst() {
        if let fault = try issuerFault(issuer) { return fault }
      }
    } catch {
      return "an extension of a certificate cannot be read."
    }
    // The anchor's own signature proves nothing, whatever its hash.
    let hasWeakHash = chain.dropLast().contains { $0.signatureAlgorithm == .sha1WithRSAEncryption }
    return hasWeakHash ? "a certificate is signed with SHA-1, which can be forged." : nil
  }

  private func signingFault(_ leaf: Certificate) throws -> String? {
    guard leaf.version == .v3 else { return "the signing certificate is not of version 3." }
    guard let usages = try leaf.extensions.extendedKeyUsage,
      leaf.extensions[oid: .X509ExtensionID.extendedKeyUsage]?.critical == true,
      usages.contains(ExtendedKeyUsage.Usage(oid: usage.identifier))
    else { return "the signing certificate does not have the critical usage '\(usage.name)'." }
    guard let keyUsage = try leaf.extensions.keyUsage, keyUsage.digitalSignature, !keyUsage.keyCertSign else {
      return "the signing certificate's key is not for signatures alone."
    }
    if case .isCertificateAuthority? = try leaf.extensions.basicConstraints {
      return "the signing certificate is a certificate authority."
    }
    guard P256.Signing.PublicKey(leaf.publicKey) != nil || Curve25519.Signing.PublicKey(leaf.publicKey) != nil
    else {
      return "the signing certificate's key is neither P-256 nor Ed25519."
    }
    return nil
  }

  private func issuerFault(_ issuer: Certificate) throws -> String? {
    guard issuer.version == .v3, case .isCertificateAuthority? = try issuer.extensions.basicConstraints else {
      return "a certificate that signed another one is not a certificate authority."
    }
    if let keyUsage = try issuer.extensions.keyUsage, !keyUsage.keyCertSign {
      return "a certificate that signed another one may not do so by its key usage."
    }
    // An authority restricted to other usages cannot delegate this one.
    if let usages = try issuer.extensions.extendedKeyUsage, !usages.contains(.any),
      !usages.contains(ExtendedKeyUsage.Usage(oid: usage.identifier))
    {
      return "a certificate authority in the chain is restricted to other usages."
    }
    return nil
  }
}

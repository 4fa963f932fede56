// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import SwiftASN1
internal import X509

/// What a chain has to be beyond RFC 5280, to sign licences: usages, keys and hashes of every certificate.
struct LicenseSigningPolicy: VerifierPolicy, Sendable {
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.keyUsage,
  ]

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    guard let fault = Self.fault(in: Array(chain)) else { return .meetsPolicy }
    return .failsToMeetPolicy(reason: fault)
  }

  /// Why a chain may not sign licences; `nil` where it may.
  /// - Parameter chain: the signing certificate first, the trust anchor last.
  static func fault(in chain: [Certificate]) -> String? {
    guard chain.count >= 2, let leaf = chain.first else {
      return "a trust anchor signs certificates, not licences."
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

  private static func signingFault(_ leaf: Certificate) throws -> String? {
    guard leaf.version == .v3 else { return "the signing certificate is not of version 3." }
    guard let usage = try leaf.extensions.extendedKeyUsage,
      leaf.extensions[oid: .X509ExtensionID.extendedKeyUsage]?.critical == true,
      usage.contains(ExtendedKeyUsage.Usage(oid: LicenseSigningUsage.identifier))
    else { return "the signing certificate does not have the critical usage 'licence signing'." }
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

  private static func issuerFault(_ issuer: Certificate) throws -> String? {
    guard issuer.version == .v3, case .isCertificateAuthority? = try issuer.extensions.basicConstraints else {
      return "a certificate that signed another one is no certificate authority."
    }
    if let keyUsage = try issuer.extensions.keyUsage, !keyUsage.keyCertSign {
      return "a certificate that signed another one may not do so by its key usage."
    }
    // An authority that is restricted to other usages does not hand this one on.
    if let usage = try issuer.extensions.extendedKeyUsage, !usage.contains(.any),
      !usage.contains(ExtendedKeyUsage.Usage(oid: LicenseSigningUsage.identifier))
    {
      return "a certificate authority in the chain is restricted to other usages."
    }
    return nil
  }
}

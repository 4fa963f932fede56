// SPDX-License-Identifier: Apache-2.0
@testable import ImprintLicense
@testable import ImprintSignedDocuments
import ImprintModel

/// The document as it comes, then its header and claims with the form set right: base64 and signature would
/// keep every mutated byte from being read.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzLicense(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  if let document = try? SignedDocument(parsing: bytes, as: .license) {
    let parts = [document.header, document.payload, document.signature].map { Base64.url.text(of: $0) }
    // One text for the same bytes.
    precondition(Array(parts.joined(separator: ".").utf8) == bytes)
  }
  for kind in [SignedDocumentKind.license, .revocation] {
    guard let header = try? DocumentHeader(parsing: bytes, of: kind) else { continue }
    precondition((1...4).contains(header.certificates.count))
    guard let certificates = try? ChainPolicy.certificates(header) else { continue }
    _ = SigningUsagePolicy(usage: .licenses).fault(in: certificates)
    for certificate in certificates { _ = try? SignaturePolicy(certificate) }
  }
  _ = try? TrustAnchor(der: bytes)
  _ = try? TrustAnchor.bundle(pem: String(decoding: bytes, as: UTF8.self))
  guard let json = try? JSONValue(parsing: bytes) else { return 0 }
  _ = try? RevocationClaims(json: json)
  guard let claims = try? LicenseClaims(json: json) else { return 0 }
  // What was read is written, and read the same.
  precondition((try? LicenseClaims(json: claims.json)) == claims)
  _ = ValidityPolicy(now: 0).judge(claims)
  return 0
}

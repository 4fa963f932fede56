// SPDX-License-Identifier: Apache-2.0
import ImprintCertificates
import ImprintModel
import ImprintSignedDocuments
import SwiftASN1
import Testing

@Suite struct OpenedDocumentTests {
  private static let payload = JSONValue.object([("ver", .integer(1))])

  private let root: CertificateMaker
  private let signer: KeySigner
  private let document: String

  init() throws {
    root = try Forge.root()
    signer = try Forge.signer(of: root)
    document = try signer.document(Self.payload, of: Forge.kind)
  }

  /// The steps that were told, and what ended them.
  private func steps(
    _ bytes: [UInt8], as kind: SignedDocumentKind = Forge.kind
  ) -> (passed: [OpenedDocument.Step], failed: OpenedDocument.Step?, code: DocumentRejection.Code?) {
    var passed: [OpenedDocument.Step] = []
    var failed: OpenedDocument.Step?
    do {
      _ = try OpenedDocument(parsing: bytes, as: kind) { step, finding in
        if case .success = finding { passed.append(step) } else { failed = step }
      }
      return (passed, failed, nil)
    } catch {
      return (passed, failed, error.code)
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func signedDocumentIsOpenedStepByStep(algorithm: SignatureAlgorithm) throws {
    let signer = try Forge.signer(algorithm)
    let bytes = Array(try signer.document(Self.payload, of: Forge.kind).utf8)
    let steps = steps(bytes)
    #expect(steps.passed == [.form, .header, .certificates, .algorithm, .signature])
    #expect(steps.failed == nil && steps.code == nil)
    let opened = try OpenedDocument(parsing: bytes, as: Forge.kind)
    #expect(try opened.json.text == Self.payload.text)
    #expect(opened.signer == "CN=Sample signer" && opened.signerEnd == Forge.validity.notAfter)
  }

  @Test func aChangedSignatureEndsAtTheSignature() {
    let steps = steps(Array((document.dropLast(4) + "AAAA").utf8))
    #expect(steps.passed.last == .algorithm && steps.failed == .signature && steps.code == .signature)
  }

  @Test func aDocumentOfAnotherKindEndsAtTheHeader() {
    let other = SignedDocumentKind(
      type: "imprint-other+jws", name: "other", source: "nobody", usage: Forge.usage, limit: 8192)
    let steps = steps(Array(document.utf8), as: other)
    #expect(steps.passed == [.form] && steps.failed == .header && steps.code == .header)
  }

  @Test(arguments: ["", "a.b", "a.b.c.d", "....", "e30.e30."])
  func whatHasNotTheFormEndsAtIt(text: String) {
    let code = steps(Array(text.utf8)).code
    #expect(code == .form || code == .header)
  }

  @Test func moreBytesThanTheKindHasAreRefusedUnread() {
    let long = Array((document + String(repeating: "A", count: Forge.kind.limit)).utf8)
    let steps = steps(long)
    #expect(steps.passed.isEmpty && steps.code == .size)
  }

  @Test func whatIsSignedAndNotJSONSaysNothing() throws {
    let header =
      #"{"alg":"ES256","typ":"\#(Forge.kind.type)","x5c":["\#(Base64.standard.text(of: signer.chain[0]))"]}"#
    let bytes = try Forge.document(header: header, payload: "no JSON", signer.key)
    let opened = try OpenedDocument(parsing: bytes, as: Forge.kind)
    let error = #expect(throws: DocumentRejection.self) { try opened.json }
    #expect(error?.code == .claims)
  }

  @Test func theChainOfItsOwnUsageLeadsToTheRoot() async throws {
    let opened = try OpenedDocument(parsing: Array(document.utf8), as: Forge.kind)
    let anchor = try TrustAnchor(der: root.certificate)
    _ = try await ChainPolicy([anchor], usage: Forge.usage).judge(opened.certificates, at: Forge.now)
    let other = SigningUsage(identifier: [2, 25, 8], name: "other signing", documents: "others")
    let refused = await #expect(throws: DocumentRejection.self) {
      try await ChainPolicy([anchor], usage: other).judge(opened.certificates, at: Forge.now)
    }
    #expect(refused?.code == .keyUsage && refused?.reason.contains("other signing") == true)
    let nobody = await #expect(throws: DocumentRejection.self) {
      try await ChainPolicy([], usage: Forge.usage).judge(opened.certificates, at: Forge.now)
    }
    #expect(nobody?.code == .chain)
  }
}

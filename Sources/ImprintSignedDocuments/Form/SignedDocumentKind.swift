// SPDX-License-Identifier: Apache-2.0
package import SwiftASN1

/// A kind of signed document: how its header tells it from the others, who may sign it, and what people call
/// it.
package struct SignedDocumentKind: Sendable {
  /// The header's `typ`: one kind never passes for the other.
  package let type: String
  /// What one is called in sentences, such as `licence`.
  package let name: String
  /// Whom to ask for another one, such as `the licence's issuer`.
  package let source: String
  /// What the signing certificate has to be for.
  package let usage: SigningUsage
  /// The most bytes that the compact form has.
  package let limit: Int

  package init(type: String, name: String, source: String, usage: SigningUsage, limit: Int) {
    self.type = type
    self.name = name
    self.source = source
    self.usage = usage
    self.limit = limit
  }
}

/// What a certificate's key may sign: an extended key usage.
package struct SigningUsage: Sendable {
  package let identifier: ASN1ObjectIdentifier
  /// What it is called, such as `licence signing`.
  package let name: String
  /// What it is for, such as `licences`.
  package let documents: String

  package init(identifier: ASN1ObjectIdentifier, name: String, documents: String) {
    self.identifier = identifier
    self.name = name
    self.documents = documents
  }
}

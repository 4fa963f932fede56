// SPDX-License-Identifier: Apache-2.0
package import SwiftASN1

/// A kind of signed document: how its header distinguishes it, who may sign it, and its name for people.
package struct SignedDocumentKind: Sendable {
  /// The header's `typ`: one kind is never accepted as another.
  package let type: String
  /// Its name in messages, such as `licence`.
  package let name: String
  /// Where to get another one, such as `the licence's issuer`.
  package let source: String
  /// The usage that the signing certificate must have.
  package let usage: SigningUsage
  /// The maximum length of the compact form, in bytes.
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
  /// Its name, such as `licence signing`.
  package let name: String
  /// What it signs, such as `licences`.
  package let documents: String

  package init(identifier: ASN1ObjectIdentifier, name: String, documents: String) {
    self.identifier = identifier
    self.name = name
    self.documents = documents
  }
}

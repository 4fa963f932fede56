// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// The owner of the plugin's id: by the settings, by first use, or by another plugin with that id beside this
/// one.
extension TrustJudge {
  /// - Parameter signer: `nil` if it has no valid signature.
  /// - Returns: `nil` if the id is the signer's, or has no owner.
  func otherOwner(
    of evidence: PluginEvidence, than signer: StatementSigner?, _ known: KnownPlugin
  ) -> PluginOwner? {
    let id = evidence.contents.plugin
    if let owner = policy.owner(of: id, otherThan: signer, known) { return owner }
    // No first use yet. Search order alone must not decide.
    guard let signer, policy.stated(for: id).isEmpty, known.owner == nil else { return nil }
    for rival in evidence.rivals {
      if let other = claimant(rival, id), other.publisher != signer.publisher, other.key != signer.key {
        return PluginOwner(other, at: rival.folder)
      }
    }
    return nil
  }

  /// The signer of a plugin of that id elsewhere, if the signature would be accepted; its files are not read.
  func claimant(_ rival: PluginEvidence.Rival, _ id: String) -> StatementSigner? {
    do throws(TrustError) {
      let statement = try SignedStatement(parsing: rival.signature, as: .plugin, place: rival.folder)
      let signature = try PluginSignature(json: statement.payload, place: rival.folder)
      let signer = try statement.signer(under: policy.roots, at: signature.time)
      guard signature.contents.plugin == id, policy.allows(signer, for: id),
        !policy.revocations.contains(where: { $0.takesBack(signer) })
      else { return nil }
      return signer
    } catch {
      // An unacceptable one claims nothing.
      return nil
    }
  }
}

enum OwnershipRefusal {
  static func error(
    _ evidence: PluginEvidence, _ signer: StatementSigner, _ owner: PluginOwner
  ) -> TrustError {
    let (id, name) = (evidence.contents.plugin, PluginOwner.named(signer.name, signer.key))
    return TrustError(
      .otherPublisher, place: evidence.folder,
      reason: "\(id) belongs to \(owner.name), \(owner.ground), and this one is signed by \(name).",
      remedy: "Do not use it, unless the id is to change hands: "
        + "sdkctl plugin allow \(ShellWord.quoted(evidence.folder)) --ids \(id)")
  }
}

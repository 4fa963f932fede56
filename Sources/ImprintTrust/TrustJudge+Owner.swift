// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// Whose the plugin's id is: who is stated to have it, who used it first, or who has a plugin of it beside
/// this one.
extension TrustJudge {
  /// - Parameter signer: `nil` where it has no good signature.
  /// - Returns: `nil` where the id is the signer's, or nobody's.
  func otherOwner(
    of evidence: PluginEvidence, than signer: StatementSigner?, _ known: KnownPlugin
  ) -> PluginOwner? {
    let id = evidence.contents.plugin
    if let owner = policy.owner(of: id, otherThan: signer, known) { return owner }
    // Nobody was first yet. Then it is not who lies in the folder that is searched first.
    guard let signer, policy.stated(for: id).isEmpty, known.owner == nil else { return nil }
    for rival in evidence.rivals {
      if let other = claimant(rival, id), other.publisher != signer.publisher, other.key != signer.key {
        return PluginOwner(other, at: rival.folder)
      }
    }
    return nil
  }

  /// Who has a plugin of that id in another place, by a signature that would be accepted; its files are not
  /// read.
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
      // What would not be accepted claims nothing.
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

// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import ImprintSettings

/// Evaluates evidence by a policy: a pure function of both, and of what is remembered of the plugin's id.
struct TrustJudge {
  let policy: TrustPolicy

  /// - Parameters:
  ///   - known: what is remembered of its id.
  ///   - allowingOlder: whether it may be older than what was used here before.
  /// - Throws: ``TrustError``: the first gate that refuses.
  func judge(
    _ evidence: PluginEvidence, known: KnownPlugin, allowingOlder: Bool = false
  ) throws(TrustError) -> TrustVerdict {
    let whole = evidence.contents.sha256
    guard policy.mode != .off else {
      return TrustVerdict(mode: .off, signer: nil, allowance: .unasked, sha256: whole, warnings: [])
    }
    let (signer, doubt) = try judgeSignature(evidence)
    try judgeRevocations(evidence, whole, signer)
    let allowance = try judgeAllowance(evidence, whole, signer, known)
    if !allowingOlder { try judgeAge(evidence, allowance == .publisher ? signer : nil, known) }
    try judgeConformance(evidence)
    return TrustVerdict(
      mode: policy.mode, signer: signer, allowance: allowance, sha256: whole,
      warnings: doubt.map { [$0] } ?? [])
  }

  // The first gate: is it signed, by a publisher under a trusted root?
  private func judgeSignature(
    _ evidence: PluginEvidence
  ) throws(TrustError) -> (signer: StatementSigner?, doubt: String?) {
    let place = "\(evidence.folder)/\(PluginContents.signatureName)"
    guard let bytes = evidence.signature else {
      guard policy.mode == .require else { return (nil, "\(evidence.contents.plugin) is not signed.") }
      throw TrustError(
        .notSigned, place: evidence.folder, reason: "it is not signed, and signatures are required here.",
        remedy: policy.flavour == .release
          ? "Get a signed one from its publisher. Your own: sdkctl plugin sign."
          : "Get a signed one from its publisher. Your own: sdkctl plugin sign, or sdkctl plugin allow.")
    }
    // In every mode, the contents must match the signature.
    let statement = try SignedStatement(parsing: bytes, as: .plugin, place: place)
    let signature = try PluginSignature(json: statement.payload, place: place)
    try evidence.contents.compare(withSigned: signature.contents, in: evidence.folder)
    do throws(TrustError) {
      return (try statement.signer(under: policy.roots, at: signature.time), nil)
    } catch {
      guard policy.mode == .warn else { throw error }
      return (
        nil,
        "\(evidence.contents.plugin) is signed by '\(statement.claimedSigner)', whose certificate chains to no trusted root: "
          + error.reason
      )
    }
  }

  private func judgeRevocations(
    _ evidence: PluginEvidence, _ whole: ContentHash, _ signer: StatementSigner?
  ) throws(TrustError) {
    let contents = evidence.contents
    for list in policy.revocations {
      let named = "revocation list '\(list.name)' number \(list.number)"
      if let signer, list.takesBack(signer) {
        throw TrustError(
          .publisherRevoked, place: evidence.folder,
          reason:
            "it is signed by '\(signer.name)', and the \(named) revokes a certificate of that signature.",
          remedy: "Get it anew from its publisher, signed with another certificate.")
      }
      if list.plugins.contains(whole) {
        throw TrustError(
          .pluginRevoked, place: evidence.folder, reason: "the \(named) revokes exactly this plugin.",
          remedy: "Install another version of it.")
      }
      for versions in list.versions
      where versions.plugin == contents.plugin && contents.version < versions.below {
        throw TrustError(
          .pluginRevoked, place: evidence.folder,
          reason:
            "it is version \(contents.version), and the \(named) revokes all before \(versions.below).",
          remedy: "Install version \(versions.below) or a newer one.")
      }
    }
  }

  // The second gate: is its publisher allowed, for an id without another owner, or exactly this content?
  private func judgeAllowance(
    _ evidence: PluginEvidence, _ whole: ContentHash, _ signer: StatementSigner?, _ known: KnownPlugin
  ) throws(TrustError) -> TrustVerdict.Allowance {
    let contents = evidence.contents
    let owner = otherOwner(of: evidence, than: signer, known)
    if let signer, owner == nil, policy.allows(signer, for: contents.plugin) { return .publisher }
    // Allowing contents names id and hash explicitly: this overrides ownership.
    if policy.allowed.contains(where: { $0.plugin == contents.plugin && $0.sha256 == whole }) {
      return .contents
    }
    if let signer, let owner { throw OwnershipRefusal.error(evidence, signer, owner) }
    throw notAllowed(evidence, whole, signer, owner)
  }

  private func notAllowed(
    _ evidence: PluginEvidence, _ whole: ContentHash, _ signer: StatementSigner?, _ owner: PluginOwner?
  ) -> TrustError {
    let contents = evidence.contents
    let reason: String
    if policy.allowed.contains(where: { $0.plugin == contents.plugin }) {
      reason =
        "other contents of \(contents.plugin) are allowed than those that are there: its hash begins with "
        + "\(whole.hex.prefix(12))."
    } else if let signer, let entry = policy.publishers.first(where: { $0.names(signer) }) {
      reason =
        "\(contents.plugin) is of '\(signer.name)', who is allowed here for "
        + "\(entry.ids.map(\.text).joined(separator: ", ")) alone."
    } else {
      reason =
        "\(contents.plugin) is "
        + (signer.map { "of '\($0.name)', who is not allowed here." } ?? "not allowed here.")
    }
    // Only without a valid signature: otherwise the owner has its own error.
    let belongs = owner.map { "Its id belongs to \($0.name), who is replaced then. " } ?? ""
    let publisher = signer.map { "With --publisher all is allowed that '\($0.name)' signs. " } ?? ""
    let replacing = owner == nil ? "" : " --replace-publisher"
    // Untrusted names before the command, so that what is pasted ends with it.
    return TrustError(
      .notAllowed, place: evidence.folder, reason: reason,
      remedy:
        "\(belongs)\(publisher)Allow it: sdkctl plugin allow \(ShellWord.quoted(evidence.folder))\(replacing)"
    )
  }

  private func judgeAge(
    _ evidence: PluginEvidence, _ signer: StatementSigner?, _ known: KnownPlugin
  ) throws(TrustError) {
    let plugin = evidence.contents.plugin
    guard let seen = known.newest(of: signer, stated: policy.stated(for: plugin)),
      evidence.contents.version < seen
    else { return }
    throw TrustError(
      .olderThanSeen, place: evidence.folder,
      reason: "it is version \(evidence.contents.version), and \(seen) was used here before.",
      remedy: "Install \(seen) or a newer one; or go back on purpose: sdkctl plugin allow-older \(plugin).")
  }

  private func judgeConformance(_ evidence: PluginEvidence) throws(TrustError) {
    guard policy.requiresConformance else { return }
    guard let bytes = evidence.conformance else {
      throw TrustError(
        .notConforming, place: evidence.folder,
        reason: "it has no conformance result (\(PluginContents.conformanceName)), and one is required here.",
        remedy: "Get it with one from its publisher. Your own: sdkctl plugin check --sign-key.")
    }
    let place = "\(evidence.folder)/\(PluginContents.conformanceName)"
    guard let library = evidence.contents.files.first(where: { $0.name == evidence.library }) else {
      throw TrustError(
        .notConforming, place: place, reason: "there is no library that it could be of.",
        remedy: "Install the plugin again.")
    }
    try ConformanceClaims.verify(bytes, of: library.sha256, evidence, under: policy, place: place)
  }
}

extension RevocationList {
  /// Whether it revokes any certificate of a signature.
  func takesBack(_ signer: StatementSigner) -> Bool {
    signer.chain.contains { part in certificates.contains { $0.names(part) } }
  }
}

extension TrustSettings.Publisher {
  /// Whether all its fields match a signer; it has at least one.
  func names(_ signer: StatementSigner) -> Bool {
    guard name != nil || key != nil else { return false }
    return (name.map { $0.utf8.elementsEqual(signer.name.utf8) } ?? true)
      && (key.map { $0 == signer.key } ?? true)
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import ImprintCertificates
internal import ImprintFiles
internal import ImprintSignedDocuments
public import ImprintSettings

/// Changes to trust settings by operators and developers. Nothing is written before ``write()``.
///
/// As long as a value or a copy of it exists, no other change of the same file begins, also not in another
/// process: what was read is still there when it is written.
public struct TrustChange: Sendable {
  /// The changed settings.
  public internal(set) var file: TrustSettingsFile
  /// The changes, in sentences.
  public internal(set) var told: [String] = []
  /// The other settings in effect.
  let others: [TrustSettingsFile]
  private let flavour: BuildFlavour
  private let lock: SettingsLock?

  /// Waits until no other change of the settings is being made, and reads them.
  /// - Parameter path: the settings; `nil` for the user's (``TrustSearch/toChange(named:)``).
  /// - Throws: ``TrustError`` `trust-settings`; `trust-file` also if another change does not end.
  public init(named path: String? = nil) async throws(TrustError) {
    let lock = try await SettingsLock(TrustSearch.placeToChange(named: path).path)
    let file = try TrustSearch.toChange(named: path)
    // Unreadable others must not prevent a correction of these.
    let counting = (try? TrustSearch.standard(named: path))?.files ?? []
    self.init(
      of: file, beside: counting.filter { $0.path != file.path }, flavour: BuildInformation.flavour,
      under: lock)
  }

  init(
    of file: TrustSettingsFile, beside others: [TrustSettingsFile] = [], flavour: BuildFlavour,
    under lock: SettingsLock? = nil
  ) {
    self.file = file
    self.others = others
    self.flavour = flavour
    self.lock = lock
  }

  /// Writes the settings, if anything changes.
  /// - Throws: ``TrustError``.
  public func write() throws(TrustError) {
    if !told.isEmpty { try file.write() }
  }

  /// Allows exactly these contents of a plugin, instead of earlier ones.
  ///
  /// A plugin whose publisher chains to no root needs `signatures: warn` too, which is set if missing.
  /// - Parameters:
  ///   - trust: the trust now in effect.
  ///   - note: the reason, for people.
  ///   - replacingPublisher: whether it may use an id that another publisher owns.
  /// - Throws: ``TrustError`` `not-signed` or `unknown-publisher` if a release build would refuse it
  ///   nevertheless; `bad-signature`, `contents-differ`; `other-publisher` if its id has another owner, and
  ///   this was not requested.
  public mutating func allow(
    _ plugin: ReadPlugin, note: String? = nil, replacingPublisher: Bool = false, under trust: PluginTrust
  ) throws(TrustError) {
    let policy = try trust.policy.get()
    let signer: StatementSigner?
    do throws(TrustError) {
      signer = try Self.signer(of: plugin, under: policy)
    } catch {
      guard error.code == .notSigned || error.code == .unknownPublisher, flavour == .debug else {
        throw error
      }
      if policy.mode == .require { setSignatures(.warn) }
      signer = nil
    }
    let owner = try trust.owner(of: plugin.contents.plugin, otherThan: signer)
    if let owner {
      guard replacingPublisher else { throw Self.belongs(plugin, to: owner) }
      told.append("\(plugin.contents.plugin) belongs to \(owner.name); these contents take its place")
    }
    let entry = TrustSettings.AllowedPlugin(
      plugin: plugin.contents.plugin, sha256: plugin.contents.sha256, note: note)
    guard !file.settings.allowed.contains(entry) else { return }
    file.settings.allowed.removeAll { $0.plugin == entry.plugin }
    file.settings.allowed.append(entry)
    told.append("\(entry.plugin) is allowed, with the contents \(entry.sha256)")
  }

  private static func belongs(_ plugin: ReadPlugin, to owner: PluginOwner) -> TrustError {
    TrustError(
      .otherPublisher, place: plugin.folder,
      reason:
        "\(plugin.contents.plugin) belongs to \(owner.name), \(owner.ground), and this one is not of them.",
      remedy: "Do not use it, unless it is to take the other's place: "
        + "sdkctl plugin allow \(ShellWord.quoted(plugin.folder)) --replace-publisher")
  }

  /// Allows everything that a plugin's publisher signs, or only its plugins of some ids.
  /// - Parameter ids: the ids that it owns exclusively from now on; empty for any id without owner.
  /// - Throws: ``TrustError`` `not-signed`, `unknown-publisher`, `bad-signature`, `contents-differ`;
  ///   `not-allowed` if the plugin is not among these ids; `other-publisher` if another's entry covers its id
  ///   with a longer prefix.
  public mutating func allowPublisher(
    of plugin: ReadPlugin, ids: [PluginIDPrefix] = [], under trust: PluginTrust
  ) throws(TrustError) {
    let id = plugin.contents.plugin
    let policy = try trust.policy.get()
    let signer = try Self.signer(of: plugin, under: policy)
    guard ids.isEmpty || ids.contains(where: { $0.covers(id) }) else {
      throw TrustError(
        .notAllowed, place: plugin.folder,
        reason: "it is \(id), which \(ids.map(\.text).joined(separator: ", ")) does not cover.",
        remedy: "Name the beginning of its id by whole words: --ids \(id)")
    }
    let owner = ids.isEmpty ? nil : try trust.owner(of: id, otherThan: signer)
    let theirs = Self.longest(policy.stated(for: id).flatMap(\.ids), for: id)
    if let owner, Self.longest(ids, for: id) < theirs {
      throw TrustError(
        .otherPublisher, place: plugin.folder,
        reason: "\(id) belongs to \(owner.name), \(owner.ground), with more of its words than these.",
        remedy: "Name all of them: --ids \(id)")
    }
    let before = told.count
    allow(signer, ids: ids)
    guard let owner, told.count > before else { return }
    let sharing = "now both have it, as one publisher; take the other's entry out, unless that is meant"
    told.append(
      "\(id) belonged to \(owner.name), \(owner.ground): "
        + (Self.longest(ids, for: id) == theirs ? sharing : "now it is the other's"))
  }

  /// The length of the longest prefix of an id in bytes; 0 if none covers it.
  private static func longest(_ prefixes: [PluginIDPrefix], for id: String) -> Int {
    prefixes.filter { $0.covers(id) }.map(\.text.utf8.count).max() ?? 0
  }

  private mutating func allow(_ signer: StatementSigner, ids: [PluginIDPrefix]) {
    let own = file.settings.publishers.filter { $0.key == signer.key && $0.names(signer) }
    let name = PluginOwner.named(signer.name, signer.key)
    guard !ids.isEmpty else {
      guard !own.contains(where: \.ids.isEmpty) else { return }
      file.settings.publishers.append(.init(name: signer.name, key: signer.key))
      told.append("what \(name) signs is allowed, under the root '\(signer.root)'")
      return
    }
    let new = ids.filter { id in !own.contains { $0.ids.contains(id) } }
    guard !new.isEmpty else { return }
    // Not an entry with this key and another name: that would not match this signer.
    if let index = file.settings.publishers.firstIndex(where: {
      $0.key == signer.key && $0.names(signer) && !$0.ids.isEmpty
    }) {
      file.settings.publishers[index].ids += new
    } else {
      file.settings.publishers.append(.init(name: signer.name, key: signer.key, ids: new))
    }
    told.append(
      "\(new.map(\.text).joined(separator: ", ")) is of \(name) alone, under the root '\(signer.root)'")
    if own.contains(where: \.ids.isEmpty) { told.append("what it signs of other ids is allowed as before") }
  }

  /// Allows everything that the examiner of a plugin signs.
  /// - Throws: ``TrustError`` `not-conforming` if there is no result, `unknown-publisher`, `bad-signature`.
  public mutating func allowExaminer(of plugin: ReadPlugin, under trust: PluginTrust) throws(TrustError) {
    let place = "\(plugin.folder)/\(PluginContents.conformanceName)"
    guard let bytes = plugin.conformance else {
      throw TrustError(
        .notConforming, place: plugin.folder,
        reason: "it has no conformance result (\(PluginContents.conformanceName)).",
        remedy: "Get it with one from its publisher. Your own: sdkctl plugin check --sign-key.")
    }
    let roots = try trust.policy.get().roots
    let signer = try ConformanceClaims(parsing: bytes, under: roots, place: place).signer
    allow(signer, ids: [])
  }

  /// Removes the allowance of a plugin by its contents.
  public mutating func disallow(_ plugin: String) {
    guard file.settings.allowed.contains(where: { $0.plugin == plugin }) else { return }
    file.settings.allowed.removeAll { $0.plugin == plugin }
    told.append("\(plugin) is not allowed by its contents any more")
  }

  /// Removes the allowance of a publisher, by its name.
  public mutating func disallow(publisher name: String) {
    guard file.settings.publishers.contains(where: { $0.name == name }) else { return }
    file.settings.publishers.removeAll { $0.name == name }
    told.append("what '\(name)' signs is not allowed any more")
  }

  /// Trusts the roots of a PEM file. This does not allow the publishers they certify.
  /// - Throws: ``TrustError`` `trust-settings`.
  public mutating func addRoot(path: String) throws(TrustError) {
    let anchors: [TrustAnchor]
    do throws(TrustAnchorError) { anchors = try TrustAnchor.read(path: path) } catch {
      throw TrustError(.settings, error)
    }
    guard !file.settings.roots.contains(path) else { return }
    file.settings.roots.append(path)
    told += anchors.map { "the root '\($0.name)' is trusted" }
  }

  /// How signatures are treated.
  public mutating func setSignatures(_ mode: SignatureMode) {
    guard file.settings.signatures != mode else { return }
    file.settings.signatures = mode
    told.append("signatures: \(mode.rawValue)")
  }

  /// Whether plugins need a valid conformance result.
  public mutating func setConformance(_ conformance: TrustSettings.Conformance) {
    guard file.settings.conformance != conformance else { return }
    file.settings.conformance = conformance
    told.append("conformance: \(conformance.rawValue)")
  }

  /// Accepts results with waived failures of these checks, and no others.
  /// - Throws: ``TrustError`` `trust-settings` for a check that cannot be waived.
  public mutating func setWaived(_ checks: [String]) throws(TrustError) {
    for check in checks where !CheckWaivability.isWaivable(check) {
      throw TrustError(
        .settings, place: check,
        reason: "it shows that something forbidden is not done, so its failure is never accepted.",
        remedy: "Leave it out, and get a build that passes.")
    }
    guard file.settings.waived != checks else { return }
    file.settings.waived = checks
    told.append(
      checks.isEmpty
        ? "no waived failure is accepted" : "accepted, where it is waived: \(checks.joined(separator: ", "))")
  }

  /// Removes the revocation list from these settings. Its file is kept.
  public mutating func removeRevocations() {
    guard let path = file.settings.revocations else { return }
    file.settings.revocations = nil
    told.append("the revocation list in \(file.resolved(path)) does not count any more; the file stays")
  }

  /// Sets the path of the revocation list.
  public mutating func setRevocations(path: String) {
    guard file.settings.revocations != path else { return }
    file.settings.revocations = path
    told.append("the revocation list in \(path) counts")
  }

  private static func signer(
    of plugin: ReadPlugin, under policy: TrustPolicy
  ) throws(TrustError) -> StatementSigner {
    guard let bytes = plugin.signature else {
      throw TrustError(
        .notSigned, place: plugin.folder, reason: "it is not signed.", remedy: "Sign it: sdkctl plugin sign.")
    }
    return try plugin.signer(bytes, under: policy.roots)
  }
}

extension ReadPlugin {
  /// The signer: verifies the signature, its contents and the certificates.
  /// - Throws: ``TrustError``.
  func signer(_ signature: [UInt8], under roots: [TrustAnchor]) throws(TrustError) -> StatementSigner {
    let place = "\(folder)/\(PluginContents.signatureName)"
    let statement = try SignedStatement(parsing: signature, as: .plugin, place: place)
    let signed = try PluginSignature(json: statement.payload, place: place)
    try contents.compare(withSigned: signed.contents, in: folder)
    return try statement.signer(under: roots, at: signed.time)
  }
}

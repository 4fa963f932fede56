// SPDX-License-Identifier: Apache-2.0
internal import ImprintCertificates
internal import ImprintFiles
internal import ImprintSignedDocuments
public import ImprintSettings

/// Changes of trust settings that operators and developers ask for. Nothing is written before ``write()``.
public struct TrustChange: Sendable {
  /// The settings as they are going to be.
  public internal(set) var file: TrustSettingsFile
  /// What changes, in sentences.
  public internal(set) var told: [String] = []
  /// The other settings that count beside these.
  let others: [TrustSettingsFile]
  private let flavour: BuildFlavour

  /// - Parameter path: the settings; `nil` for the user's (``TrustSearch/toChange(named:)``).
  /// - Throws: ``TrustError`` `trust-settings`.
  public init(named path: String? = nil) throws(TrustError) {
    let file = try TrustSearch.toChange(named: path)
    // Where others cannot be read, that is no reason not to correct these.
    let counting = (try? TrustSearch.standard(named: path))?.files ?? []
    self.init(
      of: file, beside: counting.filter { $0.path != file.path }, flavour: BuildInformation.flavour)
  }

  init(of file: TrustSettingsFile, beside others: [TrustSettingsFile] = [], flavour: BuildFlavour) {
    self.file = file
    self.others = others
    self.flavour = flavour
  }

  /// Writes the settings, where anything changes.
  /// - Throws: ``TrustError``.
  public func write() throws(TrustError) {
    if !told.isEmpty { try file.write() }
  }

  /// Allows exactly these contents of a plugin, in the place of others of it.
  ///
  /// A plugin whose publisher no root stands for needs `signatures: warn` too, which is set where it is
  /// missing.
  /// - Parameters:
  ///   - trust: What counts now.
  ///   - note: Why, for people.
  ///   - replacingPublisher: Whether it may have the id of another publisher's plugin.
  /// - Throws: ``TrustError`` `not-signed` or `unknown-publisher` where a release build would refuse it all
  ///   the same; `bad-signature`, `contents-differ`; `other-publisher` where its id is another's, and that
  ///   was not asked for.
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

  /// Allows everything that the publisher of a plugin signs, or its plugins of some ids.
  /// - Parameter ids: The plugins that are its own from now on, and nobody else's; empty for any id that is
  ///   nobody's.
  /// - Throws: ``TrustError`` `not-signed`, `unknown-publisher`, `bad-signature`, `contents-differ`;
  ///   `not-allowed` where the plugin is not of these ids; `other-publisher` where another's entry covers its
  ///   id with more words.
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

  /// Bytes of the longest beginning of an id; 0 where none covers it.
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
    // Not an entry of this key and another name: that would not be about this signer.
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

  /// Allows everything that whoever stated a plugin's conformance signs.
  /// - Throws: ``TrustError`` `not-conforming` where there is no result, `unknown-publisher`,
  ///   `bad-signature`.
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

  /// Takes back that a plugin is allowed by its contents, whatever they are.
  public mutating func disallow(_ plugin: String) {
    guard file.settings.allowed.contains(where: { $0.plugin == plugin }) else { return }
    file.settings.allowed.removeAll { $0.plugin == plugin }
    told.append("\(plugin) is not allowed by its contents any more")
  }

  /// Takes back that a publisher is allowed, by its name.
  public mutating func disallow(publisher name: String) {
    guard file.settings.publishers.contains(where: { $0.name == name }) else { return }
    file.settings.publishers.removeAll { $0.name == name }
    told.append("what '\(name)' signs is not allowed any more")
  }

  /// Trusts the roots of a PEM file. Whom they certify is not allowed by that.
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

  /// Whether plugins need a good conformance result.
  public mutating func setConformance(_ conformance: TrustSettings.Conformance) {
    guard file.settings.conformance != conformance else { return }
    file.settings.conformance = conformance
    told.append("conformance: \(conformance.rawValue)")
  }

  /// Accepts results in which the failures of these checks are waived, and of no others.
  /// - Throws: ``TrustError`` `trust-settings` for a check whose failure nobody can waive.
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

  /// No revocation list counts any more by these settings. Its file stays.
  public mutating func removeRevocations() {
    guard let path = file.settings.revocations else { return }
    file.settings.revocations = nil
    told.append("the revocation list in \(file.resolved(path)) does not count any more; the file stays")
  }

  /// Where the revocation list lies.
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
  /// Who signed it: the signature, what it covers, and the certificates are judged.
  /// - Throws: ``TrustError``.
  func signer(_ signature: [UInt8], under roots: [TrustAnchor]) throws(TrustError) -> StatementSigner {
    let place = "\(folder)/\(PluginContents.signatureName)"
    let statement = try SignedStatement(parsing: signature, as: .plugin, place: place)
    let signed = try PluginSignature(json: statement.payload, place: place)
    try contents.compare(withSigned: signed.contents, in: folder)
    return try statement.signer(under: roots, at: signed.time)
  }
}

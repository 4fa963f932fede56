// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// Decides which plugins may be opened: a policy, and what was seen before. Thread-safe.
public struct PluginTrust: Sendable {
  /// The effective policy, or why the settings cannot be used: then nothing is trusted.
  public let policy: Result<TrustPolicy, TrustError>
  private let memory: TrustMemory
  /// Notices for people at every start.
  public let notes: [String]

  /// Trust by a policy. Its revocation lists are compared with those seen before, and remembered.
  public init(_ policy: TrustPolicy, memory: TrustMemory = .standard) {
    self.memory = memory
    do throws(TrustError) {
      let forgotten = try Self.remember(policy.revocations, memory)
      self.policy = .success(policy)
      notes = policy.notes + forgotten
    } catch {
      self.policy = .failure(error)
      notes = policy.notes
    }
  }

  private init(refusing error: TrustError) {
    policy = .failure(error)
    memory = TrustMemory(folder: nil)
    notes = []
  }

  /// Trust by the settings of this machine, read now.
  ///
  /// - Parameters:
  ///   - path: the settings; `nil` for the usual places (``TrustSearch``).
  ///   - memory: what was seen before.
  public static func standard(named path: String? = nil, memory: TrustMemory = .standard) -> PluginTrust {
    do throws(TrustError) {
      return PluginTrust(try TrustPolicy(try TrustSearch.standard(named: path)), memory: memory)
    } catch {
      return PluginTrust(refusing: error)
    }
  }

  /// Checks nothing: for tests and developers' tools. In a release build it trusts nothing.
  public static var off: PluginTrust {
    let settings = TrustSettingsFile(
      path: "program", origin: .explicit, settings: TrustSettings(signatures: .off))
    do throws(TrustError) {
      return PluginTrust(try TrustPolicy(TrustSearch(files: [settings])), memory: TrustMemory(folder: nil))
    } catch {
      return PluginTrust(refusing: error)
    }
  }

  /// How signatures are treated; `nil` if the settings cannot be used.
  public var mode: SignatureMode? { (try? policy.get())?.mode }

  /// Decides whether a plugin may be used, without remembering it: for listings.
  ///
  /// - Throws: ``TrustError``.
  /// - Complexity: O(files): up to five signature checks, no file of the plugin is read.
  public func examine(_ evidence: PluginEvidence) throws(TrustError) -> TrustVerdict {
    try examine(evidence, allowingOlder: false)
  }

  /// - Parameter allowingOlder: whether it may be older than what was used here before.
  package func examine(
    _ evidence: PluginEvidence, allowingOlder: Bool
  ) throws(TrustError) -> TrustVerdict {
    let policy = try policy.get()
    let known = policy.mode == .off ? KnownPlugin() : try memory.known(evidence.contents.plugin)
    return try TrustJudge(policy: policy).judge(evidence, known: known, allowingOlder: allowingOlder)
  }

  /// The same for a plugin whose files were all read, beside others of its id: as on installing or opening
  /// it.
  /// - Parameter folders: the folders of the others.
  public func examine(_ plugin: ReadPlugin, beside folders: [String]) throws(TrustError) -> TrustVerdict {
    let rivals = PluginEvidence.Rival.read(folders.filter { $0 != plugin.folder })
    return try examine(PluginEvidence(plugin).beside(rivals))
  }

  /// The same for an installed plugin: remembers its publisher and version.
  public func judge(_ evidence: PluginEvidence) throws(TrustError) -> TrustVerdict {
    var verdict = try examine(evidence)
    let warning = try claim(evidence, verdict).warning
    if let warning = warning ?? remember(evidence.contents.version, of: evidence.contents.plugin, verdict) {
      verdict.warnings.append(warning)
    }
    return verdict
  }

  /// The owner of a plugin id, by settings and memory; `nil` if there is none yet.
  /// - Throws: ``TrustError``.
  public func owner(of plugin: String) throws(TrustError) -> PluginOwner? {
    try policy.get().owner(of: plugin, otherThan: nil, memory.known(plugin))
  }

  /// The owner, if not the signer; `nil` for a plugin without a valid signature.
  func owner(of plugin: String, otherThan signer: StatementSigner?) throws(TrustError) -> PluginOwner? {
    try policy.get().owner(of: plugin, otherThan: signer, memory.known(plugin))
  }

  /// Whether the plugin in a folder has another publisher than that of a verdict: then their versions are not
  /// comparable. Unknown for two that are allowed by their contents.
  package func isOfAnother(_ folder: String, than verdict: TrustVerdict, of plugin: String) -> Bool {
    guard verdict.allowance == .publisher, let signer = verdict.signer, let policy = try? policy.get() else {
      return false
    }
    let judge = TrustJudge(policy: policy)
    let claimants = PluginEvidence.Rival.read([folder]).compactMap { judge.claimant($0, plugin) }
    return !claimants.contains { $0.publisher == signer.publisher || $0.key == signer.key }
  }

  /// Makes the publisher of a plugin that is about to be used the owner of its id, before any of its code
  /// runs.
  ///
  /// If two race, one is refused.
  /// - Returns: How to roll that back if the plugin is not used; why it cannot be remembered.
  /// - Throws: ``TrustError`` `other-publisher`.
  package func claim(
    _ evidence: PluginEvidence, _ verdict: TrustVerdict
  ) throws(TrustError) -> (withdraw: @Sendable () -> Void, warning: String?) {
    guard verdict.allowance == .publisher, let signer = verdict.signer else { return ({}, nil) }
    let (plugin, memory) = (evidence.contents.plugin, memory)
    let claimed: (before: KnownPlugin, other: KnownPlugin.Publisher?)
    do throws(TrustError) {
      claimed = try memory.claim(
        plugin, by: signer, isStated: !(try policy.get().stated(for: plugin).isEmpty))
    } catch {
      return ({}, "its publisher's ownership of its id cannot be remembered: \(error.place): \(error.reason)")
    }
    if let other = claimed.other { throw OwnershipRefusal.error(evidence, signer, PluginOwner(other)) }
    // If the rollback fails, the id stays with a publisher who was accepted: that is no further failure.
    return ({ try? memory.withdraw(plugin, by: signer, to: claimed.before) }, nil)
  }

  /// Remembers the version of a plugin that was opened or installed: older ones of its publisher are refused
  /// from then on.
  /// - Returns: why it cannot be remembered. A device may have no writable storage; it continues without this
  ///   protection.
  public func remember(_ version: SemanticVersion, of plugin: String, _ verdict: TrustVerdict) -> String? {
    do throws(TrustError) {
      try installed(version, of: plugin, verdict, allowingOlder: false)
      return nil
    } catch {
      return
        "its version cannot be remembered, so a rollback to an older one would not be detected: \(error.place): \(error.reason)"
    }
  }

  /// Remembers that a plugin was installed.
  /// - Parameter allowingOlder: forgets a newer version, so that this one may be used.
  package func installed(
    _ version: SemanticVersion, of plugin: String, _ verdict: TrustVerdict, allowingOlder: Bool
  ) throws(TrustError) {
    guard verdict.mode != .off else { return }
    let signer = verdict.allowance == .publisher ? verdict.signer : nil
    if allowingOlder,
      let seen = try memory.known(plugin).newest(of: signer, stated: try policy.get().stated(for: plugin)),
      version < seen
    {
      try memory.forget(plugin)
    }
    try memory.note(version, of: plugin, by: signer)
  }

  /// - Returns: what could not be remembered, in sentences.
  private static func remember(
    _ lists: [RevocationList], _ memory: TrustMemory
  ) throws(TrustError) -> [String] {
    var notes: [String] = []
    for list in lists {
      if let seen = try memory.number(ofList: list.name), list.number < seen {
        throw TrustError(
          .revocations, place: "revocation list '\(list.name)'",
          reason: "it has number \(list.number), and number \(seen) was seen here before.",
          remedy: "Import the newest one: sdkctl trust revocations import FILE.")
      }
      do throws(TrustError) {
        try memory.note(list.number, ofList: list.name)
      } catch {
        notes.append(
          "the number of the revocation list '\(list.name)' cannot be remembered: \(error.place): \(error.reason)"
        )
      }
    }
    return notes
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// Who may be opened: a policy, and what was seen before. Any thread.
public struct PluginTrust: Sendable {
  /// What the settings come to, or why they cannot be used: nothing is trusted then.
  public let policy: Result<TrustPolicy, TrustError>
  private let memory: TrustMemory
  /// What people should be told at every start.
  public let notes: [String]

  /// Trusts by a policy. Its revocation lists are compared with those seen before, and remembered.
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

  /// Trusts by the settings of this machine, read now.
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

  /// Asks nothing: for tests and tools of developers. In a release build it trusts nothing, so what a release
  /// is to do does not use it.
  public static var off: PluginTrust {
    let settings = TrustSettingsFile(
      path: "program", origin: .explicit, settings: TrustSettings(signatures: .off))
    do throws(TrustError) {
      return PluginTrust(try TrustPolicy(TrustSearch(files: [settings])), memory: TrustMemory(folder: nil))
    } catch {
      return PluginTrust(refusing: error)
    }
  }

  /// How signatures are treated; `nil` where the settings cannot be used.
  public var mode: SignatureMode? { (try? policy.get())?.mode }

  /// Says whether a plugin may be used, and remembers nothing: for whoever only looks.
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

  /// The same of a plugin whose files were all read, beside others of its id: as installing or opening it
  /// would.
  /// - Parameter folders: Where those lie.
  public func examine(_ plugin: ReadPlugin, beside folders: [String]) throws(TrustError) -> TrustVerdict {
    let rivals = PluginEvidence.Rival.read(folders.filter { $0 != plugin.folder })
    return try examine(PluginEvidence(plugin).beside(rivals))
  }

  /// The same for a plugin that was put in its place: remembers its publisher and version.
  public func judge(_ evidence: PluginEvidence) throws(TrustError) -> TrustVerdict {
    var verdict = try examine(evidence)
    let warning = try claim(evidence, verdict).warning
    if let warning = warning ?? remember(evidence.contents.version, of: evidence.contents.plugin, verdict) {
      verdict.warnings.append(warning)
    }
    return verdict
  }

  /// Whose a plugin's id is, by settings and memory; `nil` where it is nobody's yet.
  /// - Throws: ``TrustError``.
  public func owner(of plugin: String) throws(TrustError) -> PluginOwner? {
    try policy.get().owner(of: plugin, otherThan: nil, memory.known(plugin))
  }

  /// Whose it is, where that is somebody else than who signed; `nil` for one without a good signature.
  func owner(of plugin: String, otherThan signer: StatementSigner?) throws(TrustError) -> PluginOwner? {
    try policy.get().owner(of: plugin, otherThan: signer, memory.known(plugin))
  }

  /// Whether a plugin that lies in a folder is not of the publisher that a verdict was reached by: then its
  /// version says nothing about the other's. Of two that are allowed by their contents that is not known.
  package func isOfAnother(_ folder: String, than verdict: TrustVerdict, of plugin: String) -> Bool {
    guard verdict.allowance == .publisher, let signer = verdict.signer, let policy = try? policy.get() else {
      return false
    }
    let judge = TrustJudge(policy: policy)
    let claimants = PluginEvidence.Rival.read([folder]).compactMap { judge.claimant($0, plugin) }
    return !claimants.contains { $0.publisher == signer.publisher || $0.key == signer.key }
  }

  /// Makes the publisher of a plugin that is about to be used the one that has its id. Nothing of it has run.
  ///
  /// Of two that try at the same time, one is refused.
  /// - Returns: How to take that back where nothing comes of it; why it cannot be remembered.
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
      return ({}, "that its id is its publisher's cannot be remembered: \(error.place): \(error.reason)")
    }
    if let other = claimed.other { throw OwnershipRefusal.error(evidence, signer, PluginOwner(other)) }
    // A claim that stays keeps the id for somebody who was judged to be good: no failure of what failed
    // before.
    return ({ try? memory.withdraw(plugin, by: signer, to: claimed.before) }, nil)
  }

  /// Remembers the version of a plugin that was opened or installed: an older one of its publisher is refused
  /// from then on.
  /// - Returns: why it cannot be remembered. A device may have no place to write to; it goes on without this
  ///   protection.
  public func remember(_ version: SemanticVersion, of plugin: String, _ verdict: TrustVerdict) -> String? {
    do throws(TrustError) {
      try installed(version, of: plugin, verdict, allowingOlder: false)
      return nil
    } catch {
      return
        "its version cannot be remembered, so an older one would not be noticed: \(error.place): \(error.reason)"
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

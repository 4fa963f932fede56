// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// What was seen on this machine (trust on first use): the owner of each plugin id, the highest version of
/// each publisher's plugin, and the highest number of each revocation list.
///
/// Stored in the user's state folder, private to the user. Safe for threads and processes: writers are
/// serialized by a lock. No file: nothing was seen. A damaged file is an error, as it was written atomically.
public struct TrustMemory: Sendable, Hashable {
  /// `nil` if there is no place for it: then nothing is remembered.
  let folder: String?

  private static let file = "seen.json"
  private static let lock = "seen.lock"
  private static let mostBytes = 1 << 20
  private static let patience = Duration.seconds(5)

  /// One in a folder of its own, created on the first write.
  public init(folder: String?) {
    self.folder = folder
  }

  /// The user's: `imprint/trust` below `$XDG_STATE_HOME` or `~/.local/state`; in an elevated process, whose
  /// environment is not trusted, `/var/lib/imprint/trust`.
  public static var standard: TrustMemory {
    if ElevatedProcess.isElevated { return TrustMemory(folder: "/var/lib/imprint/trust") }
    return TrustMemory(
      folder: StandardFolder.state.path(environment: StandardFolder.variable).map { $0 + "/imprint/trust" })
  }

  /// What is remembered of a plugin id; nothing if none was used.
  /// - Throws: ``TrustError`` `trust-memory`.
  public func known(_ plugin: String) throws(TrustError) -> KnownPlugin {
    try read().plugins[plugin] ?? KnownPlugin()
  }

  /// The highest version of a plugin, by any signer; `nil` if none was seen.
  /// - Throws: ``TrustError`` `trust-memory`.
  public func version(of plugin: String) throws(TrustError) -> SemanticVersion? {
    try known(plugin).highest
  }

  /// The highest number of a revocation list.
  func number(ofList name: String) throws(TrustError) -> Int? { try read().lists[name] }

  /// Remembers a version if it is the publisher's highest. Writes only changes.
  /// - Parameter signer: `nil` for a plugin that is allowed by its contents.
  /// - Throws: ``TrustError``.
  public func note(
    _ version: SemanticVersion, of plugin: String, by signer: StatementSigner? = nil
  ) throws(TrustError) {
    try change(plugin) { $0.note(version, by: signer) }
  }

  /// Makes a publisher the owner of a plugin id, unless another one is; atomic: if two race, one wins.
  /// - Parameter isStated: whether the settings state that it is: this overrides an earlier owner.
  /// - Returns: What was known before; and the owner, if another one.
  /// - Throws: ``TrustError``.
  func claim(
    _ plugin: String, by signer: StatementSigner, isStated: Bool
  ) throws(TrustError) -> (before: KnownPlugin, other: KnownPlugin.Publisher?) {
    var claimed: (before: KnownPlugin, other: KnownPlugin.Publisher?) = (KnownPlugin(), nil)
    try change(plugin) { known in
      let before = known
      claimed = (before, known.claim(by: signer, isStated: isStated))
    }
    return claimed
  }

  /// Rolls back an unused claim.
  func withdraw(_ plugin: String, by signer: StatementSigner, to before: KnownPlugin) throws(TrustError) {
    try change(plugin) { $0.withdraw(to: before, by: signer) }
  }

  func note(_ number: Int, ofList name: String) throws(TrustError) {
    guard folder != nil, try read().lists[name].map({ $0 < number }) ?? true else { return }
    try change { $0.lists[name] = max($0.lists[name] ?? number, number) }
  }

  /// Forgets the versions of a plugin, so that an older one may be used. Keeps the owner.
  /// - Returns: the highest version seen; `nil` if none.
  /// - Throws: ``TrustError``.
  @discardableResult
  public func forget(_ plugin: String) throws(TrustError) -> SemanticVersion? {
    guard let seen = try version(of: plugin) else { return nil }
    try change(plugin) { $0.forgetVersions() }
    return seen
  }

  private func change(
    _ plugin: String, _ change: (inout KnownPlugin) -> Void
  ) throws(TrustError) {
    // Without the lock first: if nothing changes, there is no need to write or wait.
    let before = try known(plugin)
    var after = before
    change(&after)
    guard folder != nil, after != before else { return }
    try self.change { content in
      var known = content.plugins[plugin] ?? KnownPlugin()
      change(&known)
      content.plugins[plugin] = known
    }
  }
}

extension TrustMemory {
  struct Content: Sendable {
    var plugins: [String: KnownPlugin] = [:]
    var lists: [String: Int] = [:]
  }

  private func read() throws(TrustError) -> Content {
    guard let folder, try Folder<TrustError>.isThere(folder) else { return Content() }
    return try Self.read(in: Folder(path: folder))
  }

  private static func read(in folder: borrowing Folder<TrustError>) throws(TrustError) -> Content {
    let place = "\(folder.place)/\(file)"
    do throws(TrustError) {
      try folder.checkOwner()
      guard let bytes = try folder.read(file, limit: mostBytes)?.bytes else { return Content() }
      return try Content(parsing: bytes, place: place)
    } catch {
      throw TrustError(.memory, error)
    }
  }

  private func change(_ change: (inout Content) -> Void) throws(TrustError) {
    guard let folder else { return }
    let kept = KeptFolder<TrustError>(folder, lock: Self.lock, patience: Self.patience)
    try kept.whileLockedBlocking { (place, staging) throws(TrustError) in
      var content = try Self.read(in: place)
      change(&content)
      try place.write(Array(content.json.text.utf8), to: Self.file, staging: staging)
    }
  }
}

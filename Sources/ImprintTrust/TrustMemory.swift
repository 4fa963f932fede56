// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// What was seen on this machine: whose each plugin's id is, the highest version of each publisher's plugin,
/// and the highest number of each revocation list.
///
/// Kept in the user's state folder, for whoever runs the program alone. Any thread, any process: writers take
/// turns. Without a file nothing was seen. A file that is damaged is an error: it was written whole.
public struct TrustMemory: Sendable, Hashable {
  /// `nil` where there is no place for it: nothing is remembered then.
  let folder: String?

  private static let file = "seen.json"
  private static let lock = "seen.lock"
  private static let mostBytes = 1 << 20
  private static let patience = Duration.seconds(5)

  /// One in a folder of its own, which is made when it is first written.
  public init(folder: String?) {
    self.folder = folder
  }

  /// The user's: `imprint/trust` below `$XDG_STATE_HOME` or `~/.local/state`; in an elevated process, whose
  /// environment somebody else chose, `/var/lib/imprint/trust`.
  public static var standard: TrustMemory {
    if ElevatedProcess.isElevated { return TrustMemory(folder: "/var/lib/imprint/trust") }
    return TrustMemory(
      folder: StandardFolder.state.path(environment: StandardFolder.variable).map { $0 + "/imprint/trust" })
  }

  /// What is remembered of a plugin's id; nothing where none was used.
  /// - Throws: ``TrustError`` `trust-memory`.
  public func known(_ plugin: String) throws(TrustError) -> KnownPlugin {
    try read().plugins[plugin] ?? KnownPlugin()
  }

  /// The highest version of a plugin, whoever signed it; `nil` where none was seen.
  /// - Throws: ``TrustError`` `trust-memory`.
  public func version(of plugin: String) throws(TrustError) -> SemanticVersion? {
    try known(plugin).highest
  }

  /// The highest number of a revocation list.
  func number(ofList name: String) throws(TrustError) -> Int? { try read().lists[name] }

  /// Remembers a version, where it is the publisher's highest. Nothing is written where nothing changes.
  /// - Parameter signer: `nil` for a plugin that is allowed by its contents.
  /// - Throws: ``TrustError``.
  public func note(
    _ version: SemanticVersion, of plugin: String, by signer: StatementSigner? = nil
  ) throws(TrustError) {
    try change(plugin) { $0.note(version, by: signer) }
  }

  /// Makes a publisher the one that has a plugin's id, unless somebody else is: of two that try at once, one
  /// is.
  /// - Parameter isStated: Whether the settings say that it is: then it is, whoever was.
  /// - Returns: What was known before; and who has the id, where it is somebody else.
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

  /// Takes back a claim that nothing came of.
  func withdraw(_ plugin: String, by signer: StatementSigner, to before: KnownPlugin) throws(TrustError) {
    try change(plugin) { $0.withdraw(to: before, by: signer) }
  }

  func note(_ number: Int, ofList name: String) throws(TrustError) {
    guard folder != nil, try read().lists[name].map({ $0 < number }) ?? true else { return }
    try change { $0.lists[name] = max($0.lists[name] ?? number, number) }
  }

  /// Forgets the versions of a plugin, so that an older one may be used. Whose its id is stays known.
  /// - Returns: the highest version that was seen; `nil` where none was.
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
    // Tried without the lock first: where nothing changes, nothing is written, and nobody waits.
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

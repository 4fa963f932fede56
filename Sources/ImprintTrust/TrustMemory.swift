// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintLicense
public import ImprintModel

/// What was seen on this machine: the highest version of each plugin, and the highest number of each revocation list.
///
/// Kept in the user's state folder, for whoever runs the program alone. Any thread, any process: writers take turns.
/// Without a file nothing was seen. A file that is damaged is an error: it was written whole.
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

  /// The user's: `imprint/trust` below `$XDG_STATE_HOME` or `~/.local/state`; in an elevated process, whose environment
  /// somebody else chose, `/var/lib/imprint/trust`.
  public static var standard: TrustMemory {
    if ElevatedProcess.isElevated { return TrustMemory(folder: "/var/lib/imprint/trust") }
    return TrustMemory(
      folder: StandardFolder.state.path(environment: StandardFolder.variable).map { $0 + "/imprint/trust" })
  }

  /// The highest version of a plugin; `nil` where none was seen.
  /// - Throws: ``TrustError`` `trust-memory`.
  public func version(of plugin: String) throws(TrustError) -> SemanticVersion? {
    try read().versions[plugin]
  }

  /// The highest number of a revocation list.
  func number(ofList name: String) throws(TrustError) -> Int? { try read().lists[name] }

  /// Remembers a version, where it is the highest. Nothing is written where it was seen already.
  /// - Throws: ``TrustError``.
  public func note(_ version: SemanticVersion, of plugin: String) throws(TrustError) {
    guard folder != nil, try read().versions[plugin].map({ $0 < version }) ?? true else { return }
    try change { $0.versions[plugin] = max($0.versions[plugin] ?? version, version) }
  }

  func note(_ number: Int, ofList name: String) throws(TrustError) {
    guard folder != nil, try read().lists[name].map({ $0 < number }) ?? true else { return }
    try change { $0.lists[name] = max($0.lists[name] ?? number, number) }
  }

  /// Forgets a plugin, so that an older version may be used.
  /// - Returns: the highest version that was seen; `nil` where none was.
  /// - Throws: ``TrustError``.
  @discardableResult
  public func forget(_ plugin: String) throws(TrustError) -> SemanticVersion? {
    guard let seen = try version(of: plugin) else { return nil }
    try change { $0.versions[plugin] = nil }
    return seen
  }
}

extension TrustMemory {
  struct Content: Sendable {
    var versions: [String: SemanticVersion] = [:]
    var lists: [String: Int] = [:]
  }

  private func read() throws(TrustError) -> Content {
    guard let folder, try Folder<TrustError>.isThere(folder) else { return Content() }
    return try Self.read(in: try Folder<TrustError>(path: folder))
  }

  private static func read(in folder: borrowing Folder<TrustError>) throws(TrustError) -> Content {
    let place = "\(folder.place)/\(file)"
    do throws(TrustError) {
      try folder.checkOwner()
      guard let bytes = try folder.read(file, limit: mostBytes)?.bytes else { return Content() }
      return try Content(parsing: bytes, place: place)
    } catch {
      throw TrustError(.memory, place: error.place, reason: error.reason, remedy: error.remedy)
    }
  }

  private func change(_ change: @escaping @Sendable (inout Content) -> Void) throws(TrustError) {
    guard let folder else { return }
    try Folder<TrustError>.makeParents(of: folder)
    try Folder<TrustError>.make(folder)
    let result = SynchronousTask.run { () async -> Result<Void, TrustError> in
      do throws(TrustError) {
        let lock = try await FileLock<TrustError>.take(
          "\(folder)/\(Self.lock)", .writing, patience: Self.patience, creates: true)
        try lock.whileHeld { () throws(TrustError) in
          let place = try Folder<TrustError>(path: folder)
          var content = try Self.read(in: place)
          change(&content)
          try place.write(Array(content.json.text.utf8), to: Self.file, staging: place)
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}

extension TrustMemory.Content {
  init(parsing bytes: [UInt8], place: String) throws(TrustError) {
    do {
      let json = try JSONValue(parsing: bytes, limits: JSONValue.Limits(bytes: 1 << 20))
      var members = try ClaimReader(json, "member")
      _ = try members.integer("ver", in: 1...1)
      guard case .object(let versions) = try members.required("plugins"),
        case .object(let lists) = try members.required("lists")
      else { throw members.refused("plugins", "is not an object") }
      try members.end()
      for (plugin, value) in versions {
        guard case .string(let text) = value, let version = SemanticVersion(text) else {
          throw members.refused("plugins", "has something else than versions")
        }
        self.versions[plugin] = version
      }
      for (list, value) in lists {
        guard case .integer(let number) = value else {
          throw members.refused("lists", "has something else than numbers")
        }
        self.lists[list] = number
      }
    } catch {
      let reason = (error as? any ExplainedError)?.reason ?? "\(error)"
      throw TrustError(
        .memory, place: place, reason: "it is damaged: \(reason)",
        remedy: "Remove it; versions and lists are remembered anew then.")
    }
  }

  var json: JSONValue {
    .object([
      ("ver", .integer(1)),
      (
        "plugins",
        .object(versions.map { ($0.key, JSONValue.string("\($0.value)")) }.sorted { $0.0 < $1.0 })
      ),
      ("lists", .object(lists.map { ($0.key, JSONValue.integer($0.value)) }.sorted { $0.0 < $1.0 })),
    ])
  }
}

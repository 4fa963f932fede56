// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles
internal import ImprintModel

/// Where plugins keep what they would otherwise make anew in each process, such as compiled networks, as
/// files in a folder that only its owner may access:
///
///     <folder>/<SHA-256 of plugin, processor and key>    one entry
///     <folder>/.lock, .staging/                           of the writer
///
/// An entry is for one build of a plugin, by its library and manifest, and for one kind of processor. It is
/// used only if it and the folder belong to the user of this process, nobody else may write or read them, and
/// its contents are those that were kept. Whoever can write as this user decides what runs here in any case.
/// The folder may be deleted at any time, and takes up to 256 MiB: what was written longest ago goes first.
///
/// Any thread and process; files are read and written on the calling thread.
public struct PluginCache: Sendable {
  /// Created with its parents when something is first kept.
  public let folder: String

  /// What is compiled here is for; `nil` where the system does not say.
  var processor = ProcessorKind.current

  /// In bytes.
  static let most = 256 << 20
  static let mostEntries = 256
  /// A writer that waits for another longer keeps nothing.
  private static let patience: Duration = .milliseconds(500)

  private var kept: KeptFolder<PluginCacheError> { KeptFolder(folder, patience: Self.patience) }

  public init(folder: String) {
    self.folder = folder
  }

  /// The user's: `imprint/plugins` below `$XDG_CACHE_HOME`, or else `~/.cache`. `nil` where neither is set,
  /// and in an elevated process.
  public static var standard: PluginCache? {
    StandardFolder.cache.path(environment: StandardFolder.variable)
      .map { PluginCache(folder: "\($0)/imprint/plugins") }
  }

  /// An entry; `nil` where there is none. O(bytes).
  /// - Throws: what is there cannot be used.
  func find(_ name: ContentHash) throws(PluginCacheError) -> CacheEntry? {
    guard let root = try kept.opened(), let file = try root.file(name.hex) else { return nil }
    return try PluginCacheError.at("\(folder)/\(name.hex)") { () throws(FileProblem) in
      try CacheEntry(file, name: name)
    }
  }

  /// Keeps an entry, in place of the one of that name. O(bytes).
  /// - Throws: it is not kept.
  func keep(_ bytes: UnsafeRawBufferPointer, as name: ContentHash) throws(PluginCacheError) {
    let written = CacheEntry.file(bytes, name: name)
    try kept.whileLockedBlocking { root, staging throws(PluginCacheError) in
      try Self.makeRoom(for: written.count, in: root)
      try root.write(written, to: name.hex, staging: staging)
    }
  }

  private static func makeRoom(for size: Int, in root: borrowing Folder<PluginCacheError>)
    throws(PluginCacheError)
  {
    var entries: [(name: String, size: Int, written: Int)] = []
    // Nothing else is this folder's business.
    for name in try root.names() where ContentHash(hex: name) != nil {
      guard let file = try root.file(name) else { continue }
      entries.append((name, file.size, file.status.st_mtim.tv_sec))
    }
    entries.sort { $0.written > $1.written }
    var total = entries.reduce(size) { $0 + $1.size }
    while let oldest = entries.last, total > most || entries.count >= mostEntries {
      _ = try root.removeFile(oldest.name)
      total -= oldest.size
      entries.removeLast()
    }
  }
}

/// Why nothing can be found or kept: said to the log alone.
typealias PluginCacheError = Explained<PluginCacheCode>

enum PluginCacheCode: String, Sendable, Hashable, FileCode {
  case cacheUnusable = "cache-unusable"

  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (.cacheUnusable, nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintRuntime

/// What a plugin keeps from process to process: each runtime here stands for a process.
struct PluginCacheTests {
  /// A plugin that logs what it finds under a key, twice the same, and then keeps something there.
  private func plugin(keeps words: String = "compiled", key: String = "net") -> FixturePlugin {
    FixturePlugin([
      "FIX_OPEN": """
      const imp_host_cache *cache = host->ability(host, IMP_HOST_CACHE_ID); \
      if (cache == NULL) { line(host, IMP_LOG_INFO, "no cache"); } else { \
        const char *name = "\(key)"; const imp_bytes key = {(const uint8_t *)name, strlen(name)}; \
        imp_bytes one, two; cache->find(host, key, &one); cache->find(host, key, &two); \
        if (one.data != two.data || one.length != two.length || (uintptr_t)one.data % 64) return IMP_E_INTERNAL; \
        char text[64] = "nothing"; if (one.length) { memset(text, 0, 64); memcpy(text, one.data, one.length); } \
        line(host, IMP_LOG_INFO, text); \
        cache->keep(host, key, (imp_bytes){(const uint8_t *)"\(words)", \(words.utf8.count)}); \
        imp_bytes none; cache->find(host, (imp_bytes){0}, &none); if (none.length) return IMP_E_INTERNAL; \
        cache->keep(host, (imp_bytes){0}, key); cache->keep(host, key, (imp_bytes){0}); }
      """
    ])
  }

  /// Opens the plugin as another process would.
  /// - Returns: what it found.
  @discardableResult
  private func open(
    _ root: TemporaryFolder, _ cache: PluginCache?, log: CollectedLog = CollectedLog()
  ) throws -> String {
    let runtime = PluginRuntime(
      catalog: .discover(only(root)), trust: .off, entitlements: EverythingGranted(), logger: log.logger(),
      hostName: "tests", hostVersion: "1.0.0", cache: cache)
    _ = try runtime.openBlocking(try #require(runtime.catalog.found.first))
    return try #require(
      log.lines.map(\.message).first { ["nothing", "no cache", "compiled", "again"].contains($0) })
  }

  private func files(_ cache: PluginCache) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache.folder).filter { !$0.hasPrefix(".") }
      .map { "\(cache.folder)/\($0)" }
  }

  @Test func whatWasKeptIsFoundByTheNextProcess() throws {
    //
    let (root, folder) = (try plugin().install(), try TemporaryFolder())
    let cache = PluginCache(folder: "\(folder.path)/some/where")
    #expect(try open(root, cache) == "nothing")
    #expect(try open(root, cache) == "compiled")
    let made = try FileManager.default.attributesOfItem(atPath: cache.folder)
    #expect(made[.posixPermissions] as? Int == 0o700)
  }

  @Test func withoutAFolderThePluginHasNoCache() throws {
    #expect(try open(try plugin().install(), nil) == "no cache")
  }

  @Test func anotherLibraryManifestOrKeyFindsNothing() throws {
    let folder = try TemporaryFolder()
    let cache = PluginCache(folder: folder.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    let root = try plugin().install()
    try open(root, cache)
    #expect(try open(try plugin(keeps: "again").install(), cache) == "nothing")
    #expect(try open(try plugin(key: "other").install(), cache) == "nothing")
    let manifest = root.url.appending(path: "plugins/org.example.fixture/plugin.yaml")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    try (text + "\n# Another one.\n").write(to: manifest, atomically: true, encoding: .utf8)
    #expect(try open(root, cache) == "nothing")
    #expect(try open(root, cache) == "compiled")
  }

  @Test func whatAnotherProcessorKeptIsNotFound() throws {
    let (root, folder) = (try plugin().install(), try TemporaryFolder())
    let here = PluginCache(folder: "\(folder.path)/cache")
    try open(root, here)
    var there = here
    there.processor = "vendor_id: Maker\nflags: fpu"
    #expect(try open(root, there) == "nothing")
    #expect(try open(root, there) == "compiled")
    #expect(try open(root, here) == "compiled")
    #expect(try files(here).count == 2)
    // Nobody says what it is.
    there.processor = nil
    #expect(try open(root, there) == "no cache")
  }

  @Test(arguments: [0, 9, 20, 63, 64, 71]) func aChangedByteIsNotUsedAndIsReplaced(place: Int) throws {
    let (root, folder) = (try plugin().install(), try TemporaryFolder())
    let cache = PluginCache(folder: "\(folder.path)/cache")
    try open(root, cache)
    let file = try #require(try files(cache).first)
    var bytes = try Data(contentsOf: URL(filePath: file))
    #expect(bytes.count == 72)
    bytes[place] ^= 1
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    try handle.write(contentsOf: bytes)
    try handle.close()
    let log = CollectedLog()
    #expect(try open(root, cache, log: log) == "nothing")
    #expect(log.lines.contains { $0.message.contains(file) && $0.message.contains("damaged") })
    #expect(try open(root, cache) == "compiled")
  }

  @Test func aFileOfAnotherLengthOrNameIsNotUsed() throws {
    let (root, folder) = (try plugin().install(), try TemporaryFolder())
    let cache = PluginCache(folder: "\(folder.path)/cache")
    try open(root, cache)
    let file = try #require(try files(cache).first)
    for length in [0, 63, 64, 71, 73] {
      try open(root, cache)
      try #require(truncate(file, length) == 0)
      #expect(try open(root, cache) == "nothing", "\(length) bytes")
    }
    // What was kept under one key is nothing under another.
    let other = try plugin(key: "other").install()
    try open(other, cache)
    let second = try #require(try files(cache).first { $0 != file })
    try FileManager.default.removeItem(atPath: second)
    try FileManager.default.copyItem(atPath: file, toPath: second)
    #expect(try open(other, cache) == "nothing")
  }

  @Test func whatOthersMayWriteIsNotUsed() throws {
    let (root, folder) = (try plugin().install(), try TemporaryFolder())
    let cache = PluginCache(folder: "\(folder.path)/cache")
    try open(root, cache)
    let file = try #require(try files(cache).first)
    chmod(file, 0o644)
    #expect(try open(root, cache) == "nothing")
    #expect(try open(root, cache) == "compiled")
    chmod(cache.folder, 0o755)
    let log = CollectedLog()
    #expect(try open(root, cache, log: log) == "nothing")
    #expect(log.lines.contains { $0.message.contains("chmod 700") })
    chmod(cache.folder, 0o700)
    // Nor is what a link leads to.
    let real = "\(folder.path)/real"
    try FileManager.default.moveItem(atPath: file, toPath: real)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: real)
    #expect(try open(root, cache) == "nothing")
  }

  @Test func aFolderThatCannotBeMadeKeepsNothing() throws {
    let (root, folder) = (try plugin().install(), try TemporaryFolder())
    let file = try folder.write("a file", to: "file")
    let cache = PluginCache(folder: "\(file)/cache")
    #expect(try open(root, cache) == "nothing")
    #expect(try open(root, cache) == "nothing")
  }

  @Test func whatWasWrittenLongestAgoGoesFirst() throws {
    let folder = try TemporaryFolder()
    let cache = PluginCache(folder: "\(folder.path)/cache")
    func name(_ number: Int) -> ContentHash { ContentHash(of: Array("\(number)".utf8)) }
    for number in 0..<PluginCache.mostEntries {
      try Array("entry".utf8).withUnsafeBytes { try cache.keep($0, as: name(number)) }
      // Each a minute younger than the one before.
      var times = [timeval](repeating: timeval(tv_sec: 1_000_000_000 + number * 60, tv_usec: 0), count: 2)
      try #require(utimes("\(cache.folder)/\(name(number).hex)", &times) == 0)
    }
    let stranger = try folder.write("mine", to: "cache/notes.txt")
    try Array("new".utf8).withUnsafeBytes { try cache.keep($0, as: name(-1)) }
    #expect(try cache.find(name(0)) == nil)
    #expect(try cache.find(name(1)) != nil)
    #expect(try cache.find(name(-1)).map { Array($0.bytes) } == Array("new".utf8))
    #expect(FileManager.default.fileExists(atPath: stranger))
  }

  @Test func aProcessorIsItsNamesAndInstructions() {
    let one = """
      processor\t: 0
      vendor_id\t: Maker
      cpu family\t: 26
      model\t\t: 2
      cpu MHz\t\t: 2400.123
      flags\t\t: fpu avx2

      processor\t: 1
      vendor_id\t: Maker
      flags\t\t: fpu
      """
    let kind = ProcessorKind.kind(of: one)
    #expect(kind == "vendor_id: Maker\ncpu family: 26\nmodel: 2\nflags: fpu avx2")
    #expect(ProcessorKind.kind(of: one.replacing("2400.123", with: "1200.0")) == kind)
    #expect(ProcessorKind.kind(of: one.replacing("avx2", with: "avx512f")) != kind)
    #expect(ProcessorKind.kind(of: "processor : 0\nvendor_id : Maker\n") == nil)
    #expect(ProcessorKind.kind(of: "") == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

struct HostAbilityTests {
  private let model: [UInt8] = Array("a model of one line\n".utf8)

  /// A plugin that asks for `net.xml` when it is opened.
  private func plugin(sha256: String? = nil, bytes: Int? = nil) -> FixturePlugin {
    var plugin = FixturePlugin(["FIX_OPEN": askTwice])
    plugin.manifest.models = [("net.xml", sha256 ?? ContentHash(of: model).hex, bytes ?? model.count)]
    plugin.models = ["net.xml": model]
    return plugin
  }

  private let askTwice = """
    imp_bytes one, two; imp_status s = model(host, "net.xml", &one); if (s) return s; \
    if (model(host, "net.xml", &two) || one.data != two.data || one.length != two.length) return IMP_E_INTERNAL; \
    if ((uintptr_t)one.data % 64 || memcmp(one.data, "a model", 7)) return IMP_E_INTERNAL;
    """

  @Test func aVerifiedModelIsLentAndTheSameEachTime() throws {
    // R-06, R-23
    _ = try plugin().opened()
  }

  @Test func aModelWithAnotherHashIsRefusedWithBothHashes() throws {
    let other = ContentHash(of: Array("another".utf8)).hex
    let error = try plugin(sha256: other).refusal()
    #expect(error.code == .openFailed)
    #expect(error.place.hasSuffix("models/net.xml"))
    #expect(error.reason.contains(other.prefix(12)))
    #expect(error.reason.contains(ContentHash(of: model).hex.prefix(12)))
    #expect(!error.remedy.isEmpty)
  }

  @Test func aModelOfAnotherSizeIsRefusedWithBothSizes() throws {
    let error = try plugin(bytes: 999).refusal()
    #expect(error.reason.contains("999") && error.reason.contains("\(model.count)"))
  }

  @Test func aMissingModelIsNamed() throws {
    var plugin = plugin()
    plugin.models = [:]
    let error = try plugin.refusal()
    #expect(error.code == .openFailed)
    #expect(error.reason.contains("not there"))
    #expect(error.place.hasSuffix("models/net.xml"))
  }

  @Test func aModelThatTheManifestDoesNotNameIsRefused() throws {
    let error = try FixturePlugin([
      "FIX_OPEN": "imp_bytes b; imp_status s = model(host, \"other.xml\", &b); if (s) return s;"
    ]).refusal()
    #expect(error.place.contains("other.xml"))
  }

  private func runtimePlugin(hash: String) -> FixturePlugin {
    var plugin = FixturePlugin([
      "FIX_OPEN": """
      const imp_host_files *f = host->ability(host, IMP_HOST_FILES_ID); uint8_t room[4096]; \
      imp_buffer small = {room, 1, 0}; imp_status s = f->runtime_folder(host, text("engine"), &small); \
      if (s != IMP_RETRY_SHORT_BUFFER) return s ? s : IMP_E_INTERNAL; \
      imp_buffer big = {room, small.length, 0}; s = f->runtime_folder(host, text("engine"), &big); \
      if (s) return s; say(host, IMP_E_STATE, ""); \
      const imp_host_log *l = host->ability(host, IMP_HOST_LOG_ID); \
      l->write(host, IMP_LOG_INFO, (imp_text){(char *)room, big.length});
      """
    ])
    plugin.manifest.runtimes = [("engine", "2.0.1", [("libengine.so.2", hash)])]
    return plugin
  }

  @Test func theFolderOfAVerifiedRuntimeIsGivenInTwoCalls() throws {
    let library = Array("engine".utf8)
    let log = CollectedLog()
    let root = try runtimePlugin(hash: ContentHash(of: library).hex).install()
    try root.write(library, to: "runtimes/engine-2.0.1/libengine.so.2")
    let runtime = PluginRuntime(root, log: log)
    _ = try runtime.openBlocking(try #require(runtime.catalog.found.first))
    #expect(log.lines.contains { $0.message == "\(root.path)/runtimes/engine-2.0.1" })
  }

  @Test func aRuntimeWithAnotherHashOrNoneIsRefused() throws {
    let root = try runtimePlugin(hash: ContentHash(of: Array("engine".utf8)).hex).install()
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    let missing = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(missing.reason.contains("not there"))
    try root.write("changed", to: "runtimes/engine-2.0.1/libengine.so.2")
    let changed = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(changed.place.hasSuffix("engine-2.0.1/libengine.so.2"))
    #expect(changed.reason.contains("SHA-256"))
    // Put right, it opens without a new start of the program.
    try root.write("engine", to: "runtimes/engine-2.0.1/libengine.so.2")
    _ = try runtime.openBlocking(found)
  }

  // One that was just written is hashed each time; an older one once, until it changes.
  @Test(arguments: [Duration.zero, .milliseconds(2100)])
  func aRuntimeFileThatIsChangedAfterItWasVerifiedIsReadAgain(age: Duration) async throws {
    let root = try runtimePlugin(hash: ContentHash(of: Array("engine".utf8)).hex).install()
    let path = try root.write("engine", to: "runtimes/engine-2.0.1/libengine.so.2")
    // A whole second, which every way to set it keeps.
    let time: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)]
    try FileManager.default.setAttributes(time, ofItemAtPath: path)
    try await Task.sleep(for: age)
    let found = try #require(PluginRuntime(root).catalog.found.first)
    _ = try await PluginRuntime(root).open(found)
    // In place, of the same length, and with its old time.
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data("Engine".utf8))
    try file.close()
    try FileManager.default.setAttributes(time, ofItemAtPath: path)
    let error = try #require(throws: PluginError.self) { try PluginRuntime(root).openBlocking(found) }
    #expect(error.place.hasSuffix(path))
    #expect(error.reason.contains("SHA-256"))
  }

  @Test(arguments: ["libplanted.so", "plugins.xml", ".hidden.so", "more/libplanted.so"])
  func aFileThatTheManifestDoesNotListIsRefusedInARuntimesFolder(name: String) throws {
    let root = try runtimePlugin(hash: ContentHash(of: Array("engine".utf8)).hex).install()
    try root.write("engine", to: "runtimes/engine-2.0.1/libengine.so.2")
    try root.write("planted", to: "runtimes/engine-2.0.1/\(name)")
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    // A folder is named, not what is in it.
    let place = name.prefix { $0 != "/" }
    #expect(error.place.hasSuffix("\(root.path)/runtimes/engine-2.0.1/\(place)"))
    #expect(error.reason.contains("does not list"))
    #expect(error.remedy.contains("Remove"))
  }

  @Test func licensesBesideARuntimesFilesAreAllowedAsAFolderOnly() throws {
    let root = try runtimePlugin(hash: ContentHash(of: Array("engine".utf8)).hex).install()
    try root.write("engine", to: "runtimes/engine-2.0.1/libengine.so.2")
    try root.write("a licence", to: "runtimes/engine-2.0.1/licenses/LICENSE")
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    _ = try runtime.openBlocking(found)
    try FileManager.default.removeItem(atPath: "\(root.path)/runtimes/engine-2.0.1/licenses")
    try root.write("no folder", to: "runtimes/engine-2.0.1/licenses")
    #expect(throws: PluginError.self) { try PluginRuntime(root).openBlocking(found) }
  }

  @Test func aPluginsLineCarriesItsIDAndIsRepairedAndCut() throws {
    let log = CollectedLog()
    let long = "char long_line[6000]; memset(long_line, 'x', 6000);"
    _ = try FixturePlugin([
      "FIX_OPEN": """
      line(host, IMP_LOG_WARNING, "one\\ntwo \\xff three"); \(long) \
      const imp_host_log *l = host->ability(host, IMP_HOST_LOG_ID); \
      l->write(host, IMP_LOG_ERROR, (imp_text){long_line, 6000}); l->write(host, 77, (imp_text){NULL, 9});
      """
    ]).opened(log: log)
    let lines = log.lines.filter { $0.metadata["plugin.id"] == "org.example.fixture" && $0.level >= .warning }
    #expect(lines.map(\.message.count) == [#"one\u{A}two \x{FF} three"#.count, 4096, 0])
    #expect(lines.first?.message == #"one\u{A}two \x{FF} three"#)
    #expect(lines.map(\.level) == [.warning, .error, .error])
  }

  @Test func aCutGoesThroughNoCharacter() {
    let text = "ab\u{e9}"
    let cut = text.lend { HostText.copy($0, limit: 3) }
    #expect(cut == "ab")
    #expect(text.lend { HostText.copy($0, limit: 4) } == text)
  }

  @Test func anUnknownHostAbilityIsNull() throws {
    let asks = ["imprint.host.log/2", "", "imprint.host.log/1 ", "imprint.host.log"].map {
      "if (host->ability(host, \"\($0)\")) return IMP_E_INTERNAL;"
    }
    _ = try FixturePlugin(["FIX_OPEN": asks.joined(separator: " ")]).opened()
  }

  @Test func theHostIsAsTheContractSays() throws {
    _ = try FixturePlugin([
      "FIX_OPEN": """
      if (host->size != sizeof(imp_host) || host->abi_version != 1) return IMP_E_ABI; \
      if (host->name.length != 5 || memcmp(host->name.data, "tests", 5)) return IMP_E_ABI;
      """
    ]).opened()
  }
}

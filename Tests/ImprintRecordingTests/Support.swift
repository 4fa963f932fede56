// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Imprint
import ImprintAuthoring
import ImprintCalls
import TestSupport
import Testing

extension FixturePlugin {
  /// Compiles and lists the plugin.
  func found() throws -> FoundPlugin { try (try install()).plugin() }
}

extension TemporaryFolder {
  /// The one plugin of a root.
  func plugin() throws -> FoundPlugin { try onlyPlugin(withID: nil, in: url) }
}

/// A plugin of a root; the only one where no id is given.
func onlyPlugin(withID id: String?, in root: URL) throws -> FoundPlugin {
  let catalog = PluginCatalog.discover(
    PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]))
  return try #require(
    catalog.found.first { id == nil || $0.manifest.id == id }, "\(catalog.skipped.map(\.error.description))")
}

/// A runtime over the root that a plugin was found in.
func runtime(
  for plugin: FoundPlugin, tap: (any PluginCallTap)?, isolation: Isolation = .inProcess,
  entitlements: any EntitlementProvider = EverythingGranted()
) -> PluginRuntime {
  PluginRuntime(
    catalog: .discover(PluginSearchPath(roots: [plugin.root])), trust: .off, entitlements: entitlements,
    logger: CollectedLog().logger(), hostName: "tests", hostVersion: "1.0.0",
    isolation: PluginIsolation(isolation), tap: tap)
}

/// Records what is done with a plugin.
/// - Returns: the file.
func record(
  _ plugin: FoundPlugin, redacted: Bool = false, limit: Int = PluginRecorder.usualLimit,
  isolation: Isolation = .inProcess, _ use: (OpenPlugin) async throws -> Void
) async throws -> RecordingSummary {
  let path = "\(try TemporaryFolder().path)/calls.imrec"
  let recorder = PluginRecorder(
    plugin: plugin.manifest.id, to: path, limit: limit, isRedacted: redacted, clock: { 1_700_000_000 })
  try await use(try runtime(for: plugin, tap: recorder, isolation: isolation).open(plugin))
  return try #require(await recorder.finish())
}

/// Replays a recording.
func replay(
  _ path: String, on plugin: FoundPlugin, isolation: Isolation = .inProcess
) throws -> PluginReplay.Outcome {
  var reader = try RecordingReader(path)
  return try PluginReplay(plugin) { runtime(for: plugin, tap: $0, isolation: isolation) }.run(&reader)
}

/// A recording's calls.
func digest(_ path: String) throws -> RecordingDigest {
  var reader = try RecordingReader(path)
  return try RecordingDigest(&reader)
}

func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

/// A grey image that nothing else looks like.
func noise(_ seed: UInt64, width: Int = 64, height: Int = 48) throws -> Image {
  var state = seed
  let pixels = (0..<width * height).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 33)
  }
  return try #require(Image(width: width, height: height, format: .grey8, pixels: pixels))
}

/// Whether any 16 bytes of `secret` in a row occur in `content`. Zeros are not told apart.
func leaks(_ secret: [UInt8], into content: [UInt8]) -> Bool {
  guard secret.count >= 16, content.count >= 16 else { return false }
  let zeros = [UInt8](repeating: 0, count: 16)
  var runs: Set<[UInt8]> = []
  for start in 0...(secret.count - 16) { runs.insert(Array(secret[start..<start + 16])) }
  runs.remove(zeros)
  return (0...(content.count - 16)).contains { runs.contains(Array(content[$0..<$0 + 16])) }
}

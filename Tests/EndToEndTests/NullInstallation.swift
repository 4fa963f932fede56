// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// A root with the null matcher as it was built, a variant of it, and whatever a test breaks.
struct NullInstallation {
  static let id = "dev.imprint.null-matcher"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let manifest = BuiltProducts.package.appending(path: "manifests/plugins/null-matcher.yaml")
    try folder.write(try Data(contentsOf: manifest), to: "root/plugins/\(Self.id)/plugin.yaml")
    let library = "root/plugins/\(Self.id)/libNullMatcher.so"
    try FileManager.default.copyItem(
      at: BuiltProducts.library("NullMatcher"), to: folder.url.appending(path: library))
    try folder.write(
      """
      schema: "1.0"
      variant: null-only
      summary: Compares numbers.
      abilities: [imprint.face-extractor/1, imprint.matcher/2]
      plugins: [\(Self.id)]

      """, to: "root/variants/null-only.yaml")
  }

  var root: String { folder.url.appending(path: "root").path }

  /// A plugin whose manifest misspells a key.
  func addBrokenPlugin() throws {
    let broken = FixtureManifest().yaml.replacing("vendor:", with: "vendro:")
    try folder.write(broken, to: "root/plugins/org.example.fixture/plugin.yaml")
  }

  /// A plugin that shares a run-time library: both are the null matcher's bytes, and nobody opens them.
  func addPluginWithRuntime(id: String = "org.example.fixture", features: [String] = []) throws {
    let library = try Data(contentsOf: BuiltProducts.library("NullMatcher"))
    var manifest = FixtureManifest()
    manifest.id = id
    manifest.features = features
    manifest.runtimes = [
      (
        name: "example", version: "1.0.0",
        files: [(file: "libexample.so", sha256: ContentHash(of: Array(library)).hex)]
      )
    ]
    try folder.write(manifest.yaml, to: "root/plugins/\(id)/plugin.yaml")
    try folder.write(library, to: "root/plugins/\(id)/libFixture.so")
    try folder.write(library, to: "root/runtimes/example-1.0.0/libexample.so")
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:], errors: FileHandle? = nil
  ) throws -> CommandRun {
    try CommandRun.sdkctl(
      arguments + ["--root", root], environment: environment, home: folder, errors: errors)
  }

  /// Text with this machine's folders taken out.
  func normalised(_ text: String) -> String {
    text.replacing(root, with: "<root>").replacing(folder.url.path, with: "<home>")
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct StatedFileTests {
  /// A plugin with a model and a run-time library as its manifest states them.
  private func installed() throws -> (plugin: FoundPlugin, root: TemporaryFolder) {
    var plugin = FixturePlugin()
    plugin.manifest.models = [(name: "model.bin", sha256: ContentHash(of: Array("right".utf8)).hex, bytes: 5)]
    plugin.manifest.runtimes = [
      (
        name: "example", version: "1.0.0",
        files: [(file: "libexample.so", sha256: ContentHash(of: Array("shared".utf8)).hex)]
      )
    ]
    plugin.models["model.bin"] = Array("right".utf8)
    let root = try plugin.install()
    try root.write("shared", to: "runtimes/example-1.0.0/libexample.so")
    return (try #require(PluginCatalog.discover(only(root)).found.first), root)
  }

  @Test func modelsAndRunTimeLibrariesAreListedAndVerified() throws {
    let (plugin, root) = try installed()
    #expect(plugin.statedFiles.map(\.kind) == [.model, .runtime])
    #expect(plugin.statedFiles.last?.path == "\(root.path)/runtimes/example-1.0.0/libexample.so")
    #expect(try plugin.statedFiles.map { try $0.verify() } == [5, 6])
  }

  @Test(arguments: [
    ("wrong", PluginFileError.Code.hashDiffers), ("longer", .lengthDiffers), ("", .lengthDiffers),
  ])
  func aModelThatDiffersIsNamed(text: String, code: PluginFileError.Code) throws {
    let (plugin, root) = try installed()
    let path = try root.write(text, to: "plugins/org.example.fixture/models/model.bin")
    let error = try #require(throws: PluginFileError.self) { try plugin.statedFiles[0].verify() }
    #expect(error.code == code)
    #expect(error.place == path)
    #expect(!error.remedy.isEmpty)
  }

  @Test func aRunTimeLibraryThatDiffersOrIsMissingIsNamed() throws {
    let (plugin, root) = try installed()
    let path = try root.write("other!", to: "runtimes/example-1.0.0/libexample.so")
    #expect(
      try #require(throws: PluginFileError.self) { try plugin.statedFiles[1].verify() }.code == .hashDiffers)
    try FileManager.default.removeItem(atPath: path)
    #expect(try #require(throws: PluginFileError.self) { try plugin.statedFiles[1].verify() }.code == .file)
  }
}

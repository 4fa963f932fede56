// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// A root with the fixture as a test compiles it, which is matcher, face tracker, face capture and camera,
/// and a variant of it alone. Its similarities are calibrated; it looks at the first pixels of a picture.
struct FixtureInstallation {
  static let variant = "fixture-only"

  /// The root, and the home of whoever runs the commands.
  let folder: TemporaryFolder

  /// - Parameters:
  ///   - defines: the fixture's macros; see `Tests/Fixtures/plugins/fixture.c`.
  ///   - headers: what the C source includes besides.
  init(_ defines: [String: String], headers: [String] = []) throws {
    folder = try TemporaryFolder()
    var plugin = FixturePlugin(defines)
    plugin.manifest.needsFace = defines["FIX_NEEDS_FACE"] == "1"
    plugin.manifest.more = FixtureManifest.calibrations(
      of: plugin.manifest.format, by: plugin.manifest.id)
    if !headers.isEmpty {
      let fixture = BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/fixture.c")
      let includes = headers.map { "#include <\($0)>\n" }.joined()
      plugin.source = "#define _GNU_SOURCE\n" + includes + (try String(contentsOf: fixture, encoding: .utf8))
    }
    try plugin.install(in: folder)
    try folder.write(
      """
      schema: "1.0"
      variant: \(Self.variant)
      summary: Does what a test says.
      abilities: [\(plugin.manifest.provides.joined(separator: ", "))]
      plugins: [\(plugin.manifest.id)]

      """, to: "variants/\(Self.variant).yaml")
  }

  func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(
      arguments + ["--root", folder.path, "--variant", Self.variant], home: folder)
  }

  func open() throws -> BiometricSystem {
    try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: folder.path, origin: .explicit)]),
        variant: Self.variant, trust: .off, entitlements: EverythingGranted(),
        logger: CollectedLog().logger()))
  }

  /// A picture, small and grey.
  func picture() throws -> Image {
    let pixels = [UInt8](repeating: 90, count: 64 * 64)
    guard let image = Image(width: 64, height: 64, format: .grey8, pixels: pixels) else {
      throw MissingForTest("no picture")
    }
    return image
  }

  /// Writes ``picture()``.
  func writePicture(_ name: String) throws { try folder.write(try ImageEncoder.png(picture()), to: name) }
}

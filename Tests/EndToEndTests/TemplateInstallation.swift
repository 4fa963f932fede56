// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// A root with fixtures that make or compare templates, a variant that says what is needed of them, and an
/// application's store.
struct TemplateInstallation {
  static let variant = "templates"

  /// The root, and the home of whoever runs the commands.
  let folder: TemporaryFolder

  /// - Parameters:
  ///   - needs: the variant's `abilities`.
  ///   - writes: names of the formats that new templates are written in, where there are several.
  init(_ plugins: [FixturePlugin], needs: [String], writes: [String] = []) throws {
    folder = try TemporaryFolder()
    for plugin in plugins { try plugin.install(in: folder) }
    try folder.write(
      """
      schema: "1.3"
      variant: \(Self.variant)
      summary: Makes templates and compares them.
      abilities: [\(needs.joined(separator: ", "))]
      writes: [\(writes.joined(separator: ", "))]
      plugins: [\(plugins.map(\.manifest.id).joined(separator: ", "))]

      """, to: "variants/\(Self.variant).yaml")
  }

  /// Opens it as an application does.
  func open(_ isolation: Isolation = .inProcess, tap: (any PluginCallTap)? = nil) throws -> BiometricSystem {
    try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: folder.path, origin: .explicit)]),
        variant: Self.variant, trust: .off, entitlements: EverythingGranted(), quarantine: nil,
        isolation: isolation, tap: tap, logger: CollectedLog().logger()))
  }

  /// Users with their templates, each in its envelope, in files.
  func store() async throws -> FolderStore {
    try await FolderStore(path: folder.url.appending(path: "store").path)
  }

  func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(
      arguments + ["--root", folder.path, "--variant", Self.variant], home: folder)
  }
}

extension TemplateStore {
  /// Every template of a user.
  func templates(ofUserNamed name: String) async throws -> [Template] {
    let listing = try await templates(of: user(matching: name).id)
    guard listing.problems.isEmpty else { throw MissingForTest("\(listing.problems)") }
    return listing.items.map(\.template)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport

@testable import ImprintPackage

/// Trust is not what is tried here, unless a test says so.
struct EveryPackage: PackageJudge {
  /// Done between reading and installing.
  var meanwhile: @Sendable (PluginPackage) throws(InstallError) -> Void = { _ in }

  func judge(
    _ package: PluginPackage, beside folders: [String], allowingOlder: Bool
  ) throws(InstallError) -> PackageVerdict {
    try meanwhile(package)
    return PackageVerdict()
  }
}

/// Plugins to pack, packages of them, and a root to install them in.
struct PackageLab {
  static let id = "org.example.fixture"

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var root: String { folder.url.appending(path: "root").path }
  var installer: PluginInstaller { PluginInstaller(root: root, judge: EveryPackage()) }
  var pluginFolder: String { "\(root)/plugins/\(Self.id)" }

  /// A library that does as the contract says; compiled once.
  private static let library: Result<[UInt8], any Error> = Result {
    let folder = try TemporaryFolder()
    let source = BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/fixture.c")
    let library = folder.url.appending(path: "libFixture.so")
    try CCompiler.compile(source: source.path, to: library)
    return Array(try Data(contentsOf: library))
  }

  /// What differs between the versions of the plugin that tests install.
  struct Plugin {
    var version = "1.0.0"
    var id = PackageLab.id
    var models: [String: [UInt8]] = ["net.bin": Array("the network".utf8)]
    /// The version of the run-time library, and the file in it.
    var runtime: (version: String, content: String)? = ("1.0.0", "library")
    var libraryName = "libFixture.so"
    var library: [UInt8]?
    /// Path below the plugin's folder and content.
    var more: [String: String] = [:]
  }

  /// Lays out a plugin in a root of its own.
  /// - Returns: Its folder.
  @discardableResult
  func layOut(_ plugin: Plugin = Plugin(), in name: String = "source") throws -> String {
    var manifest = FixtureManifest()
    manifest.id = plugin.id
    manifest.version = plugin.version
    manifest.library = plugin.libraryName
    manifest.models = plugin.models.sorted { $0.key < $1.key }.map {
      (name: $0.key, sha256: ContentHash(of: $0.value).hex, bytes: $0.value.count)
    }
    let place = "\(name)/plugins/\(plugin.id)"
    if let (version, content) = plugin.runtime {
      manifest.runtimes = [
        (
          name: "example", version: version,
          files: [(file: "libexample.so.1", sha256: ContentHash(of: Array(content.utf8)).hex)]
        )
      ]
      try folder.write(content, to: "\(name)/runtimes/example-\(version)/libexample.so.1")
      try folder.write("Free to use.", to: "\(name)/runtimes/example-\(version)/licenses/texts/LICENSE")
    }
    try folder.write(manifest.yaml, to: "\(place)/plugin.yaml")
    try folder.write(try plugin.library ?? Self.library.get(), to: "\(place)/\(plugin.libraryName)")
    for (file, bytes) in plugin.models { try folder.write(bytes, to: "\(place)/models/\(file)") }
    for (path, text) in plugin.more { try folder.write(text, to: "\(place)/\(path)") }
    return folder.url.appending(path: place).path
  }

  /// The path of a plugin's package.
  func pack(_ plugin: Plugin = Plugin(), as name: String? = nil) throws -> String {
    let source = "source-\(UUID().uuidString)"
    let place = try layOut(plugin, in: source)
    let path = folder.url.appending(path: name ?? "\(plugin.id)-\(plugin.version).impk").path
    let runtimes = folder.url.appending(path: "\(source)/runtimes").path
    _ = try PackageWriter.pack(PluginFolder(place, runtimes: [runtimes]), to: path)
    return path
  }

  func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  /// The names of what lies in a folder of the root; none where there is no such folder.
  func names(_ folder: String) throws -> [String] {
    let path = "\(root)/\(folder)"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// What a listing shows of the plugin, whose every file is as one of the packages has it.
  /// - Returns: Its version; `nil` where it is not listed.
  /// - Throws: ``MissingForTest`` where it is anything else than one of the packages, whole.
  func wholeVersion(of packages: [PluginPackage]) throws -> String? {
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: root, origin: .user)]))
    guard catalog.skipped.isEmpty else { throw MissingForTest("skipped: \(catalog.skipped)") }
    guard let found = catalog.found.first else { return nil }
    guard catalog.found.count == 1,
      let package = packages.first(where: { $0.manifest.version == found.manifest.version })
    else { throw MissingForTest("found: \(catalog.found)") }
    guard let installed = try InstalledPlugin(Self.id, in: root), installed.has(package.ownFiles) else {
      throw MissingForTest("\(found.manifest.version) is not whole")
    }
    for file in found.statedFiles { try file.verify() }
    _ = try found.judgeLibrary()
    return "\(found.manifest.version)"
  }
}

/// The code of the error that something throws.
func code(_ work: () throws(PackageError) -> Void) -> PackageError.Code? {
  do throws(PackageError) {
    try work()
    return nil
  } catch {
    return error.code
  }
}

/// The code of the error that installing something gives.
func installCode(_ work: () async throws(InstallError) -> Void) async -> String? {
  do throws(InstallError) {
    try await work()
    return nil
  } catch {
    return error.code.rawValue
  }
}

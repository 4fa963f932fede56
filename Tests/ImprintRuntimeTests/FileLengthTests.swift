// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintFiles
import ImprintManifest
import ImprintModel
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintRuntime

/// Files that are longer than any disk, and such as grow: they are refused before they are read.
struct FileLengthTests {
  private static let id = "org.example.fixture"
  // Holes: it takes no room. At a gigabyte a second it would be read for an hour.
  private static let terabytes = 3 << 40

  private func lengthen(_ path: String) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? file.close() }
    do {
      try file.truncate(atOffset: UInt64(Self.terabytes))
    } catch {
      throw MissingForTest("this file system has no files of 3 TiB: \(error)")
    }
  }

  private func installed() throws -> (root: TemporaryFolder, folder: String) {
    var plugin = FixturePlugin()
    let model = Array("the model".utf8)
    plugin.manifest.models = [(name: "model.bin", sha256: ContentHash(of: model).hex, bytes: model.count)]
    plugin.models["model.bin"] = model
    let root = try plugin.install()
    return (root, "\(root.path)/plugins/\(Self.id)")
  }

  @Test func aLibraryOfThreeTerabytesIsRefusedUnread() throws {
    let (root, folder) = try installed()
    try lengthen("\(folder)/libFixture.so")
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    for error in [
      try #require(throws: PluginError.self) { try runtime.openBlocking(found) },
      try #require(throws: PluginError.self) { try found.judgeLibrary() },
    ] {
      #expect(error.place == found.libraryPath && error.reason.contains("\(Self.terabytes)"), "\(error)")
    }
    let error = try #require(throws: TrustError.self) { try ReadPlugin.read(folder) }
    #expect(error.code == .file && error.reason.contains("\(Self.terabytes)"), "\(error)")
  }

  @Test func aModelOfAnotherLengthIsRefusedUnread() throws {
    let (root, folder) = try installed()
    try lengthen("\(folder)/models/model.bin")
    let found = try #require(PluginCatalog.discover(only(root)).found.first)
    let model = try #require(found.statedFiles.first)
    #expect(try #require(throws: PluginFileError.self) { try model.verify() }.code == .lengthDiffers)
    #expect(try #require(throws: PluginFileError.self) { try model.sealed() }.code == .lengthDiffers)
    #expect(try #require(throws: TrustError.self) { try ReadPlugin.read(folder) }.code == .contentsDiffer)
  }

  @Test func anyOtherFileCountsToo() throws {
    let (root, folder) = try installed()
    try root.write("x", to: "plugins/\(Self.id)/NOTICE")
    try ReadPlugin.read(folder).sign(with: TestTrust.key(), at: TestTrust.time)
    try lengthen("\(folder)/NOTICE")
    #expect(try #require(throws: TrustError.self) { try ReadPlugin.read(folder) }.place.hasSuffix("/NOTICE"))
    let trust = PluginTrust.standard(
      named: try TestTrust.requireSignatures(in: root), memory: TrustMemory(folder: "\(root.path)/memory"))
    let runtime = PluginRuntime(root, trust: trust)
    let found = try #require(runtime.catalog.found.first)
    #expect(try #require(throws: PluginError.self) { try runtime.openBlocking(found) }.code == .trustFile)
    try lengthen("\(folder)/plugin.sig")
    #expect(try #require(throws: PluginError.self) { try runtime.openBlocking(found) }.code == .trustFile)
  }

  @Test func manyFilesOfAllowedLengthAreTooManyTogether() throws {
    let (_, folder) = try installed()
    let path = "\(folder)/part0"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.truncate(atOffset: UInt64(PluginContents.mostBytes / 4 * 3))
    try file.close()
    // After others of which each was allowed.
    var room = PluginContents.mostBytes / 2
    #expect(throws: TrustError.self) { try PluginFiles.hash("part0", in: folder, room: &room) }
    #expect(room == PluginContents.mostBytes / 2)
  }

  @Test func aFileThatGrowsWhileItIsHashedIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("short", to: "file")
    let open = try RegularFile(path)
    #expect(try open.hash() == ContentHash(of: Array("short".utf8)))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(repeating: 1, count: 10))
    try file.close()
    #expect(throws: FileProblem.changes) { try open.hash() }
    try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 2)
    #expect(throws: FileProblem.changes) { try open.hash() }
  }

  @Test func hashingAModelEndsWhereTheTaskIsCancelled() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: "model")
    let file = try FileHandle(forUpdating: URL(filePath: path))
    // Allowed, and seconds to hash.
    try file.truncate(atOffset: UInt64(RegularFile.maximumBytes))
    try file.close()
    let hashing = Task { () -> FileProblem? in
      while !Task.isCancelled { await Task.yield() }
      do throws(FileProblem) { _ = try RegularFile(path).hash() } catch { return error }
      return nil
    }
    hashing.cancel()
    #expect(await hashing.value == .cancelled)
  }

  @Test func readingEndsWhereTheTaskIsCancelled() async throws {
    let (_, folder) = try installed()
    let path = "\(folder)/part"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    // Allowed, and seconds to hash.
    try file.truncate(atOffset: UInt64(PluginContents.mostBytes / 2))
    try file.close()
    let reading = Task { () -> TrustError? in
      while !Task.isCancelled { await Task.yield() }
      do { _ = try ReadPlugin.read(folder) } catch { return error as? TrustError }
      return nil
    }
    reading.cancel()
    let error = try #require(await reading.value)
    #expect(error.reason.contains("cancelled"), "\(error)")
  }
}

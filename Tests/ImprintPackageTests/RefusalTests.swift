// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

@testable import ImprintPackage

/// Packages that somebody changed or made by hand.
@Suite struct RefusalTests {
  private let lab: PackageLab
  private let bytes: [UInt8]
  private let package: PluginPackage

  init() throws {
    lab = try PackageLab()
    var plugin = PackageLab.Plugin()
    plugin.more = ["licenses/LICENSE": "Apache"]
    bytes = try lab.bytes(of: lab.pack(plugin))
    package = try PluginPackage.read(bytes, place: "whole.impk")
  }

  private func code(of bytes: [UInt8]) -> PackageError.Code? {
    ImprintPackageTests.code { () throws(PackageError) in
      _ = try PluginPackage.read(bytes, place: "changed.impk")
    }
  }

  /// Where each file's header begins.
  private var headers: [Int] {
    var offset = 0
    return package.files.map { file in
      defer { offset += 512 + ArchiveHeader.blocks(of: file.bytes) }
      return offset
    }
  }

  /// The package with a file's header, and more than that, as a test wants them.
  private func replacing(_ index: Int, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var header = Array(bytes[headers[index]..<headers[index] + 512])
    change(&header)
    return bytes[..<headers[index]] + Self.withChecksum(header) + bytes[(headers[index] + 512)...]
  }

  private static func withChecksum(_ header: [UInt8]) -> [UInt8] {
    var header = header
    header.replaceSubrange(148..<156, with: [UInt8](repeating: 32, count: 8))
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    let text = String(repeating: "0", count: 6 - sum.utf8.count) + sum + "\0 "
    header.replaceSubrange(148..<156, with: text.utf8)
    return header
  }

  private static func entry(_ path: String, _ content: [UInt8]) throws -> [UInt8] {
    let header = try #require(ArchiveHeader(path: path, bytes: content.count).encoded())
    return header + content
      + [UInt8](repeating: 0, count: ArchiveHeader.blocks(of: content.count) - content.count)
  }

  /// The package's files one by one, header and content.
  private var entries: [[UInt8]] {
    zip(headers, package.files).map {
      Array(bytes[$0..<$0 + 512 + ArchiveHeader.blocks(of: $1.bytes)])
    }
  }

  private static let end = [UInt8](repeating: 0, count: 1024)

  @Test func everyCutIsTruncated() {
    for length in stride(from: 0, to: bytes.count, by: 512) {
      #expect(code(of: Array(bytes[..<length])) == .truncated, "cut at \(length)")
    }
    #expect(code(of: Array(bytes.dropLast())) == .truncated)
    #expect(code(of: bytes) == nil)
  }

  @Test func aCutPackageIsNotInstalledAndNothingIsMade() async throws {
    for length in stride(from: 0, to: bytes.count, by: 512) {
      let path = try lab.folder.write(bytes[..<length], to: "cut.impk")
      let got = await installCode { () throws(InstallError) in _ = try await lab.installer.install(path) }
      #expect(got == "truncated", "cut at \(length)")
    }
    #expect(!FileManager.default.fileExists(atPath: lab.root))
  }

  @Test func everyChangedBitOfAHeaderIsRefused() {
    for header in headers {
      for bit in 0..<512 * 8 {
        var block = Array(bytes[header..<header + 512])
        block[bit / 8] ^= 1 << (bit % 8)
        #expect(throws: ArchiveHeader.Fault.self) { try ArchiveHeader.read(block) }
      }
    }
  }

  /// The manifest states neither the length of the library nor texts of licences: a signature does.
  @Test func aChangedHeaderWithARightChecksumIsRefusedOrGivesOtherFiles() throws {
    for (index, file) in package.files.enumerated() {
      let isFree = file.path == "libFixture.so" || file.path.contains("licenses/")
      for offset in 0..<512 where !(148..<156).contains(offset) {
        let changed = replacing(index) { $0[offset] ^= 1 }
        guard let block = try? ArchiveHeader.read(Array(changed[headers[index]..<headers[index] + 512]))
        else { continue }
        #expect(block != ArchiveHeader(path: file.path, bytes: file.bytes))
        guard let read = try? PluginPackage.read(changed, place: "changed.impk") else { continue }
        #expect(isFree && read.files != package.files, "\(file.path), byte \(offset)")
      }
    }
  }

  @Test func changedModelsAndRunTimeLibrariesAreRefused() throws {
    for (index, file) in package.files.enumerated()
    where file.path.hasPrefix("models/") || file.path.hasSuffix(".so.1") {
      var changed = bytes
      changed[headers[index] + 512] ^= 1
      #expect(code(of: changed) == .hashDiffers)
    }
  }

  @Test(arguments: [
    ("1", PackageError.Code.notAFile), ("2", .notAFile), ("3", .notAFile), ("4", .notAFile), ("5", .notAFile),
    ("6", .notAFile), ("7", .notAFile), ("x", .notAFile), ("g", .notAFile), ("L", .notAFile),
    ("\0", .notAFile),
  ])
  func otherKindsThanFilesAreRefused(kind: String, expected: PackageError.Code) {
    for index in headers.indices {
      #expect(code(of: replacing(index) { $0[156] = Array(kind.utf8)[0] }) == expected)
    }
  }

  @Test(arguments: [
    ("../libFixture.so", PackageError.Code.badName), ("/etc/passwd", .badName), ("a/../b", .badName),
    ("./a", .badName), ("a//b", .badName), (".hidden", .badName), ("models/.x", .badName), ("a\\b", .badName),
    ("a\u{7f}", .badName), ("models/", .badName), ("other.txt", .unexpectedFile),
    ("models/other.bin", .unexpectedFile), ("runtimes/other-1/lib.so", .unexpectedFile),
    ("runtimes/example-1.0.0/other.so", .unexpectedFile), ("disabled/x", .unexpectedFile),
  ])
  func namesThatDoNotBelongThereAreRefused(name: String, expected: PackageError.Code) throws {
    // As a further file, before and after each.
    var block = try #require(ArchiveHeader(path: "x", bytes: 0).encoded())
    block.replaceSubrange(0..<name.utf8.count, with: name.utf8)
    let added = Self.withChecksum(block)
    for index in 1...entries.count {
      let changed = entries[..<index].joined() + added + entries[index...].joined() + Self.end
      #expect(code(of: Array(changed)) == expected, "at \(index)")
    }
  }

  @Test func theSameFileTwiceAndFilesInAnotherOrderAreRefused() {
    for index in entries.indices {
      let twice = Array((entries[...index] + [entries[index]] + entries[(index + 1)...]).joined()) + Self.end
      #expect(code(of: twice) == .unexpectedFile, "\(package.files[index].path) twice")
      var swapped = entries
      swapped.swapAt(index, (index + 1) % entries.count)
      #expect(code(of: Array(swapped.joined()) + Self.end) != nil)
      var without = entries
      without.remove(at: index)
      let isText = package.files[index].path.contains("licenses/")
      #expect(code(of: Array(without.joined()) + Self.end) == (isText ? nil : .missingFile))
    }
  }

  @Test func whatFollowsTheEndIsRefused() {
    #expect(code(of: bytes + [0]) == .trailingData)
    #expect(code(of: bytes + [UInt8](repeating: 0, count: 512)) == .trailingData)
    #expect(code(of: bytes + bytes) == .trailingData)
    var single = bytes
    single[bytes.count - 1] = 1
    #expect(code(of: single) == .damaged)
  }

  @Test func bytesBetweenFilesAreRefused() throws {
    for (index, file) in package.files.enumerated() where file.bytes % 512 != 0 {
      var changed = bytes
      changed[headers[index] + 512 + file.bytes] = 1
      #expect(code(of: changed) == .damaged)
    }
  }

  @Test func lengthsThatAreOnlyClaimedAreRefusedAtOnce() throws {
    let clock = ContinuousClock()
    let took = clock.measure {
      for index in headers.indices.dropFirst() {
        let changed = replacing(index) { $0.replaceSubrange(124..<135, with: Array("37777777777".utf8)) }
        let got = code(of: changed)
        #expect(got == .truncated || got == .tooLarge)
      }
    }
    #expect(took < .seconds(5))
    let text = try Self.entry("plugin.yaml", [UInt8](repeating: 32, count: ManifestReader.maximumBytes + 1))
    #expect(code(of: text + Self.end) == .tooLarge)
  }

  @Test func aManifestThatBreaksARuleIsRefused() throws {
    let broken = FixtureManifest().yaml.replacing("vendor:", with: "vendro:")
    #expect(code(of: try Self.entry("plugin.yaml", Array(broken.utf8)) + Self.end) == .brokenManifest)
    #expect(code(of: Self.end) == .missingFile)
    #expect(code(of: try Self.entry("libFixture.so", [1]) + Self.end) == .missingFile)
  }

  @Test(arguments: ["plugin.yaml", "plugin.sig", "models", "runtimes", "licenses"])
  func aLibraryNamedAsSomethingElseIsRefused(name: String) throws {
    var manifest = FixtureManifest()
    manifest.library = name
    let entry = try Self.entry("plugin.yaml", Array(manifest.yaml.utf8))
    #expect(code(of: entry + Self.end) == .unexpectedFile)
  }

  @Test func whatIsNoFileIsUnreadable() throws {
    for path in [lab.folder.path, "\(lab.folder.path)/none.impk", "/dev/zero"] {
      let got = ImprintPackageTests.code { () throws(PackageError) in _ = try PluginPackage.open(path) }
      #expect(got == .unreadable)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

@testable import ImprintPackage

@Suite struct FormatTests {
  private let lab: PackageLab

  init() throws { lab = try PackageLab() }

  private static let order = [
    "plugin.yaml", "plugin.sig", "conformance.sig", "libFixture.so", "licenses/LICENSE",
    "licenses/weights/CC0",
    "models/a.bin", "models/net.bin", "runtimes/example-1.0.0/libexample.so.1",
    "runtimes/example-1.0.0/licenses/texts/LICENSE",
  ]

  private var whole: PackageLab.Plugin {
    var plugin = PackageLab.Plugin()
    plugin.models["a.bin"] = [1, 2, 3]
    plugin.more = [
      "plugin.sig": "e30.e30.AA", "conformance.sig": "e30.e30.BB", "licenses/weights/CC0": "Free.",
      "licenses/LICENSE": "Apache",
    ]
    return plugin
  }

  @Test func theSameFolderGivesTheSameBytes() throws {
    let first = try lab.pack(whole, as: "first.impk")
    // Other times, other owner's bits, another place.
    let place = try lab.layOut(whole, in: "again")
    for path in try FileManager.default.subpathsOfDirectory(atPath: place) {
      var times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
      try #require(utimensat(AT_FDCWD, "\(place)/\(path)", &times, 0) == 0)
    }
    chmod("\(place)/plugin.yaml", 0o400)
    let runtimes = lab.folder.url.appending(path: "again/runtimes").path
    let second = try PackageWriter.pack(
      PluginFolder(place, runtimes: [runtimes]), to: lab.folder.url.appending(path: "second.impk").path)
    #expect(try lab.bytes(of: first) == lab.bytes(of: second.path))
    #expect(try second.sha256 == ContentHash(of: lab.bytes(of: first)))
  }

  @Test func aPackageIsReadAsItWasWritten() throws {
    let package = try PluginPackage.open(try lab.pack(whole))
    #expect(package.files.map(\.path) == Self.order)
    #expect(package.manifest.id == PackageLab.id)
    #expect(try package.signature() == Array("e30.e30.AA".utf8))
    #expect(try package.conformance() == Array("e30.e30.BB".utf8))
    #expect(package.manifestHash == package.files[0].sha256)
    #expect(package.ownFiles.count == 8)
  }

  @Test func itsHashIsThatOfTheFolderItIsMadeOf() throws {
    let place = try lab.layOut(whole)
    let read = try ReadPlugin.read(place)
    let package = try PluginPackage.open(try lab.pack(whole))
    #expect(package.contents == read.contents)
    #expect(package.contents.sha256 == read.contents.sha256)
    #expect(try package.read().signature == read.signature)
  }

  @Test func tarListsAndExtractsIt() throws {
    let path = try lab.pack(whole)
    let listed = try tar(["-tf", path])
    #expect(listed.split(separator: "\n").map(String.init) == Self.order)
    let long = try tar(["--numeric-owner", "-tvf", path])
    #expect(
      long.split(separator: "\n").allSatisfy {
        $0.hasPrefix("-rw-r--r-- 0/0 ") && $0.contains(" 1970-01-01 ")
      })
    let target = try lab.folder.makeFolder("extracted")
    _ = try tar(["-xf", path, "-C", target])
    for file in try PluginPackage.open(path).files {
      #expect(try ContentHash(of: lab.bytes(of: "\(target)/\(file.path)")) == file.sha256)
    }
  }

  @Test func whatTarMakesOfTheSameFilesIsRefused() throws {
    let place = try lab.layOut(whole)
    let path = lab.folder.url.appending(path: "tar.impk").path
    _ = try tar(["--format=ustar", "-C", place, "-cf", path, "plugin.yaml", "libFixture.so"])
    #expect(code { () throws(PackageError) in _ = try PluginPackage.open(path) } == .damaged)
  }

  @Test func aLongNameGoesIntoTwoFields() throws {
    let name = String(repeating: "m", count: 96) + ".bin"
    var plugin = PackageLab.Plugin()
    plugin.models = [name: [1]]
    let path = try lab.pack(plugin)
    #expect(try tar(["-tf", path]).contains("models/\(name)\n"))
    #expect(try PluginPackage.open(path).files.contains { $0.path == "models/\(name)" })
    plugin.models = ["m" + name: [1]]
    #expect(throws: PackageError.self) { try lab.pack(plugin) }
  }

  @Test func whatDoesNotBelongToThePluginIsNotPacked() throws {
    let place = try lab.layOut(whole)
    let runtimes = lab.folder.url.appending(path: "source/runtimes").path
    func packing() -> PackageError.Code? {
      code { () throws(PackageError) in _ = try PluginFolder(place, runtimes: [runtimes]) }
    }
    #expect(packing() == nil)
    try Data().write(to: URL(filePath: "\(place)/source.c"))
    #expect(packing() == .unexpectedFile)
    try FileManager.default.removeItem(atPath: "\(place)/source.c")
    try FileManager.default.removeItem(atPath: "\(place)/models/a.bin")
    #expect(packing() == .missingFile)
    #expect(code { () throws(PackageError) in _ = try PluginFolder(place, runtimes: []) } == .missingFile)
  }

  @Test func aModelThatIsNotTheManifestsIsNotPacked() throws {
    let place = try lab.layOut(whole)
    let runtimes = lab.folder.url.appending(path: "source/runtimes").path
    let output = lab.folder.url.appending(path: "out.impk").path
    let others: [([UInt8], PackageError.Code)] = [([9, 9, 9], .hashDiffers), ([1], .lengthDiffers)]
    for (bytes, expected) in others {
      try Data(bytes).write(to: URL(filePath: "\(place)/models/a.bin"))
      let plugin = try PluginFolder(place, runtimes: [runtimes])
      #expect(code { () throws(PackageError) in _ = try PackageWriter.pack(plugin, to: output) } == expected)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: lab.folder.path)
    #expect(left == ["source"])
  }

  private func tar(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/tar")
    process.arguments = arguments
    process.environment = ["TZ": "UTC", "LC_ALL": "C"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: words, as: UTF8.self)
  }
}

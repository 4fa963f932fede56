// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

@testable import ImprintPackage

@Suite struct BundleTests {
  private let lab: PackageLab
  private let catalog: PluginCatalog

  init() throws {
    lab = try PackageLab()
    try lab.layOut(.init(models: ["net.bin": [UInt8](repeating: 1, count: 5000)]))
    try lab.layOut(.init(id: "org.example.other", models: [:]))
    for (name, plugin) in [("one", PackageLab.id), ("two", "org.example.other")] {
      try lab.folder.write(
        """
        schema: "1.0"
        variant: \(name)
        # A remark that stays.
        summary: "Compares: by numbers."
        abilities: [imprint.matcher/2]
        plugins: [\(plugin)]

        """, to: "source/variants/\(name).yaml")
    }
    try lab.folder.write("#!/bin/sh\nexit 0\n", to: "programs/sdkctl")
    catalog = .discover(
      PluginSearchPath(roots: [
        PluginRoot(path: lab.folder.url.appending(path: "source").path, origin: .explicit)
      ]))
  }

  private var programs: [String] { [lab.folder.url.appending(path: "programs/sdkctl").path] }

  private func bundle(_ variant: String, choosing ids: [String] = []) throws -> VariantBundle {
    try VariantBundle(
      catalog.resolve(variant: variant, choosing: ids), from: catalog, programs: programs, trust: .off)
  }

  private func content(of folder: String) throws -> [String: ContentHash] {
    var content: [String: ContentHash] = [:]
    for path in try PluginFolder.files(below: folder) {
      content[path] = try ContentHash(of: lab.bytes(of: "\(folder)/\(path)"))
    }
    return content
  }

  @Test func theSameInstallationGivesTheSameFiles() throws {
    let (first, second) = ("\(lab.folder.path)/first", "\(lab.folder.path)/second")
    try bundle("one").write(to: first)
    try bundle("one").write(to: second)
    #expect(try content(of: first) == content(of: second))
    #expect(
      try Set(content(of: first).keys) == [
        "bin/sdkctl", "etc/imprint/trust.yaml", "plugins/\(PackageLab.id)/libFixture.so",
        "plugins/\(PackageLab.id)/models/net.bin", "plugins/\(PackageLab.id)/plugin.yaml",
        "runtimes/example-1.0.0/libexample.so.1", "runtimes/example-1.0.0/licenses/texts/LICENSE",
        "variants/one.yaml",
      ])
    #expect(FileManager.default.isExecutableFile(atPath: "\(first)/bin/sdkctl"))
    let own = try lab.bytes(of: "\(lab.folder.path)/source/variants/one.yaml")
    #expect(try lab.bytes(of: "\(first)/variants/one.yaml") == own)
  }

  @Test func aChosenPluginIsTheBundlesOwn() throws {
    let place = "\(lab.folder.path)/device"
    try bundle("one", choosing: ["org.example.other"]).write(to: place)
    let device = PluginCatalog.discover(PluginSearchPath(roots: [PluginRoot(path: place, origin: .explicit)]))
    #expect(device.skipped.isEmpty)
    #expect(try device.resolve(variant: "one").plugins.map(\.id) == ["org.example.other"])
    let text = try String(contentsOfFile: "\(place)/variants/one.yaml", encoding: .utf8)
    #expect(text.contains("# A remark that stays."))
  }

  @Test func sizesAreThoseOfTheFiles() throws {
    let place = "\(lab.folder.path)/device"
    let planned = try bundle("one")
    try planned.write(to: place)
    let sizes = planned.sizes
    var bytes = 0
    for path in try PluginFolder.files(below: place) { bytes += try lab.bytes(of: "\(place)/\(path)").count }
    #expect(sizes.total == bytes)
    let plugin = try #require(sizes.plugins.first)
    #expect(plugin.models == 5000 && plugin.runtimes == ["example-1.0.0"])
    #expect(plugin.library == (try lab.bytes(of: "\(place)/plugins/\(PackageLab.id)/libFixture.so")).count)
    #expect(sizes.runtimes.map(\.isShared) == [false])
    #expect(sizes.runtimes.first?.bytes == "library".utf8.count + "Free to use.".utf8.count)
  }

  @Test func nothingIsOverwrittenAndNothingStaysOfWhatFails() throws {
    let place = try lab.folder.makeFolder("there")
    let planned = try bundle("one")
    #expect(installCode { () throws(InstallError) in try planned.write(to: place) } == "exists")
    // A model that changes after the plan.
    try lab.folder.write("changed", to: "source/plugins/\(PackageLab.id)/models/net.bin")
    let other = "\(lab.folder.path)/other"
    #expect(installCode { () throws(InstallError) in try planned.write(to: other) } == "length-differs")
    #expect(throws: InstallError.self) { try bundle("one") }
    let left = try FileManager.default.contentsOfDirectory(atPath: lab.folder.path).sorted()
    #expect(left == ["programs", "source", "there"])
  }

  private func installCode(_ work: () throws(InstallError) -> Void) -> String? {
    do throws(InstallError) {
      try work()
      return nil
    } catch {
      return error.code.rawValue
    }
  }
}

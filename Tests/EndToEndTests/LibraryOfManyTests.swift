// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Two plugins of one library in one set, as an application and as people see them.
@Suite struct LibraryOfManyTests {
  private func installation() throws -> TemplateInstallation {
    let formats = ["example.one", "example.two"]
    return try TemplateInstallation(
      [
        .many("org.example.one", format: formats[0], parameters: ["format: example.one"]),
        .many(
          "org.example.two", format: formats[1],
          parameters: ["format: example.two", "scale: 0.5", "start: 1", "inverted: true"]),
        .face("org.example.one-matcher", format: formats[0], makes: false),
        .face("org.example.two-matcher", format: formats[1], makes: false),
      ],
      needs: formats.flatMap { format in
        ["face-extractor/1", "matcher/2"].map { "{ability: imprint.\($0), format: \(format)}" }
      }, writes: [formats[0]])
  }

  @Test(arguments: Isolation.allCases)
  func eachOfASetMakesTemplatesByItsOwnParameters(isolation: Isolation) async throws {
    let system = try installation().open(isolation)
    let image = try #require(
      Image(width: 4, height: 4, format: .grey8, pixels: [UInt8](0..<16).map { $0 * 10 }))
    for _ in 0..<2 {
      let one = try await system.faces.extractor(format: "example.one").extract(image, face: nil)
      let two = try await system.faces.extractor(format: "example.two").extract(image, face: nil)
      #expect(one.payload.bytes == [0, 10, 20, 30])
      #expect(two.payload.bytes == [250, 245, 240, 235])
    }
  }

  @Test func whatALibraryIsToldIsShownWithoutOpeningIt() throws {
    let installation = try installation()
    let run = try CommandRun.sdkctl(
      ["plugin", "inspect", "org.example.two", "--root", installation.folder.path], home: installation.folder)
    #expect(run.exitCode == 0)
    for line in ["org.example.library 2.1.0 of Example of many", "scale: 0.5", "inverted: true"] {
      #expect(run.output.contains(line), "\(run.output)")
    }
    let json = try CommandRun.sdkctl(
      ["plugin", "inspect", "org.example.two", "--json", "--root", installation.folder.path],
      home: installation.folder
    ).json
    #expect((json["ofMany"] as? [String: String])?["id"] == "org.example.library")
    let parameters = try #require(json["parameters"] as? [String: Any])
    #expect(parameters["format"] as? String == "example.two")
    #expect(parameters["scale"] as? Double == 0.5)
    #expect(parameters["start"] as? Int == 1)
    #expect(parameters["inverted"] as? Bool == true)
  }

  @Test func aParameterThatTheLibraryDoesNotDeclareIsNamedByChecks() throws {
    let plugin = try FixturePlugin.many(parameters: ["format: example.many", "scael: 1"])
    let root = try plugin.install()
    let run = try CommandRun.sdkctl(
      [
        "plugin", "check", "\(root.path)/plugins/\(plugin.manifest.id)", "--only",
        "load.descriptor-equals-manifest",
      ],
      home: root)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("parameters.scael"), "\(run.output)")
  }
}

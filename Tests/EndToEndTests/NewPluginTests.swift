// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What `plugin new` says; what it writes is tried by ImprintScaffoldTests and scripts/checks/kit.
@Suite struct NewPluginTests {
  private let place: TemporaryFolder

  /// A root that has the templates and nothing else.
  init() throws {
    place = try TemporaryFolder()
    try place.makeFolder("kit/share/imprint")
    try FileManager.default.createSymbolicLink(
      at: place.url.appending(path: "kit/share/imprint/templates"),
      withDestinationURL: BuiltProducts.package.appending(path: "Kit/templates"))
  }

  private func new(_ arguments: [String], root: String = "kit") throws -> CommandRun {
    try CommandRun.sdkctl(
      ["plugin", "new"] + arguments + ["--json", "--root", "\(place.path)/\(root)"], home: place)
  }

  @Test func aNewPluginIsToldWithItsFiles() throws {
    let run = try new(["acme", "--id", "org.example.acme", "--lang", "c++", "--kind", "camera"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let json = try run.json
    #expect(Set(json.keys) == ["id", "kind", "language", "folder", "files"])
    #expect(json["language"] as? String == "c++")
    let files = try #require(json["files"] as? [String])
    #expect(files.contains("plugin.yaml") && files.contains("Makefile") && files.contains("camera.cpp"))
    let lint = try CommandRun.sdkctl(["plugin", "lint", "acme/plugin.yaml"], home: place)
    #expect(lint.exitCode == 0, "\(lint.errors)")
  }

  @Test(arguments: [("c", "identity.h", "PLUGIN_VERSION"), ("swift", "Identity.swift", "version")])
  func lintTellsWhereCodeAndManifestDiffer(language: String, file: String, name: String) throws {
    let arguments = ["acme", "--id", "org.example.acme", "--lang", language, "--kind", "matcher"]
    #expect(try new(arguments).exitCode == 0)
    func lint() throws -> CommandRun {
      try CommandRun.sdkctl(["plugin", "lint", "acme/plugin.yaml", "--json"], home: place)
    }
    let same = try lint().json
    let facts = try #require((same["facts"] as? [[String: Any]])?.first)
    #expect(facts["file"] as? String == "acme/\(file)" && (facts["unread"] as? [String])?.isEmpty == true)
    let manifest = place.url.appending(path: "acme/plugin.yaml")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    try Data(text.replacing("version: 1.0.0", with: "version: 1.0.1").utf8).write(to: manifest)
    let run = try lint()
    #expect(run.exitCode == 1)
    let error = try #require(try run.json["error"] as? [String: Any])
    #expect(error["code"] as? String == "facts-differ")
    #expect((error["place"] as? String)?.hasPrefix("acme/\(file):") == true)
    #expect((error["reason"] as? String)?.contains("\(name) 1.0.0") == true)
    let told = try CommandRun.sdkctl(["plugin", "lint", "acme/plugin.yaml"], home: place)
    #expect(told.errors.contains("acme/\(file):") && told.errors.contains("1.0.1"), "\(told.errors)")
  }

  @Test func samplesAreDrawnTheSameEachTime() throws {
    func draw(_ folder: String) throws -> CommandRun {
      try CommandRun.sdkctl(["plugin", "samples", folder, "--json"], home: place)
    }
    let run = try draw("samples")
    #expect(run.exitCode == 0, "\(run.errors)")
    let json = try run.json
    let pictures = try #require(json["pictures"] as? [String])
    #expect(pictures == ["anna-1.jpg", "anna-2.jpg", "ben-1.jpg", "ben-2.jpg"])
    #expect(try draw("again").exitCode == 0)
    let frames = (0..<25).map { "recording/00\($0 < 10 ? "0" : "")\($0).jpg" }
    var seen: Set<Data> = []
    for name in pictures + frames {
      let bytes = try Data(contentsOf: place.url.appending(path: "samples/\(name)"))
      #expect(try bytes == Data(contentsOf: place.url.appending(path: "again/\(name)")))
      #expect(seen.insert(bytes).inserted, "\(name) is another picture again")
    }
    let over = try draw("samples")
    #expect(over.exitCode == 1)
    #expect(try #require(try over.json["error"] as? [String: Any])["code"] as? String == "file")
  }

  @Test func peopleAreDrawnInAFolderEach() throws {
    let run = try CommandRun.sdkctl(["plugin", "samples", "people", "--people", "3", "--json"], home: place)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try run.json["pictures"] as? Int == 6)
    let seen = try Set(
      (1...3).flatMap { person in
        try (1...2).map {
          try Data(contentsOf: place.url.appending(path: "people/person-00\(person)/\($0).jpg"))
        }
      })
    #expect(seen.count == 6)
    let more = try CommandRun.sdkctl(["plugin", "samples", "more", "--people", "2"], home: place)
    #expect(more.exitCode == 0, "\(more.errors)")
    let again = try Data(contentsOf: place.url.appending(path: "more/person-002/2.jpg"))
    #expect(try again == Data(contentsOf: place.url.appending(path: "people/person-002/2.jpg")))
    #expect(
      try CommandRun.sdkctl(["plugin", "samples", "none", "--people", "1"], home: place).exitCode == 64)
  }

  @Test(arguments: [
    (["--id", "Acme", "--lang", "c", "--kind", "camera"], "bad-id"),
    (["--id", "org.example.acme", "--lang", "rust", "--kind", "camera"], "unknown-language"),
    (["--id", "org.example.acme", "--lang", "c", "--kind", "tracker"], "unknown-kind"),
    (["--id", "org.example.acme", "--lang", "c", "--kind", "camera", "--vendor", ""], "bad-vendor"),
  ])
  func aWrongWordIsRefusedAndNothingIsWritten(arguments: [String], code: String) throws {
    let run = try new(["acme"] + arguments)
    #expect(run.exitCode == 1)
    let error = try #require(try run.json["error"] as? [String: Any])
    #expect(error["code"] as? String == code)
    #expect((error["remedy"] as? String)?.isEmpty == false)
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/acme"))
  }

  @Test func aFolderInUseIsRefused() throws {
    try place.write("mine", to: "acme/notes")
    let run = try new(["acme", "--id", "org.example.acme", "--lang", "c", "--kind", "camera"])
    #expect(run.exitCode == 1)
    #expect(try #require(try run.json["error"] as? [String: Any])["code"] as? String == "folder-in-use")
  }

  @Test func withoutALanguageItIsWrongUsage() throws {
    #expect(try new(["acme", "--id", "org.example.acme", "--kind", "camera"]).exitCode == 64)
  }
}

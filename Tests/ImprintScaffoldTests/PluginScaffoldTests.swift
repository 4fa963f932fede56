// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintSettings
import ImprintScaffold
import TestSupport
import Testing

/// The templates of the repository, as the kit installs them. What they make is built and used by
/// scripts/checks/kit.
private let templates = PluginTemplates(
  folder: BuiltProducts.package.appending(path: "Kit/templates").path)

private func scaffold(
  id: String = "org.example.acme-matcher", kind: PluginKind = .matcher, language: PluginLanguage = .c,
  vendor: String? = "Acme", templates: PluginTemplates = templates
) throws -> PluginScaffold {
  try PluginScaffold(id: id, kind: kind, language: language, vendor: vendor, templates: templates)
}

@Suite struct PluginScaffoldTests {
  @Test(arguments: PluginKind.allCases, PluginLanguage.allCases)
  func everyKindInEveryLanguageHasAManifestThatIsRead(kind: PluginKind, language: PluginLanguage) throws {
    let made = try scaffold(kind: kind, language: language)
    let manifest = try ManifestReader.plugin(
      bytes: Array(try made.text("plugin.yaml").utf8), place: "plugin.yaml")
    #expect(manifest.warnings.isEmpty)
    #expect(manifest.manifest.id == "org.example.acme-matcher")
    #expect(manifest.manifest.vendor == "Acme")
    #expect(manifest.manifest.name == "Acme matcher")
    #expect(manifest.manifest.library.file == "libAcmeMatcher.so")
    let provided =
      switch kind {
      case .matcher: ["imprint.face-extractor/1", "imprint.matcher/2", "imprint.matcher-search/1"]
      case .faceCapture: ["imprint.face-capture/2"]
      default: ["imprint.\(kind.rawValue)/1"]
      }
    #expect(manifest.manifest.provides.map(\.description) == provided)
    for file in [".gitignore", "Makefile", "README.md"] { _ = try made.text(file) }
    // Every placeholder was filled.
    for file in made.files { #expect(!file.text.contains(/@[A-Z][A-Z_]*@/), "\(file.name)") }
  }

  @Test(arguments: PluginLanguage.allCases)
  func aMatcherHasAllThatAFaceExtractorHas(language: PluginLanguage) throws {
    let (extractor, matcher) = (
      try scaffold(kind: .faceExtractor, language: language), try scaffold(language: language)
    )
    // It says more of itself, has more to list, and is tried in another way.
    let differ = ["README.md", "abilities.c", "abilities.cpp", "identity.h", "Identity.swift", "plugin.yaml"]
    for file in extractor.files {
      let text = try matcher.text(file.name)
      if !differ.contains(file.name) { #expect(text == file.text, "\(file.name)") }
    }
    #expect(matcher.files.count > extractor.files.count)
  }

  @Test func theNullMatcherIsWhatIsMadeInC() throws {
    let folder = BuiltProducts.package.appending(path: "Plugins/null-matcher/Sources")
    let made = try scaffold(id: "dev.imprint.null-matcher", vendor: "Imprint")
    let code = made.files.filter { $0.name.hasSuffix(".c") || $0.name.hasSuffix(".h") }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == code.map(\.name))
    for file in code {
      let own = try String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
      // But for the name of its format, which is older than this.
      let lines = [own, file.text].map { text in
        text.split(separator: "\n").filter {
          !$0.contains(/TEMPLATE_(FORMAT|MAGIC) |What a template begins|new name/)
        }
      }
      #expect(lines[0] == lines[1], "\(file.name)")
    }
  }

  @Test func aVendorIsQuotedAsEachLanguageDoes() throws {
    let vendor = #"A "B" \ ?? \(C) é @ID@"#
    let c = try scaffold(vendor: vendor).text("identity.h")
    #expect(c.contains(##"#define PLUGIN_VENDOR "A \"B\" \\ \?\? \\(C) é @ID@""##))
    let swift = try scaffold(language: .swift, vendor: vendor).text("Identity.swift")
    #expect(swift.contains(#"vendor = "A \"B\" \\ ?? \\(C) é @ID@""#))
    let yaml = try scaffold(vendor: vendor).text("plugin.yaml")
    #expect(try ManifestReader.plugin(bytes: Array(yaml.utf8), place: "").manifest.vendor == vendor)
  }

  @Test func aVendorThatIsNotGivenIsTheDomain() throws {
    let made = try scaffold(vendor: nil).text("plugin.yaml")
    #expect(made.contains(#"vendor: "org.example""#))
  }

  @Test func theLongestIDGivesNamesWithinTheirBounds() throws {
    let id = "org." + String(repeating: "x", count: 123)
    for language in PluginLanguage.allCases {
      let yaml = try scaffold(id: id, language: language, vendor: nil).text("plugin.yaml")
      let manifest = try ManifestReader.plugin(bytes: Array(yaml.utf8), place: "").manifest
      #expect(manifest.id == id)
    }
  }

  @Test(arguments: [
    ("Org.Example.Acme_Matcher", "org.example.acme-matcher"), ("matcher", "org.example.matcher"),
    ("org.example.", "org.example"), ("org..example.a", "org.example.a"),
    ("org.example./../x", "org.example.x"),
  ])
  func aBadIDIsRefusedWithOneThatWouldDo(id: String, better: String) throws {
    let error = try #require(throws: ScaffoldError.self) { try scaffold(id: id) }
    #expect(error.code == .badID)
    #expect(error.remedy.contains("'\(better)'"))
  }

  @Test(arguments: ["", "...", "é", "1.2", "a.b\n", String(repeating: "a.", count: 100)])
  func anIDThatNothingIsLikeIsRefused(id: String) throws {
    let error = try #require(throws: ScaffoldError.self) { try scaffold(id: id) }
    #expect(error.code == .badID)
    #expect(!error.remedy.isEmpty)
  }

  @Test(arguments: ["", "two\nlines", "\u{7}", String(repeating: "v", count: 61), "right\u{202E}left"])
  func aVendorThatNoManifestMayHaveIsRefused(vendor: String) throws {
    let error = try #require(throws: ScaffoldError.self) { try scaffold(vendor: vendor) }
    #expect(error.code == .badVendor)
  }

  @Test func anUnknownKindIsRefusedWithTheNearest() throws {
    let error = try #require(throws: ScaffoldError.self) { try PluginKind(named: "mathcer") }
    #expect(error.code == .unknownKind)
    #expect(error.remedy.contains("'matcher'"))
  }

  @Test func anUnknownLanguageIsRefusedWithThoseThereAre() throws {
    let error = try #require(throws: ScaffoldError.self) { try PluginLanguage(named: "rust") }
    #expect(error.code == .unknownLanguage)
    #expect(error.remedy.contains("c, c++, swift"))
    #expect(try PluginLanguage(named: "cpp") == .cpp)
  }

  @Test func aTemplateOfAnotherVersionIsRefused() throws {
    let folder = try TemporaryFolder()
    for layer in ["extractor", "kinds/matcher", "c/every", "c/extractor", "c/face-extractor", "c/matcher"] {
      try folder.makeFolder(layer)
    }
    try folder.write("@NEWER@", to: "every/README.md")
    let error = try #require(throws: ScaffoldError.self) {
      try scaffold(templates: PluginTemplates(folder: folder.path))
    }
    #expect(error.code == .brokenTemplate)
    #expect(error.place.hasSuffix("every/README.md"))
  }

  @Test func templatesThatAreNotThereAreToldApart() throws {
    let folder = try TemporaryFolder()
    #expect(
      try #require(throws: ScaffoldError.self) { try PluginTemplates.find(in: [folder.path]) }.code
        == .noTemplates)
    let error = try #require(throws: ScaffoldError.self) {
      try scaffold(templates: PluginTemplates(folder: folder.path))
    }
    #expect(error.code == .brokenTemplate)
  }

  @Test func theFirstRootWithTemplatesIsTaken() throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    for folder in [first, second] { try folder.write("", to: "share/imprint/templates/every/README.md") }
    let found = try PluginTemplates.find(in: ["/nowhere", first.path, second.path])
    #expect(found.folder == "\(first.path)/share/imprint/templates")
  }
}

extension PluginScaffold {
  fileprivate func text(_ name: String) throws -> String {
    try #require(files.first { $0.name == name }, "no \(name)").text
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintSettings
import TestSupport
import Testing

@testable import ImprintScaffold

private let templates = PluginTemplates(
  folder: BuiltProducts.package.appending(path: "Kit/templates").path)

/// Templates of one generated plugin never pass for those of another.
struct TemplateMagicTests {
  private func magic(_ id: String, _ language: PluginLanguage) throws -> String {
    let made = try PluginScaffold(
      id: id, kind: .matcher, language: language, vendor: nil, templates: templates)
    let file = try #require(
      made.files.first { $0.text.contains(/TEMPLATE_MAGIC \{|static let templateMagic/) })
    return String(try #require(file.text.firstMatch(of: /(0x[0-9A-F]{2}(?:, 0x[0-9A-F]{2}){3})/)).1)
  }

  private func algorithm(_ id: String) throws -> String {
    let made = try PluginScaffold(
      id: id, kind: .matcher, language: .c, vendor: nil, templates: templates)
    let yaml = try #require(made.files.first { $0.name == "plugin.yaml" }).text
    return try #require(
      try ManifestReader.plugin(bytes: Array(yaml.utf8), place: "").manifest.compares.first
    ).algorithm
  }

  @Test func everyIDHasAMagicAndEveryLanguageTheSame() throws {
    var seen: Set<String> = ["0x4E, 0x55, 0x4C, 0x4D"]
    for id in (0..<50).map({ "org.example.matcher-\($0)" }) {
      let made = try PluginLanguage.allCases.map { try magic(id, $0) }
      #expect(Set(made).count == 1)
      #expect(seen.insert(made[0]).inserted, "\(id) has the magic of another")
    }
  }

  @Test func idsThatEndAlikeHaveFormatsOfTheirOwn() throws {
    let tail = "." + String(repeating: "x", count: 100)
    let names = try ["org.a\(tail)", "org.b\(tail)", "com.a\(tail)"].map(algorithm)
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { $0.utf8.count <= 63 })
    // Nor can a shorter id be named so.
    for name in names {
      #expect(throws: ScaffoldError.self) { try algorithm(name) }
    }
    #expect(try algorithm("org.example.short") == "org.example.short")
  }

  /// Committed: another magic for a format that is in use would make its templates unreadable.
  @Test func theMagicOfAFormatStays() {
    #expect(TemplateMagic(ofFormat: "org.example.acme-matcher").literal == "0xF1, 0x59, 0x66, 0xFD")
  }
}

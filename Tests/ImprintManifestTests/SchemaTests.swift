// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintSettings
import SchemaTestSupport
import Testing

@testable import ImprintManifest

/// The generated tables of plugins and variants, the JSON they are made from, and the Swift types say the
/// same.
@Suite struct SchemaTests {
  @Test func generatedPluginTableIsWhatTheSchemaSays() throws {
    let file = try SchemaFile("plugin")
    let compared = file.compared(with: PluginSchema.root)
    #expect(compared.differences.isEmpty)
    #expect(compared.count > 60)
    #expect(file.version == "\(PluginSchema.version)")
  }

  @Test func generatedVariantTableIsWhatTheSchemaSays() throws {
    let compared = try SchemaFile("variant").compared(with: VariantSchema.root)
    #expect(compared.differences.isEmpty)
    #expect(compared.count > 5)
  }

  /// Every pattern, as the JSON has it, against the one that was made of it.
  @Test func generatedPatternsAgreeWithTheSchemas() throws {
    let file = try SchemaFile("plugin")
    let tables: [String: Schema] = [
      "pluginId": PluginSchema.pluginIdForm, "ability": PluginSchema.abilityForm,
      "formatName": PluginSchema.formatNameForm,
      "semanticVersion": PluginSchema.semanticVersionForm, "looseVersion": PluginSchema.looseVersionForm,
      "fileName": PluginSchema.fileNameForm, "word": PluginSchema.wordForm,
      "license": PluginSchema.licenseForm, "sha256": PluginSchema.sha256Form,
      "parameterName": PluginSchema.parameterNameForm,
    ]
    let samples = [
      "", "a", "A", "a.b", "a..b", "a.b.", ".a", "a/b", "a.b/1", "a.b/0", "a.b/12", "a-b.c-d", "1.0.0",
      "01.0.0",
      "1.0", "1.2.3.4", "2026.4.1", "lib.so.1", "..", ".", "_x", "x y", "x\n", "x\0", "MIT OR (Apache-2.0)",
      "-", "ä", "inputWidth", "a-b_c.D9", "a--b", "a-",
      String(repeating: "a", count: 64), String(repeating: "0", count: 63), String(repeating: "F", count: 64),
    ]
    for (name, schema) in tables {
      guard case .text(let form) = schema else {
        Issue.record("\(name) is no text")
        continue
      }
      let pattern = try #require(file.pattern(ofDefinition: name))
      let expression = try NSRegularExpression(pattern: pattern.replacing(/\$$/, with: "\\z"))
      for sample in samples {
        let range = NSRange(sample.startIndex..., in: sample)
        let expected = expression.firstMatch(in: sample, range: range) != nil
        #expect(form.pattern?.matches(sample) == expected, "\(name): \(sample.debugDescription)")
      }
    }
  }

  @Test func swiftWordsAreTheSchemasWords() throws {
    func words(_ path: String...) -> [String] {
      var schema = PluginSchema.root
      for key in path {
        if case .list(let list) = schema { schema = list.item }
        guard case .map(let map) = schema, let found = map.keys.first(where: { $0.name == key }) else {
          return []
        }
        schema = found.schema
      }
      guard case .text(let text) = schema else { return [] }
      return text.words
    }
    #expect(words("library", "architecture") == PluginLibrary.Architecture.allCases.map(\.rawValue))
    #expect(words("concurrency", "instances") == PluginConcurrency.Instances.allCases.map(\.rawValue))
    #expect(words("dataUse", "class") == PluginDataUse.DataClass.allCases.map(\.rawValue))
    #expect(words("dataUse", "egress") == PluginDataUse.Egress.allCases.map(\.rawValue))
    #expect(words("dataUse", "retention") == PluginDataUse.Retention.allCases.map(\.rawValue))
    #expect(words("extracts", "modality") == Modality.allCases.map(\.name))
    #expect(words("compares", "modality") == Modality.allCases.map(\.name))
    #expect(PluginConcurrency.Instances(rawValue: PluginSchema.Defaults.concurrencyInstances) != nil)
  }
}

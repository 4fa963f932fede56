// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Testing

@testable import ImprintManifest

/// The generated tables, the JSON they are made from, and the Swift types say the same.
@Suite struct SchemaTests {
  private typealias Words = [String: Any]

  private func json(_ name: String) throws -> Words {
    let url = Samples.root.appending(path: "manifests/schema/\(name).schema.json")
    return try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? Words)
  }

  private func resolved(_ words: Words, _ root: Words) throws -> Words {
    guard let reference = words["$ref"] as? String else { return words }
    let definitions = try #require(root["$defs"] as? [String: Words])
    let found = try #require(definitions[String(reference.dropFirst("#/$defs/".count))])
    return found.merging(words) { _, own in own }
  }

  private func compare(_ schema: Schema, _ reference: Words, _ root: Words, _ path: String) throws -> Int {
    let words = try resolved(reference, root)
    var compared = 1
    switch schema {
    case .map(let map):
      let properties = try #require(words["properties"] as? [String: Words])
      #expect(Set(map.keys.map(\.name)) == Set(properties.keys), "\(path)")
      #expect(
        Set(map.keys.filter(\.isRequired).map(\.name)) == Set(words["required"] as? [String] ?? []), "\(path)"
      )
      for key in map.keys {
        compared += try compare(key.schema, try #require(properties[key.name]), root, "\(path).\(key.name)")
      }
    case .list(let list):
      #expect(words["type"] as? String == "array", "\(path)")
      #expect(list.counts.lowerBound == words["minItems"] as? Int ?? 0, "\(path)")
      #expect(list.counts.upperBound == words["maxItems"] as? Int, "\(path)")
      #expect(list.isUnique == (words["uniqueItems"] as? Bool ?? false), "\(path)")
      compared += try compare(list.item, try #require(words["items"] as? Words), root, path + "[]")
    case .text(let text):
      #expect(words["type"] as? String == "string", "\(path)")
      if let allowed = words["enum"] as? [String] {
        #expect(text.words == allowed, "\(path)")
      } else {
        #expect(text.lengths.upperBound == words["maxLength"] as? Int, "\(path)")
        #expect(text.lengths.lowerBound == words["minLength"] as? Int ?? 0, "\(path)")
        #expect(text.allowed == words["title"] as? String, "\(path)")
      }
    case .integer(let range):
      #expect(words["type"] as? String == "integer", "\(path)")
      #expect(
        range.lowerBound == words["minimum"] as? Int && range.upperBound == words["maximum"] as? Int,
        "\(path)")
    case .number(let number):
      #expect(words["type"] as? String == "number", "\(path)")
      #expect(number.minimum == words["minimum"] as? Double, "\(path)")
      #expect(number.above == words["exclusiveMinimum"] as? Double, "\(path)")
      #expect(number.maximum == words["maximum"] as? Double, "\(path)")
    case .boolean:
      #expect(words["type"] as? String == "boolean", "\(path)")
    case .either(let choices):
      let parts = try #require(words["oneOf"] as? [Words])
      #expect(choices.count == parts.count, "\(path)")
      for (choice, part) in zip(choices, parts) { compared += try compare(choice, part, root, path) }
    }
    return compared
  }

  @Test func generatedPluginTableIsWhatTheSchemaSays() throws {
    let root = try json("plugin")
    #expect(try compare(PluginSchema.root, root, root, "") > 60)
    #expect((root["$id"] as? String)?.hasSuffix(":\(PluginSchema.version)") == true)
  }

  @Test func generatedVariantTableIsWhatTheSchemaSays() throws {
    let root = try json("variant")
    #expect(try compare(VariantSchema.root, root, root, "") > 5)
  }

  @Test func generatedLicenseTableIsWhatTheSchemaSays() throws {
    let root = try json("license")
    #expect(try compare(LicenseSchema.root, root, root, "") > 10)
  }

  @Test func generatedServerTableIsWhatTheSchemaSays() throws {
    let root = try json("server")
    #expect(try compare(ServerSchema.root, root, root, "") > 10)
  }

  /// Every pattern, as the JSON has it, against the one that was made of it.
  @Test func generatedPatternsAgreeWithTheSchemas() throws {
    let root = try json("plugin")
    let definitions = try #require(root["$defs"] as? [String: Words])
    let tables: [String: Schema] = [
      "pluginId": PluginSchema.pluginIdForm, "ability": PluginSchema.abilityForm,
      "semanticVersion": PluginSchema.semanticVersionForm, "looseVersion": PluginSchema.looseVersionForm,
      "fileName": PluginSchema.fileNameForm, "word": PluginSchema.wordForm,
      "license": PluginSchema.licenseForm, "sha256": PluginSchema.sha256Form,
    ]
    let samples = [
      "", "a", "A", "a.b", "a..b", "a.b.", ".a", "a/b", "a.b/1", "a.b/0", "a.b/12", "a-b.c-d", "1.0.0",
      "01.0.0",
      "1.0", "1.2.3.4", "2026.4.1", "lib.so.1", "..", ".", "_x", "x y", "x\n", "x\0", "MIT OR (Apache-2.0)",
      "-", "ä",
      String(repeating: "a", count: 64), String(repeating: "0", count: 63), String(repeating: "F", count: 64),
    ]
    for (name, schema) in tables {
      guard case .text(let form) = schema else {
        Issue.record("\(name) is no text")
        continue
      }
      let pattern = try #require(definitions[name]?["pattern"] as? String)
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
    #expect(words("matcher", "modality") == Modality.allCases.map(\.name))
    #expect(PluginConcurrency.Instances(rawValue: PluginSchema.Defaults.concurrencyInstances) != nil)
  }
}

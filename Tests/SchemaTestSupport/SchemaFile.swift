// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import ImprintSettings

/// A schema as `manifests/schema` has it, to be compared with the table that was made of it.
package struct SchemaFile {
  private typealias Words = [String: Any]

  private let root: Words
  private let definitions: [String: Words]

  /// - Parameter name: `plugin`, of `plugin.schema.json`.
  package init(_ name: String) throws {
    var repository = URL(filePath: #filePath)
    for _ in 0..<3 { repository.deleteLastPathComponent() }
    let file = repository.appending(path: "manifests/schema/\(name).schema.json")
    guard let words = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Words else {
      throw CocoaError(.fileReadCorruptFile)
    }
    root = words
    definitions = words["$defs"] as? [String: Words] ?? [:]
  }

  /// `1.2`, as its `$id` ends.
  package var version: String? { (root["$id"] as? String)?.split(separator: ":").last.map(String.init) }

  /// The regular expression of a definition.
  package func pattern(ofDefinition name: String) -> String? { definitions[name]?["pattern"] as? String }

  /// How many values a table has, and where it does not say what this schema says.
  package func compared(with table: Schema) -> (count: Int, differences: [String]) {
    var comparison = (count: 0, differences: [String]())
    compare(table, root, "", &comparison)
    return comparison
  }

  private func compare(
    _ schema: Schema, _ reference: Words, _ path: String, _ found: inout (count: Int, differences: [String])
  ) {
    let words = resolved(reference)
    found.count += 1
    func expect(_ holds: Bool, _ what: String) {
      if !holds { found.differences.append("\(path): \(what)") }
    }
    switch schema {
    case .map(let map):
      let properties = words["properties"] as? [String: Words] ?? [:]
      expect(Set(map.keys.map(\.name)) == Set(properties.keys), "keys")
      let required = Set(map.keys.filter(\.isRequired).map(\.name))
      expect(required == Set(words["required"] as? [String] ?? []), "required")
      for key in map.keys {
        compare(key.schema, properties[key.name] ?? [:], "\(path).\(key.name)", &found)
      }
    case .entries(let entries):
      expect(words["type"] as? String == "object", "type")
      expect(entries.most == words["maxProperties"] as? Int, "maxProperties")
      compare(entries.names, words["propertyNames"] as? Words ?? [:], "\(path){name}", &found)
      compare(entries.values, words["additionalProperties"] as? Words ?? [:], "\(path){}", &found)
    case .list(let list):
      expect(words["type"] as? String == "array", "type")
      expect(list.counts.lowerBound == words["minItems"] as? Int ?? 0, "minItems")
      expect(list.counts.upperBound == words["maxItems"] as? Int, "maxItems")
      expect(list.isUnique == (words["uniqueItems"] as? Bool ?? false), "uniqueItems")
      compare(list.item, words["items"] as? Words ?? [:], path + "[]", &found)
    case .text(let text):
      expect(words["type"] as? String == "string", "type")
      if let allowed = words["enum"] as? [String] {
        expect(text.words == allowed, "enum")
      } else {
        expect(text.lengths.upperBound == words["maxLength"] as? Int, "maxLength")
        expect(text.lengths.lowerBound == words["minLength"] as? Int ?? 0, "minLength")
        expect(text.allowed == words["title"] as? String, "title")
      }
    case .integer(let range):
      expect(words["type"] as? String == "integer", "type")
      expect(range.lowerBound == words["minimum"] as? Int, "minimum")
      expect(range.upperBound == words["maximum"] as? Int, "maximum")
    case .number(let number):
      expect(words["type"] as? String == "number", "type")
      expect(number.minimum == words["minimum"] as? Double, "minimum")
      expect(number.above == words["exclusiveMinimum"] as? Double, "exclusiveMinimum")
      expect(number.maximum == words["maximum"] as? Double, "maximum")
    case .boolean:
      expect(words["type"] as? String == "boolean", "type")
    case .either(let choices):
      let parts = words["oneOf"] as? [Words] ?? []
      expect(choices.count == parts.count, "oneOf")
      for (choice, part) in zip(choices, parts) { compare(choice, part, path, &found) }
    }
  }

  /// What a reference names, with the words beside it, which win.
  private func resolved(_ words: Words) -> Words {
    guard let reference = words["$ref"] as? String else { return words }
    let found = definitions[String(reference.dropFirst("#/$defs/".count))] ?? [:]
    return found.merging(words) { _, own in own }
  }
}

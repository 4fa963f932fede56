// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-schema from manifests/schema/variant.schema.json; change that, not this.
// swift-format-ignore-file
internal import ImprintSettings

/// What `variant.schema.json` says, as ``SchemaChecker`` reads it.
enum VariantSchema {
  static let version = SchemaVersion(major: 1, minor: 3)

  /// Values of keys that are not given.
  enum Defaults {
    static let isolationDefault = "in-process"
  }

  private static let schemaPattern: TextPattern = .sequence([.set([0x31...0x31]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])])])

  private static let variantPattern: TextPattern = .sequence([.repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024), .repeated(.sequence([.set([0x2d...0x2d]), .repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024)]), 0...1024)])

  private static let lineFormPattern: TextPattern = .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)

  private static let abilityFormPattern: TextPattern = .sequence([.set([0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024), .repeated(.sequence([.set([0x2e...0x2e]), .set([0x30...0x39, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024)]), 1...1024), .set([0x2f...0x2f]), .set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])

  static let abilityForm: Schema = .text(TextSchema("an ability with its revision, such as 'imprint.matcher/2'", lengths: 0...127, pattern: abilityFormPattern))

  private static let formatNameFormPattern: TextPattern = .repeated(.set([0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x61...0x7a]), 1...1024)

  static let formatNameForm: Schema = .text(TextSchema("a format's name of a-z, 0-9, '.' and '-', such as 'imprint.face-f6'", lengths: 0...63, pattern: formatNameFormPattern))

  static let abilities: Schema = .map(
    MapSchema(keys: [
      .init("ability", required: true, abilityForm),
      .init("format", required: false, formatNameForm),
      .init("modality", required: false, .text(TextSchema(words: ["face", "finger", "voice"]))),
    ]))

  private static let pluginIdFormPattern: TextPattern = .sequence([.set([0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024), .repeated(.sequence([.set([0x2e...0x2e]), .set([0x30...0x39, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024)]), 1...1024)])

  static let pluginIdForm: Schema = .text(TextSchema("a reverse-DNS name in small letters, such as 'org.example.face-matcher'", lengths: 0...127, pattern: pluginIdFormPattern))

  private static let featureFormPattern: TextPattern = .sequence([.set([0x41...0x5a]), .repeated(.set([0x30...0x39, 0x41...0x5a, 0x5f...0x5f]), 0...1024)])

  static let featureForm: Schema = .text(TextSchema("a licence feature, such as 'VERIF'", lengths: 0...32, pattern: featureFormPattern))

  static let isolationPlugins: Schema = .map(
    MapSchema(keys: [
      .init("plugin", required: true, pluginIdForm),
      .init("in", required: true, .text(TextSchema(words: ["in-process", "process"]))),
    ]))

  static let isolation: Schema = .map(
    MapSchema(keys: [
      .init("default", required: false, .text(TextSchema(words: ["in-process", "process"]))),
      .init("plugins", required: false, .list(ListSchema(isolationPlugins, counts: 0...64, unique: true))),
    ]))

  static let root: Schema = .map(
    MapSchema(keys: [
      .init("schema", required: true, .text(TextSchema("a schema version in quotes, such as \"1.0\"", lengths: 0...9, pattern: schemaPattern))),
      .init("variant", required: true, .text(TextSchema("small letters with hyphens, such as 'face-lite'", lengths: 0...63, pattern: variantPattern))),
      .init("summary", required: true, .text(TextSchema("one line of text without control characters", lengths: 1...200, pattern: lineFormPattern))),
      .init("abilities", required: true, .list(ListSchema(.either([abilityForm, abilities]), counts: 1...32, unique: true))),
      .init("writes", required: false, .list(ListSchema(formatNameForm, counts: 0...8, unique: true))),
      .init("plugins", required: true, .list(ListSchema(pluginIdForm, counts: 0...64, unique: true))),
      .init("features", required: false, .list(ListSchema(featureForm, counts: 0...64, unique: true))),
      .init("extraFeatures", required: false, .list(ListSchema(featureForm, counts: 0...64, unique: true))),
      .init("isolation", required: false, isolation),
      .init("network", required: false, .list(ListSchema(pluginIdForm, counts: 0...64, unique: true))),
    ]))
}

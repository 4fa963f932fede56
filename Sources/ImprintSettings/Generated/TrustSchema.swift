// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-schema from manifests/schema/trust.schema.json; change that, not this.
// swift-format-ignore-file

/// What `trust.schema.json` says, as ``SchemaChecker`` reads it.
enum TrustSchema {
  static let version = SchemaVersion(major: 1, minor: 0)

  private static let schemaPattern: TextPattern = .sequence([.set([0x31...0x31]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])])])

  private static let pathFormPattern: TextPattern = .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)

  static let pathForm: Schema = .text(TextSchema("a path without control characters", lengths: 1...1024, pattern: pathFormPattern))

  private static let publishersNamePattern: TextPattern = .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)

  private static let sha256FormPattern: TextPattern = .repeated(.set([0x30...0x39, 0x41...0x46, 0x61...0x66]), 64...64)

  static let sha256Form: Schema = .text(TextSchema("64 hexadecimal digits", lengths: 0...64, pattern: sha256FormPattern))

  private static let publishersIdsPattern: TextPattern = .sequence([.set([0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024), .repeated(.sequence([.set([0x2e...0x2e]), .set([0x30...0x39, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024)]), 1...1024), .repeated(.set([0x2e...0x2e]), 0...1)])

  static let publishers: Schema = .map(
    MapSchema(keys: [
      .init("name", required: false, .text(TextSchema("a name without control characters", lengths: 1...64, pattern: publishersNamePattern))),
      .init("key", required: false, sha256Form),
      .init("ids", required: false, .list(ListSchema(.text(TextSchema("an id or the beginning of ids, two words or more in small letters, such as 'org.example'", lengths: 0...128, pattern: publishersIdsPattern)), counts: 1...64, unique: true))),
    ]))

  private static let pluginIdFormPattern: TextPattern = .sequence([.set([0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024), .repeated(.sequence([.set([0x2e...0x2e]), .set([0x30...0x39, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x61...0x7a]), 0...1024)]), 1...1024)])

  static let pluginIdForm: Schema = .text(TextSchema("a reverse-DNS name in small letters, such as 'org.example.face-matcher'", lengths: 0...127, pattern: pluginIdFormPattern))

  private static let allowedNotePattern: TextPattern = .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)

  static let allowed: Schema = .map(
    MapSchema(keys: [
      .init("plugin", required: true, pluginIdForm),
      .init("sha256", required: true, sha256Form),
      .init("note", required: false, .text(TextSchema("one line without control characters", lengths: 0...200, pattern: allowedNotePattern))),
    ]))

  private static let waivedPattern: TextPattern = .sequence([.repeated(.set([0x61...0x7a]), 1...1024), .set([0x2e...0x2e]), .repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024), .repeated(.sequence([.set([0x2d...0x2d]), .repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024)]), 0...1024)])

  static let root: Schema = .map(
    MapSchema(keys: [
      .init("schema", required: true, .text(TextSchema("a schema version in quotes, such as \"1.0\"", lengths: 0...9, pattern: schemaPattern))),
      .init("signatures", required: false, .text(TextSchema(words: ["require", "warn", "off"]))),
      .init("roots", required: false, .list(ListSchema(pathForm, counts: 0...64, unique: true))),
      .init("publishers", required: false, .list(ListSchema(publishers, counts: 0...256, unique: false))),
      .init("allowed", required: false, .list(ListSchema(allowed, counts: 0...1024, unique: false))),
      .init("revocations", required: false, pathForm),
      .init("conformance", required: false, .text(TextSchema(words: ["optional", "required"]))),
      .init("waived", required: false, .list(ListSchema(.text(TextSchema("a check's id, such as 'load.describe-in-time'", lengths: 0...127, pattern: waivedPattern)), counts: 0...256, unique: true))),
    ]))
}

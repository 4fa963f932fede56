// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-schema from manifests/schema/waivers.schema.json; change that, not this.
// swift-format-ignore-file

/// What `waivers.schema.json` says, as ``SchemaChecker`` reads it.
enum WaiversSchema {
  static let version = SchemaVersion(major: 1, minor: 0)

  private static let schemaPattern: TextPattern = .sequence([.set([0x31...0x31]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])])])

  private static let waiversCheckPattern: TextPattern = .sequence([.repeated(.set([0x61...0x7a]), 1...1024), .set([0x2e...0x2e]), .repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024), .repeated(.sequence([.set([0x2d...0x2d]), .repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024)]), 0...1024)])

  private static let reasonFormPattern: TextPattern = .sequence([.set([0x21...0x7e, 0xa1...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)])

  static let reasonForm: Schema = .text(TextSchema("one line of text that begins with a word", lengths: 1...500, pattern: reasonFormPattern))

  static let waivers: Schema = .map(
    MapSchema(keys: [
      .init("check", required: true, .text(TextSchema("a check's id, such as 'load.describe-in-time'", lengths: 0...127, pattern: waiversCheckPattern))),
      .init("reason", required: true, reasonForm),
      .init("by", required: true, .text(TextSchema("one line of text that begins with a word", lengths: 1...128, pattern: reasonFormPattern))),
    ]))

  static let root: Schema = .map(
    MapSchema(keys: [
      .init("schema", required: true, .text(TextSchema("a schema version in quotes, such as \"1.0\"", lengths: 0...9, pattern: schemaPattern))),
      .init("waivers", required: true, .list(ListSchema(waivers, counts: 0...256, unique: false))),
    ]))
}

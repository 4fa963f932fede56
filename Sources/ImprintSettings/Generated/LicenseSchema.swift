// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-schema from manifests/schema/license.schema.json; change that, not this.
// swift-format-ignore-file

/// What `license.schema.json` says, as ``SchemaChecker`` reads it.
enum LicenseSchema {
  static let version = SchemaVersion(major: 1, minor: 1)

  /// Values of keys that are not given.
  enum Defaults {
    static let allowInsecureHttp = false
    static let trial = "allowed"
  }

  private static let schemaPattern: TextPattern = .sequence([.set([0x31...0x31]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])])])

  private static let nameFormPattern: TextPattern = .sequence([.set([0x30...0x39, 0x41...0x5a, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]), 0...1024)])

  static let nameForm: Schema = .text(TextSchema("letters, digits, '.', '_' and '-', such as 'com.example.kiosk'", lengths: 0...64, pattern: nameFormPattern))

  private static let pathFormPattern: TextPattern = .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)

  static let pathForm: Schema = .text(TextSchema("a path without control characters", lengths: 1...1024, pattern: pathFormPattern))

  private static let serverPattern: TextPattern = .sequence([.set([0x68...0x68]), .set([0x74...0x74]), .set([0x74...0x74]), .set([0x70...0x70]), .repeated(.set([0x73...0x73]), 0...1), .set([0x3a...0x3a]), .set([0x2f...0x2f]), .set([0x2f...0x2f]), .repeated(.set([0x21...0x7e]), 1...1024)])

  private static let pinsHostPattern: TextPattern = .repeated(.set([0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x3a...0x3a, 0x41...0x5a, 0x61...0x7a]), 1...1024)

  private static let pinsKeysPattern: TextPattern = .sequence([.repeated(.sequence([.set([0x73...0x73]), .set([0x68...0x68]), .set([0x61...0x61]), .set([0x32...0x32]), .set([0x35...0x35]), .set([0x36...0x36]), .set([0x2f...0x2f])]), 0...1), .repeated(.set([0x2b...0x2b, 0x2f...0x2f, 0x30...0x39, 0x41...0x5a, 0x61...0x7a]), 43...43), .set([0x3d...0x3d])])

  private static let pinsExpiresPattern: TextPattern = .sequence([.set([0x32...0x32]), .set([0x30...0x30]), .repeated(.set([0x30...0x39]), 2...2), .set([0x2d...0x2d]), .set([0x30...0x30, 0x31...0x31]), .set([0x30...0x39]), .set([0x2d...0x2d]), .set([0x30...0x33]), .set([0x30...0x39])])

  static let pins: Schema = .map(
    MapSchema(keys: [
      .init("host", required: true, .text(TextSchema("a domain or an address, without wildcards, such as 'licenses.example.com'", lengths: 1...253, pattern: pinsHostPattern))),
      .init("keys", required: true, .list(ListSchema(.text(TextSchema("'sha256/' and 44 base64 characters", lengths: 0...51, pattern: pinsKeysPattern)), counts: 1...16, unique: true))),
      .init("expires", required: false, .text(TextSchema("a date in quotes, such as \"2027-12-31\"", lengths: 0...10, pattern: pinsExpiresPattern))),
    ]))

  private static let proxyPattern: TextPattern = .choice([.sequence([.set([0x6e...0x6e]), .set([0x6f...0x6f]), .set([0x6e...0x6e]), .set([0x65...0x65])]), .sequence([.repeated(.set([0x30...0x39, 0x61...0x7a]), 1...1024), .set([0x3a...0x3a]), .set([0x2f...0x2f]), .set([0x2f...0x2f]), .repeated(.set([0x21...0x7e]), 1...1024)])])

  static let root: Schema = .map(
    MapSchema(keys: [
      .init("schema", required: true, .text(TextSchema("a schema version in quotes, such as \"1.0\"", lengths: 0...9, pattern: schemaPattern))),
      .init("profile", required: false, nameForm),
      .init("product", required: false, nameForm),
      .init("trustAnchors", required: false, pathForm),
      .init("server", required: false, .text(TextSchema("an http or https URL without spaces, such as 'https://licenses.example.com:8443'", lengths: 0...255, pattern: serverPattern))),
      .init("apiKeyFile", required: false, pathForm),
      .init("tlsRoots", required: false, pathForm),
      .init("pins", required: false, .list(ListSchema(pins, counts: 0...32, unique: false))),
      .init("proxy", required: false, .text(TextSchema("a URL without spaces, such as 'http://proxy.example.com:3128', or 'none'", lengths: 0...255, pattern: proxyPattern))),
      .init("allowInsecureHttp", required: false, .boolean),
      .init("trial", required: false, .text(TextSchema(words: ["allowed", "forbidden"]))),
    ]))
}

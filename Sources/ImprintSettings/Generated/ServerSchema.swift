// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-schema from manifests/schema/server.schema.json; change that, not this.
// swift-format-ignore-file

/// What `server.schema.json` says, as ``SchemaChecker`` reads it.
enum ServerSchema {
  static let version = SchemaVersion(major: 1, minor: 0)

  /// Values of keys that are not given.
  enum Defaults {
    static let listen = "127.0.0.1"
    static let port = 8443
    static let tls = true
    static let metrics = "loopback"
    static let proxyHeader = "X-Forwarded-For"
  }

  private static let schemaPattern: TextPattern = .sequence([.set([0x31...0x31]), .set([0x2e...0x2e]), .choice([.set([0x30...0x30]), .sequence([.set([0x31...0x39]), .repeated(.set([0x30...0x39]), 0...5)])])])

  private static let namePattern: TextPattern = .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)

  private static let hostFormPattern: TextPattern = .repeated(.set([0x2d...0x2d, 0x2e...0x2e, 0x30...0x39, 0x3a...0x3a, 0x41...0x5a, 0x61...0x7a]), 1...1024)

  static let hostForm: Schema = .text(TextSchema("a domain or an address, without wildcards, such as 'licenses.example.com'", lengths: 1...253, pattern: hostFormPattern))

  static let rateForm: Schema = .map(
    MapSchema(keys: [
      .init("perSecond", required: true, .number(NumberSchema(minimum: 0, above: nil, maximum: 1000000))),
      .init("burst", required: true, .number(NumberSchema(minimum: 1, above: nil, maximum: 1000000))),
    ]))

  private static let proxyHeaderPattern: TextPattern = .sequence([.set([0x41...0x5a, 0x61...0x7a]), .repeated(.set([0x2d...0x2d, 0x30...0x39, 0x41...0x5a, 0x61...0x7a]), 0...1024)])

  private static let networkFormPattern: TextPattern = .repeated(.set([0x2e...0x2e, 0x2f...0x2f, 0x30...0x39, 0x3a...0x3a, 0x41...0x46, 0x61...0x66]), 1...1024)

  static let networkForm: Schema = .text(TextSchema("an address or a network, such as '192.0.2.1' or '2001:db8::/32'", lengths: 1...64, pattern: networkFormPattern))

  static let proxy: Schema = .map(
    MapSchema(keys: [
      .init("header", required: false, .text(TextSchema("the name of a header field, such as 'X-Forwarded-For'", lengths: 0...64, pattern: proxyHeaderPattern))),
      .init("trusted", required: true, .list(ListSchema(networkForm, counts: 1...64, unique: true))),
    ]))

  private static let tokenUriPattern: TextPattern = .sequence([.set([0x70...0x70]), .set([0x6b...0x6b]), .set([0x63...0x63]), .set([0x73...0x73]), .set([0x31...0x31]), .set([0x31...0x31]), .set([0x3a...0x3a]), .repeated(.set([0x21...0x7e]), 1...1024)])

  private static let pathFormPattern: TextPattern = .sequence([.set([0x2f...0x2f]), .repeated(.set([0x20...0x7e, 0xa0...0x2027, 0x202f...0x2065, 0x206a...0x10ffff]), 0...1024)])

  static let pathForm: Schema = .text(TextSchema("an absolute path without control characters", lengths: 0...1024, pattern: pathFormPattern))

  private static let tokenPinVariablePattern: TextPattern = .sequence([.set([0x41...0x5a, 0x5f...0x5f]), .repeated(.set([0x30...0x39, 0x41...0x5a, 0x5f...0x5f]), 0...1024)])

  static let token: Schema = .map(
    MapSchema(keys: [
      .init("uri", required: true, .text(TextSchema("a PKCS#11 URI, such as 'pkcs11:token=licences;object=signing'", lengths: 0...1024, pattern: tokenUriPattern))),
      .init("module", required: true, pathForm),
      .init("pinFile", required: false, pathForm),
      .init("pinVariable", required: false, .text(TextSchema("capital letters, digits and '_', such as 'LKMS_TOKEN_PIN'", lengths: 0...64, pattern: tokenPinVariablePattern))),
    ]))

  static let root: Schema = .map(
    MapSchema(keys: [
      .init("schema", required: true, .text(TextSchema("a schema version in quotes, such as \"1.0\"", lengths: 0...9, pattern: schemaPattern))),
      .init("name", required: true, .text(TextSchema("text without control characters, such as 'Example'", lengths: 1...48, pattern: namePattern))),
      .init("hosts", required: true, .list(ListSchema(hostForm, counts: 1...64, unique: true))),
      .init("listen", required: false, hostForm),
      .init("port", required: false, .integer(0...65535)),
      .init("tls", required: false, .boolean),
      .init("metrics", required: false, .text(TextSchema(words: ["loopback", "everyone", "nobody"]))),
      .init("visitorRate", required: false, rateForm),
      .init("keyRate", required: false, rateForm),
      .init("proxy", required: false, proxy),
      .init("token", required: false, token),
    ]))
}

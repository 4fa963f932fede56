// SPDX-License-Identifier: Apache-2.0
public import ImprintSignedDocuments
internal import ImprintManifest
public import ImprintTrust

extension ConformanceResult {
  /// Parses the untrusted bytes of a `conformance.sig`, and returns its signer.
  ///
  /// Whether it covers the present library, and is a pass, is not checked here: ``PluginTrust`` does that on
  /// opening.
  /// - Parameters:
  ///   - roots: The roots that the settings trust.
  ///   - place: Names the bytes in errors.
  /// - Throws: `TrustError` `bad-signature`, `unknown-publisher`, or `not-conforming` for one of another
  ///   form.
  public static func verify(
    _ bytes: [UInt8], under roots: [TrustAnchor], place: String
  ) throws(TrustError) -> (result: ConformanceResult, signer: StatementSigner) {
    let statement = try SignedStatement(parsing: bytes, as: .conformance, place: place)
    let result: ConformanceResult
    do throws(DocumentRejection) { result = try ConformanceResult(json: statement.payload) } catch {
      throw TrustError(
        .notConforming, place: place, reason: error.reason,
        remedy: "Update Imprint, or examine the plugin again.")
    }
    return (result, try statement.signer(under: roots, at: result.time))
  }

  /// Parses the payload.
  init(json: JSONValue) throws(DocumentRejection) {
    var members = try ClaimReader(json, "member")
    _ = try members.integer("ver", in: 2...2)
    plugin = try members.text("plugin")
    version = try Self.convert(&members, "version", "is not a version") { SemanticVersion($0) }
    library = try Self.convert(&members, "library", "is not a SHA-256") { ContentHash(hex: $0) }
    contents = try Self.convert(&members, "contents", "is not a SHA-256") { ContentHash(hex: $0) }
    isGood = try Self.convert(&members, "verdict", "is neither 'pass' nor 'fail'") {
      ["pass": true, "fail": false][$0]
    }
    time = try members.time("time")
    imprint = try members.text("imprint")
    seed = try Self.convert(&members, "seed", "is not a number") { UInt64($0) }
    checks = try Self.list(&members, "checks") { (item) throws(DocumentRejection) in
      Check(
        id: try item.text("id"), outcome: try item.text("outcome"),
        isolation: try Self.convert(&item, "isolation", "is none that there is") { Isolation(rawValue: $0) })
    }
    waivers = try Self.list(&members, "waivers") { (item) throws(DocumentRejection) in
      let check = try item.text("check")
      guard case .string(let reason) = try item.required("reason"), (1...2048).contains(reason.utf8.count)
      else { throw item.refused("reason", "is not a text of 1 to 2048 bytes") }
      return CheckWaiver(check: check, reason: reason, by: try item.text("by"))
    }
    try members.end()
  }

  private static func convert<Value>(
    _ members: inout ClaimReader, _ name: String, _ wrong: String, _ convert: (String) -> Value?
  ) throws(DocumentRejection) -> Value {
    guard let value = convert(try members.text(name)) else { throw members.refused(name, wrong) }
    return value
  }

  private static func list<Item>(
    _ members: inout ClaimReader, _ name: String,
    _ read: (inout ClaimReader) throws(DocumentRejection) -> Item
  ) throws(DocumentRejection) -> [Item] {
    guard case .array(let items) = try members.required(name), items.count <= 1024 else {
      throw members.refused(name, "is not a list of at most 1024")
    }
    var all: [Item] = []
    for item in items {
      var reader = try ClaimReader(item, "\(name) member")
      all.append(try read(&reader))
      try reader.end()
    }
    return all
  }
}

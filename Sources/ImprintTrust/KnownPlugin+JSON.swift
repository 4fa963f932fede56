// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// The form in `seen.json`.
extension KnownPlugin {
  /// Reads one of version 2; in version 1 it is only a plugin version, without publisher.
  init(json: JSONValue) throws(DocumentRejection) {
    if case .string(let text) = json {
      guard let version = SemanticVersion(text) else { throw Self.broken("a version that is none") }
      self.init(owner: nil, publishers: [], contents: nil, unattributed: version)
      return
    }
    var members = try ClaimReader(json, "member")
    guard case .array(let items) = try members.required("publishers") else {
      throw members.refused("publishers", "is not a list")
    }
    var publishers: [Publisher] = []
    for item in items { publishers.append(try Self.publisher(item)) }
    let owner = try Self.optional(&members, "owner") { ContentHash(hex: $0) }
    guard owner.map({ owner in publishers.contains { $0.id == owner } }) ?? true else {
      throw members.refused("owner", "is none of its publishers")
    }
    self.init(
      owner: owner, publishers: publishers,
      contents: try Self.optional(&members, "contents") { SemanticVersion($0) },
      unattributed: try Self.optional(&members, "unattributed") { SemanticVersion($0) })
    try members.end()
  }

  private static func publisher(_ json: JSONValue) throws(DocumentRejection) -> Publisher {
    var members = try ClaimReader(json, "publisher's member")
    guard case .string(let name) = try members.required("name"),
      case .array(let items) = try members.required("keys"), items.count <= Publisher.mostKeys
    else { throw members.refused("keys", "is not a list of a few keys") }
    var keys: [ContentHash] = []
    for item in items {
      guard case .string(let text) = item, let key = ContentHash(hex: text) else {
        throw members.refused("keys", "has something else than hashes")
      }
      keys.append(key)
    }
    let publisher = Publisher(
      id: try members.hash("id"), name: name, keys: keys,
      version: try optional(&members, "version") { SemanticVersion($0) })
    try members.end()
    return publisher
  }

  private static func optional<Value>(
    _ members: inout ClaimReader, _ name: String, _ read: (String) -> Value?
  ) throws(DocumentRejection) -> Value? {
    guard let json = members.optional(name) else { return nil }
    guard case .string(let text) = json, let value = read(text) else {
      throw members.refused(name, "is not what it has to be")
    }
    return value
  }

  private static func broken(_ what: String) -> DocumentRejection {
    .malformed(.claims, "member 'plugins' has \(what).")
  }

  var json: JSONValue {
    .present([
      "owner": owner?.hex,
      "publishers": publishers.json {
        .present([
          "id": $0.id.hex, "name": $0.name, "keys": $0.keys.map(\.hex), "version": $0.version.map { "\($0)" },
        ])
      },
      "contents": contents.map { "\($0)" }, "unattributed": unattributed.map { "\($0)" },
    ])
  }
}

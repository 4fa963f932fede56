// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// `seen.json`: written as version 2, with publishers; version 1 is read too.
extension TrustMemory.Content {
  init(parsing bytes: [UInt8], place: String) throws(TrustError) {
    do {
      let json = try JSONValue(parsing: bytes, limits: JSONValue.Limits(bytes: 1 << 20))
      var members = try ClaimReader(json, "member")
      let version = try members.integer("ver", in: 1...2)
      guard case .object(let plugins) = try members.required("plugins"),
        case .object(let lists) = try members.required("lists")
      else { throw members.refused("plugins", "is not an object") }
      try members.end()
      for (plugin, value) in plugins {
        if case .string = value, version != 1 { throw members.refused("plugins", "has a version alone") }
        if case .object = value, version != 2 { throw members.refused("plugins", "has more than versions") }
        self.plugins[plugin] = try KnownPlugin(json: value)
      }
      for (list, value) in lists {
        guard case .integer(let number) = value else {
          throw members.refused("lists", "has something else than numbers")
        }
        self.lists[list] = number
      }
    } catch {
      let reason = (error as? any ExplainedError)?.reason ?? "\(error)"
      throw TrustError(
        .memory, place: place, reason: "it is damaged: \(reason)",
        remedy: "Remove it; publishers, versions and lists are then recorded afresh.")
    }
  }

  var json: JSONValue {
    [
      "ver": 2, "plugins": JSONValue.object(plugins.map { ($0.key, $0.value.json) }.sorted { $0.0 < $1.0 }),
      "lists": JSONValue.object(lists.map { ($0.key, JSONValue.integer($0.value)) }.sorted { $0.0 < $1.0 }),
    ]
  }
}

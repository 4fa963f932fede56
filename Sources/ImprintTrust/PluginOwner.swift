// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The owner of a plugin id, if there is one.
public struct PluginOwner: Sendable, Hashable {
  /// In words: "'Acme' (key 3f1b52...)".
  public let name: String
  /// Why it is the owner, as the second half of a sentence.
  public let ground: String

  init(_ known: KnownPlugin.Publisher) {
    name = Self.named(known.name, known.keys.last)
    ground = "whose plugin of that id was used here first"
  }

  init(stated: [TrustSettings.Publisher]) {
    name = stated.map { Self.named($0.name, $0.key) }.joined(separator: " or ")
    ground = "as the trust settings state"
  }

  init(_ signer: StatementSigner, at folder: String) {
    name = Self.named(signer.name, signer.key)
    ground = "whose plugin of that id is in \(folder)"
  }

  /// A name and the beginning of the key, to distinguish equal names.
  static func named(_ name: String?, _ key: ContentHash?) -> String {
    switch (name, key) {
    case (let name?, let key?): "'\(name)' (key \(key.hex.prefix(12)))"
    case (let name?, nil): "'\(name)'"
    case (nil, let key?): "whoever has the key \(key.hex.prefix(12))"
    case (nil, nil): "somebody"
    }
  }
}

extension TrustPolicy {
  /// The entries that state an id's owner: of all that cover it, those with the longest prefix.
  func stated(for id: String) -> [TrustSettings.Publisher] {
    func length(_ publisher: TrustSettings.Publisher) -> Int {
      publisher.ids.filter { $0.covers(id) }.map(\.text.utf8.count).max() ?? 0
    }
    let longest = publishers.map(length).max() ?? 0
    return longest == 0 ? [] : publishers.filter { length($0) == longest }
  }

  /// Whether the settings allow a signer, for a plugin of that id.
  func allows(_ signer: StatementSigner, for id: String) -> Bool {
    publishers.contains { $0.names(signer) && $0.covers(id) }
  }

  /// The owner of an id, by settings and memory.
  /// - Parameter signer: a signer whose ownership does not count; `nil`: none.
  func owner(of id: String, otherThan signer: StatementSigner?, _ known: KnownPlugin) -> PluginOwner? {
    let stated = stated(for: id)
    // Settings are intentional: they take precedence over first use.
    if !stated.isEmpty {
      return signer.map { signer in stated.contains { $0.names(signer) } } == true
        ? nil : PluginOwner(stated: stated)
    }
    guard let signer else {
      return known.owner.flatMap { id in known.publishers.first { $0.id == id } }.map(PluginOwner.init)
    }
    return known.ownerOtherThan(signer).map(PluginOwner.init)
  }
}

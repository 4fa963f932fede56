// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// What is remembered of a plugin id: its owner, and the highest version of each publisher.
public struct KnownPlugin: Sendable, Hashable {
  /// A publisher whose plugin of that id was used here.
  struct Publisher: Sendable, Hashable {
    /// ``StatementSigner/publisher`` of its latest signature.
    var id: ContentHash
    /// For people.
    var name: String
    /// The keys it signed with, the latest last; at most ``mostKeys``.
    var keys: [ContentHash]
    /// `nil` if none was used completely yet.
    var version: SemanticVersion?

    static let mostKeys = 8
    /// In bytes: names in certificates may be long, and the storage is bounded.
    static let longestName = 128

    /// By its name under the same issuer, or by a recertified key.
    func isSame(_ signer: StatementSigner) -> Bool { id == signer.publisher || keys.contains(signer.key) }
  }

  /// The ``Publisher/id`` of the id's owner; `nil` if there is none.
  private(set) var owner: ContentHash?
  private(set) var publishers: [Publisher] = []
  /// Of plugins allowed by their contents, regardless of publisher.
  private(set) var contents: SemanticVersion?
  /// From a file of version 1, without publishers: applies to all, until a publisher uses that version or a
  /// newer one.
  private(set) var unattributed: SemanticVersion?
  /// The highest version of any publisher.
  var highest: SemanticVersion? {
    (publishers.map(\.version) + [contents, unattributed]).compactMap { $0 }.max()
  }

  /// The owner, if not the signer.
  func ownerOtherThan(_ signer: StatementSigner) -> Publisher? {
    guard let owner else { return nil }
    let record = publishers.first { $0.id == owner }
    return record.map { $0.isSame(signer) } == true ? nil : record
  }

  /// The lowest version allowed for this publisher (rollback protection).
  /// - Parameters:
  ///   - signer: `nil` if it is allowed by its contents.
  ///   - stated: the entries of the settings that state the id's owner: their keys belong to one publisher.
  func newest(of signer: StatementSigner?, stated: [TrustSettings.Publisher]) -> SemanticVersion? {
    guard let signer else { return [contents, unattributed].compactMap { $0 }.max() }
    let keys = Set(stated.compactMap(\.key))
    let own = publishers.filter { record in
      record.isSame(signer) || (keys.contains(signer.key) && record.keys.contains { keys.contains($0) })
    }
    return (own.map(\.version) + [unattributed]).compactMap { $0 }.max()
  }

  /// Makes a publisher the owner, unless another one is.
  /// - Parameter isStated: whether the settings state that it is: this overrides an earlier owner.
  /// - Returns: The owner, if another one.
  mutating func claim(by signer: StatementSigner, isStated: Bool) -> Publisher? {
    if !isStated, let other = ownerOtherThan(signer) { return other }
    record(nil, by: signer)
    owner = signer.publisher
    return nil
  }

  /// Rolls back an unused claim: the previous owner is restored.
  mutating func withdraw(to before: KnownPlugin, by signer: StatementSigner) {
    guard owner == signer.publisher else { return }
    // It was the signer's before, perhaps under an earlier certificate: that record is this one now.
    guard before.owner == nil || before.ownerOtherThan(signer) != nil else { return }
    // Only if its record still exists: an owner without a record would be corrupt.
    owner = before.owner.flatMap { id in publishers.first { $0.id == id }?.id }
    publishers.removeAll { record in
      record.isSame(signer) && record.version == nil && !before.publishers.contains { $0.isSame(signer) }
    }
  }

  /// Remembers a version if it is the publisher's highest.
  /// - Parameter signer: `nil` if it was allowed by its contents: this sets no owner.
  mutating func note(_ version: SemanticVersion, by signer: StatementSigner?) {
    guard let signer else {
      contents = max(contents ?? version, version)
      return
    }
    record(version, by: signer)
    if let old = unattributed, version >= old { unattributed = nil }
  }

  private mutating func record(_ version: SemanticVersion?, by signer: StatementSigner) {
    let same = publishers.filter { $0.isSame(signer) }
    if let owner, same.contains(where: { $0.id == owner }) { self.owner = signer.publisher }
    publishers.removeAll { $0.isSame(signer) }
    let keys = same.flatMap(\.keys).filter { $0 != signer.key } + [signer.key]
    publishers.append(
      Publisher(
        id: signer.publisher,
        name: String(decoding: signer.name.utf8.prefix(Publisher.longestName), as: UTF8.self),
        keys: keys.suffix(Publisher.mostKeys),
        version: (same.map(\.version) + [version]).compactMap { $0 }.max()))
  }

  /// Forgets all versions; keeps the owner.
  mutating func forgetVersions() {
    contents = nil
    unattributed = nil
    for index in publishers.indices { publishers[index].version = nil }
  }
}

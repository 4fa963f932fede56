// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// What is remembered of one plugin's id: whose it is, and the highest version of each publisher's.
public struct KnownPlugin: Sendable, Hashable {
  /// Somebody whose plugin of that id was used here.
  struct Publisher: Sendable, Hashable {
    /// ``StatementSigner/publisher``, as it signed last.
    var id: ContentHash
    /// For people.
    var name: String
    /// Those it signed with, the last one at the end; as many as ``mostKeys``.
    var keys: [ContentHash]
    /// `nil` where none was used to its end yet.
    var version: SemanticVersion?

    static let mostKeys = 8
    /// In bytes: what a certificate says may be long, and the memory is bounded.
    static let longestName = 128

    /// By its name below the same issuer, or by a key that was certified anew.
    func isSame(_ signer: StatementSigner) -> Bool { id == signer.publisher || keys.contains(signer.key) }
  }

  /// The ``Publisher/id`` of whoever has the id; `nil` where nobody has.
  private(set) var owner: ContentHash?
  private(set) var publishers: [Publisher] = []
  /// Of what was allowed by its contents, whoever made it.
  private(set) var contents: SemanticVersion?
  /// Of a memory that did not know publishers: anybody's, until a publisher uses that version or a newer one.
  private(set) var unattributed: SemanticVersion?
  /// The highest version, whoever's it was.
  var highest: SemanticVersion? {
    (publishers.map(\.version) + [contents, unattributed]).compactMap { $0 }.max()
  }

  /// The owner, where that is somebody else than who signed.
  func ownerOtherThan(_ signer: StatementSigner) -> Publisher? {
    guard let owner else { return nil }
    let record = publishers.first { $0.id == owner }
    return record.map { $0.isSame(signer) } == true ? nil : record
  }

  /// The version that one of this publisher must not be older than.
  /// - Parameters:
  ///   - signer: `nil` where it is allowed by its contents.
  ///   - stated: The entries of settings that say whose the id is: their keys are one publisher's.
  func newest(of signer: StatementSigner?, stated: [TrustSettings.Publisher]) -> SemanticVersion? {
    guard let signer else { return [contents, unattributed].compactMap { $0 }.max() }
    let keys = Set(stated.compactMap(\.key))
    let own = publishers.filter { record in
      record.isSame(signer) || (keys.contains(signer.key) && record.keys.contains { keys.contains($0) })
    }
    return (own.map(\.version) + [unattributed]).compactMap { $0 }.max()
  }

  /// Makes a publisher the owner, unless somebody else is.
  /// - Parameter isStated: Whether settings say that it is: then it is, whoever was.
  /// - Returns: Who is, where it is somebody else.
  mutating func claim(by signer: StatementSigner, isStated: Bool) -> Publisher? {
    if !isStated, let other = ownerOtherThan(signer) { return other }
    record(nil, by: signer)
    owner = signer.publisher
    return nil
  }

  /// Takes a claim back that nothing came of: whoever had the id before has it again.
  mutating func withdraw(to before: KnownPlugin, by signer: StatementSigner) {
    guard owner == signer.publisher else { return }
    // It was the signer's before, by the name of an earlier certificate maybe: that record is this one now.
    guard before.owner == nil || before.ownerOtherThan(signer) != nil else { return }
    // Only one that is still there: an owner without a record would be damage.
    owner = before.owner.flatMap { id in publishers.first { $0.id == id }?.id }
    publishers.removeAll { record in
      record.isSame(signer) && record.version == nil && !before.publishers.contains { $0.isSame(signer) }
    }
  }

  /// Remembers a version, where it is the publisher's highest.
  /// - Parameter signer: `nil` where it was allowed by its contents: that makes nobody the owner.
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

  /// Forgets every version; whose the id is stays known.
  mutating func forgetVersions() {
    contents = nil
    unattributed = nil
    for index in publishers.indices { publishers[index].version = nil }
  }
}

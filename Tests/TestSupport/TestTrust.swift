// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Imprint

/// What tests trust: nothing is asked of plugins that are made on the fly, or those of one publisher count.
public enum TestTrust {
  /// Settings that ask nothing, for programs that tests start.
  public static func offSettings() throws -> String { try made.get().settings }

  /// A publisher of the tests' own. Made once.
  public static func publisher() throws -> PublisherIdentity { try made.get().publisher }

  /// One of its keys: `publisher`, `conformance` or `revocations`.
  public static func key(_ name: String = "publisher") throws -> PublisherKey {
    let publisher = try publisher()
    return try PublisherKey(
      keyPEM: publisher.text(of: "\(name).key") ?? "",
      certificatesPEM: publisher.text(of: "\(name).pem") ?? "")
  }

  /// Its name.
  public static let name = "Tests"
  /// When it was made and signs: seconds since 1970 UTC.
  public static let time: Int64 = 1_790_000_000

  /// Puts settings and root into a folder: plugins that the publisher signed may be used, and no others.
  /// - Returns: the settings' path.
  public static func requireSignatures(
    in folder: TemporaryFolder, settings: TrustSettings = TrustSettings()
  ) throws -> String {
    try folder.write(publisher().text(of: "root.pem") ?? "", to: "trust/root.pem")
    var settings = settings
    settings.signatures = settings.signatures ?? .require
    settings.roots.append("root.pem")
    settings.publishers.append(.init(name: name))
    return try folder.write(settings.yaml, to: "trust/trust.yaml")
  }

  /// Another publisher under a root of its own, whom settings trust and allow beside the first.
  public struct Rival: Sendable {
    public let key: PublisherKey
    private let root: String

    public init(_ name: String = "Rival") throws {
      let identity = try PublisherIdentity.create(name: name, now: TestTrust.time)
      key = try PublisherKey(
        keyPEM: identity.text(of: "publisher.key") ?? "",
        certificatesPEM: identity.text(of: "publisher.pem") ?? "")
      root = identity.text(of: "root.pem") ?? ""
    }

    /// Settings that trust its root, which is put beside those of
    /// ``TestTrust/requireSignatures(in:settings:)``.
    public func settings(in folder: TemporaryFolder) throws -> TrustSettings {
      try folder.write(root, to: "trust/rival.pem")
      return TrustSettings(roots: ["rival.pem"], publishers: [.init(name: key.name, key: key.keyHash)])
    }
  }

  private struct Made {
    let settings: String
    let publisher: PublisherIdentity
  }

  private static let made = Result {
    let folder = try TemporaryFolder()
    return Made(
      settings: try folder.write(TrustSettings(signatures: .off).yaml, to: "trust.yaml"),
      publisher: try PublisherIdentity.create(name: name, now: time))
  }
}

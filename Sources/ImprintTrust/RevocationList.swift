// SPDX-License-Identifier: Apache-2.0
internal import ImprintCertificates
package import ImprintSignedDocuments

/// Revocations: certificates of publishers, plugins by their contents, and versions.
public struct RevocationList: Sendable, Hashable {
  /// A certificate whose signatures are all invalid, whenever made.
  public enum RevokedCertificate: Sendable, Hashable {
    /// SHA-256 of the certificate (DER).
    case sha256(ContentHash)
    /// The serial number, in lower-case hexadecimal digits without leading zero bytes, and the issuer's
    /// subject as text.
    case serial(String, issuer: String)

    func names(_ certificate: CertificateIdentity) -> Bool {
      switch self {
      case .sha256(let hash): hash == certificate.sha256
      case .serial(let serial, let issuer): serial == certificate.serial && issuer == certificate.issuer
      }
    }
  }

  /// All versions of a plugin before one.
  public struct RevokedVersions: Sendable, Hashable {
    public var plugin: String
    /// The first version that is valid again.
    public var below: SemanticVersion

    public init(plugin: String, below: SemanticVersion) {
      self.plugin = plugin
      self.below = below
    }
  }

  /// The list's identity through all its numbers: a name of 1 to 64 letters, digits, `.`, `_` and `-`.
  public var name: String
  /// Increases with each list of that name.
  public var number: Int
  /// When it was made, seconds since 1970 UTC.
  public var time: Int64
  public var certificates: [RevokedCertificate]
  /// SHA-256 of whole plugins.
  public var plugins: [ContentHash]
  public var versions: [RevokedVersions]

  /// The most bytes of a list, signed.
  public static let mostBytes = 4 << 20
  /// The most entries of each kind.
  public static let mostEntries = 16_384

  public init(
    name: String, number: Int, time: Int64, certificates: [RevokedCertificate] = [],
    plugins: [ContentHash] = [], versions: [RevokedVersions] = []
  ) {
    self.name = name
    self.number = number
    self.time = time
    self.certificates = certificates
    self.plugins = plugins
    self.versions = versions
  }
}

extension RevocationList {
  /// Parses and validates the payload. - Throws: ``TrustError`` `revocation-list`.
  init(json: JSONValue, place: String) throws(TrustError) {
    do throws(DocumentRejection) {
      var members = try ClaimReader(json, "member")
      _ = try members.integer("ver", in: 1...1)
      name = try members.text("list")
      guard name.isDocumentName else { throw members.refused("list", "is not a name") }
      number = try members.integer("number", in: 1...Int.max)
      time = try members.time("time")
      certificates = try Self.list(members.required("certificates"), "certificate member") {
        (entry) throws(DocumentRejection) in
        if entry.has("sha256") { return .sha256(try entry.hash("sha256")) }
        return .serial(try entry.text("serial"), issuer: try entry.text("issuer"))
      }
      plugins = try Self.list(members.required("plugins"), "plugin member") {
        (entry) throws(DocumentRejection) in try entry.hash("sha256")
      }
      versions = try Self.list(members.required("versions"), "version member") {
        (entry) throws(DocumentRejection) in
        RevokedVersions(plugin: try entry.text("plugin"), below: try entry.version("below"))
      }
      try members.end()
    } catch {
      throw TrustError(
        .revocations, place: place, reason: error.reason,
        remedy: "Update Imprint, or get the list again from its issuer.")
    }
  }

  private static func list<Entry>(
    _ json: JSONValue, _ kind: String, _ read: (inout ClaimReader) throws(DocumentRejection) -> Entry
  ) throws(DocumentRejection) -> [Entry] {
    guard case .array(let items) = json, items.count <= mostEntries else {
      throw .malformed(.claims, "the \(kind)s are not in a list of at most \(mostEntries).")
    }
    var entries: [Entry] = []
    for item in items {
      var reader = try ClaimReader(item, kind)
      entries.append(try read(&reader))
      try reader.end()
    }
    return entries
  }

  /// The payload to be signed.
  var json: JSONValue {
    [
      "ver": 1, "list": name, "number": number, "time": Int(time),
      "certificates": certificates.map(Self.json(of:)), "plugins": plugins.json { ["sha256": $0.hex] },
      "versions": versions.json { ["plugin": $0.plugin, "below": "\($0.below)"] },
    ]
  }

  private static func json(of certificate: RevokedCertificate) -> JSONValue {
    switch certificate {
    case .sha256(let hash): ["sha256": hash.hex]
    case .serial(let serial, let issuer):
      ["serial": serial, "issuer": issuer]
    }
  }

  /// The certificates of a PEM text, as revocations.
  /// - Throws: ``TrustError`` `signing-key` if it is anything else.
  public static func certificates(pem: String, place: String) throws(TrustError) -> [RevokedCertificate] {
    do throws(AuthorityError) {
      return try DERCertificate.chain(pem: pem).map { .sha256(ContentHash(of: $0)) }
    } catch {
      throw TrustError(.key, place: place, reason: error.reason, remedy: error.remedy)
    }
  }

  /// Signs the list.
  ///
  /// - Returns: The file's text.
  /// - Throws: ``TrustError``: `revocation-list` where verifiers would refuse it, `signing-key`.
  public func signed(with key: PublisherKey) throws(TrustError) -> String {
    _ = try RevocationList(json: json, place: "revocation list")
    return try key.sign(json, as: .pluginRevocations, at: time)
  }

  /// Verifies the bytes of a list.
  ///
  /// - Throws: ``TrustError`` `revocation-list`: damaged, or not signed by a revoker whom a root certifies.
  package static func verify(
    _ bytes: [UInt8], under roots: [TrustAnchor], place: String
  ) throws(TrustError) -> RevocationList {
    do throws(TrustError) {
      let statement = try SignedStatement(parsing: bytes, as: .pluginRevocations, place: place)
      let list = try RevocationList(json: statement.payload, place: place)
      _ = try statement.signer(under: roots, at: list.time)
      return list
    } catch {
      throw TrustError(.revocations, error)
    }
  }
}

extension ClaimReader {
  fileprivate mutating func has(_ name: String) -> Bool {
    var copy = self
    return copy.optional(name) != nil
  }
}

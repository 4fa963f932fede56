// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import ImprintSettings

/// The claims of a conformance result that decide whether a plugin is opened. The rest is for people.
struct ConformanceClaims {
  /// SHA-256 of the library; `nil` if malformed.
  let library: ContentHash?
  let isGood: Bool
  /// Checks whose failure the signer accepted.
  let waived: [String]
  let signer: StatementSigner

  /// Since version 2 all waivers are the examiner's; in version 1 they could come from the plugin itself.
  static let version = 2

  /// Reads untrusted bytes of a `conformance.sig`, and identifies its signer, whom a root must certify for
  /// that.
  ///
  /// Its payload has at least `ver`, `library`, the SHA-256 of the library, `verdict`, `time`, and `waivers`,
  /// each with its `check`.
  /// - Throws: ``TrustError`` `not-conforming`, `bad-signature`, `unknown-publisher`.
  init(parsing bytes: [UInt8], under roots: [TrustAnchor], place: String) throws(TrustError) {
    let statement = try SignedStatement(parsing: bytes, as: .conformance, place: place)
    guard case .object(let members) = statement.payload,
      case .integer(let version)? = members.first(where: { $0.0 == "ver" })?.1,
      case .string(let hash)? = members.first(where: { $0.0 == "library" })?.1,
      case .string(let verdict)? = members.first(where: { $0.0 == "verdict" })?.1,
      case .integer(let time)? = members.first(where: { $0.0 == "time" })?.1
    else { throw Self.refused("it says nothing of a library, a verdict and a time.", place) }
    guard version == Self.version else {
      throw Self.refused("it is of version \(version), and results of version \(Self.version) count.", place)
    }
    guard DocumentTime.range.contains(Int64(time)) else {
      throw Self.refused("its time is out of range.", place)
    }
    library = ContentHash(hex: hash)
    isGood = verdict == "pass"
    waived = try Self.waived(members, place)
    signer = try statement.signer(under: roots, at: Int64(time))
  }

  private static func waived(
    _ members: [(String, JSONValue)], _ place: String
  ) throws(TrustError) -> [String] {
    guard case .array(let items)? = members.first(where: { $0.0 == "waivers" })?.1 else {
      throw refused("it does not say which failures were waived.", place)
    }
    var checks: [String] = []
    for item in items {
      guard case .object(let waiver) = item,
        case .string(let check)? = waiver.first(where: { $0.0 == "check" })?.1
      else { throw refused("a waiver in it names no check.", place) }
      checks.append(check)
    }
    return checks
  }

  /// Verifies the bytes of `conformance.sig`: signed by an examiner whom a root certifies and the settings
  /// allow, for this library, passed, and without waivers that the settings do not accept.
  /// - Throws: ``TrustError`` `not-conforming`.
  static func verify(
    _ bytes: [UInt8], of library: ContentHash, _ evidence: PluginEvidence, under policy: TrustPolicy,
    place: String
  ) throws(TrustError) {
    let claims: ConformanceClaims
    do throws(TrustError) {
      claims = try ConformanceClaims(parsing: bytes, under: policy.roots, place: place)
    } catch {
      throw refused(error.reason, place)
    }
    guard claims.library == library else { throw refused("it is of another library.", place) }
    guard claims.isGood else { throw refused("the examination did not end well.", place) }
    let signer = claims.signer
    if let list = policy.revocations.first(where: { $0.takesBack(signer) }) {
      throw refused(
        "it is signed by '\(signer.name)', and the revocation list '\(list.name)' number \(list.number) revokes a "
          + "certificate of that signature.", place)
    }
    guard policy.allows(signer, for: evidence.contents.plugin) else {
      throw TrustError(
        .notConforming, place: place,
        reason: "it is signed by '\(signer.name)', whose results are not allowed here.",
        remedy:
          "Allow all that '\(signer.name)' signs: sdkctl plugin allow \(ShellWord.quoted(evidence.folder)) --examiner."
      )
    }
    try judgeWaivers(claims, policy, place)
  }

  private static func judgeWaivers(
    _ claims: ConformanceClaims, _ policy: TrustPolicy, _ place: String
  ) throws(TrustError) {
    if let check = claims.waived.first(where: { !CheckWaivability.isWaivable($0) }) {
      throw refused("the failure of \(check) is waived in it, but that check cannot be waived.", place)
    }
    guard let check = claims.waived.first(where: { !policy.waived.contains($0) }) else { return }
    throw TrustError(
      .notConforming, place: place,
      reason: "'\(claims.signer.name)' waived the failure of \(check), which is not accepted here.",
      remedy: "Accept that: sdkctl trust conformance required --waived \(check). Or get a build that passes.")
  }

  private static func refused(_ reason: String, _ place: String) -> TrustError {
    TrustError(
      .notConforming, place: place, reason: reason,
      remedy: "Get a result for this build from the plugin's publisher. "
        + "Your own: sdkctl plugin check --sign-key.")
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintModel

/// What of a conformance result decides whether a plugin is opened. The rest of it is for people.
struct ConformanceClaims {
  /// SHA-256 of the library; `nil` where it is no hash.
  let library: ContentHash?
  let isGood: Bool
  let signer: StatementSigner

  /// Reads hostile bytes of a `conformance.sig`, and finds who signed it: somebody whom a root entitles to that.
  ///
  /// Its payload has at least `library`, the SHA-256 of the library, `verdict`, and `time`.
  /// - Throws: ``TrustError`` `not-conforming`, `bad-signature`, `unknown-publisher`.
  init(parsing bytes: [UInt8], under roots: [TrustAnchor], place: String) throws(TrustError) {
    let statement = try SignedStatement(parsing: bytes, as: .conformance, place: place)
    guard case .object(let members) = statement.payload,
      case .string(let hash)? = members.first(where: { $0.0 == "library" })?.1,
      case .string(let verdict)? = members.first(where: { $0.0 == "verdict" })?.1,
      case .integer(let time)? = members.first(where: { $0.0 == "time" })?.1
    else { throw Self.refused("it says nothing of a library, a verdict and a time.", place) }
    guard LicenseTime.range.contains(Int64(time)) else {
      throw Self.refused("its time is out of range.", place)
    }
    library = ContentHash(hex: hash)
    isGood = verdict == "pass"
    signer = try statement.signer(under: roots, at: Int64(time))
  }

  /// Judges the bytes of `conformance.sig`: signed by somebody whom a root entitles to and whom the settings allow, of
  /// this library, and good.
  /// - Throws: ``TrustError`` `not-conforming`.
  static func verify(
    _ bytes: [UInt8], of library: ContentHash, in folder: String, under policy: TrustPolicy, place: String
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
        "it is signed by '\(signer.name)', and the revocation list '\(list.name)' number \(list.number) takes a "
          + "certificate of that signature back.", place)
    }
    guard policy.publishers.contains(where: { $0.names(signer) }) else {
      throw TrustError(
        .notConforming, place: place,
        reason: "it is signed by '\(signer.name)', whose results are not allowed here.",
        remedy: "Allow all that '\(signer.name)' signs: sdkctl plugin allow \(folder) --examiner.")
    }
  }

  private static func refused(_ reason: String, _ place: String) -> TrustError {
    TrustError(
      .notConforming, place: place, reason: reason,
      remedy: "Get a result for this build from the plugin's publisher. "
        + "Your own: sdkctl plugin check --sign-key.")
  }
}

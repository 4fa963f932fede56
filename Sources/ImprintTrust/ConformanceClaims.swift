// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintModel

/// What of a conformance result decides whether a plugin is opened. The rest of it is for people.
enum ConformanceClaims {
  /// Judges the bytes of `conformance.sig`: signed by somebody whom a root entitles to, of this library, and good.
  ///
  /// Its payload has at least `library`, the SHA-256 of the library, `verdict`, and `time`.
  /// - Throws: ``TrustError`` `not-conforming`.
  static func verify(
    _ bytes: [UInt8], of library: ContentHash, under roots: [TrustAnchor], place: String
  ) throws(TrustError) {
    func refused(_ reason: String) -> TrustError {
      TrustError(
        .notConforming, place: place, reason: reason,
        remedy: "Get a result for this build from the plugin's publisher. Your own: sdkctl plugin check.")
    }
    do throws(TrustError) {
      let statement = try SignedStatement(parsing: bytes, as: .conformance, place: place)
      guard case .object(let members) = statement.payload,
        case .string(let hash)? = members.first(where: { $0.0 == "library" })?.1,
        case .string(let verdict)? = members.first(where: { $0.0 == "verdict" })?.1,
        case .integer(let time)? = members.first(where: { $0.0 == "time" })?.1
      else { throw refused("it says nothing of a library, a verdict and a time.") }
      guard LicenseTime.range.contains(Int64(time)) else { throw refused("its time is out of range.") }
      _ = try statement.signer(under: roots, at: Int64(time))
      guard ContentHash(hex: hash) == library else { throw refused("it is of another library.") }
      guard verdict == "pass" else { throw refused("the examination did not end well.") }
    } catch {
      throw refused(error.reason)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintSignedDocuments
public import ImprintSettings

/// The effective policy of settings: with roots read and revocation lists verified.
public struct TrustPolicy: Sendable {
  public let mode: SignatureMode
  public let roots: [TrustAnchor]
  public let publishers: [TrustSettings.Publisher]
  public let allowed: [TrustSettings.AllowedPlugin]
  public let revocations: [RevocationList]
  public let requiresConformance: Bool
  /// Checks whose failure may be waived in a conformance result.
  public let waived: Set<String>
  /// Its source files.
  public let files: [TrustSettingsFile]
  /// Notices for people at every start.
  public let notes: [String]
  let flavour: BuildFlavour

  /// Builds one from settings: reads the files they name.
  ///
  /// - Throws: ``TrustError``: `trust-settings`, also if they waive signatures in a release build;
  ///   `revocation-list`.
  public init(_ search: TrustSearch) throws(TrustError) {
    try self.init(search, flavour: EnforcedFlavour.current)
  }

  package init(_ search: TrustSearch, flavour: BuildFlavour) throws(TrustError) {
    for file in search.files { try Self.refuseWaiver(file, flavour) }
    let chosen = search.files.compactMap(\.settings.signatures).first
    mode = chosen ?? (flavour == .release ? .require : .warn)
    publishers = search.files.flatMap(\.settings.publishers)
    allowed = search.files.flatMap(\.settings.allowed)
    requiresConformance = search.files.compactMap(\.settings.conformance).first == .required
    waived = Set(search.files.flatMap(\.settings.waived).filter(CheckWaivability.isWaivable))
    var roots: [TrustAnchor] = []
    for file in search.files { roots += try Self.roots(file) }
    var seen: Set<[UInt8]> = []
    self.roots = roots.filter { seen.insert($0.certificate).inserted }
    var revocations: [RevocationList] = []
    for file in search.files {
      if let list = try Self.revocations(file, self.roots) { revocations.append(list) }
    }
    self.revocations = revocations
    files = search.files
    self.flavour = flavour
    notes = search.notes + Self.notes(mode)
  }

  private static func notes(_ mode: SignatureMode) -> [String] {
    switch mode {
    case .require: []
    case .warn:
      ["plugins without a signature are opened where their contents are allowed (signatures: warn)."]
    case .off: ["plugins are not checked at all (signatures: off). This is for development only."]
    }
  }

  private static func refuseWaiver(_ file: TrustSettingsFile, _ flavour: BuildFlavour) throws(TrustError) {
    guard flavour == .release, let mode = file.settings.signatures, mode != .require else { return }
    throw TrustError(
      .settings, place: file.path,
      reason:
        "it says `signatures: \(mode.rawValue)`, and this is a release build, which insists on signatures.",
      remedy: "Say `signatures: require`, and sign the plugins: sdkctl plugin sign. Or use a debug build.")
  }

  static func roots(_ file: TrustSettingsFile) throws(TrustError) -> [TrustAnchor] {
    var roots: [TrustAnchor] = []
    for path in file.settings.roots {
      do throws(TrustAnchorError) { roots += try TrustAnchor.read(path: file.resolved(path)) } catch {
        throw TrustError(.settings, error)
      }
    }
    return roots
  }

  /// A list that is named must exist and verify: otherwise deleting it would re-enable what it revokes.
  private static func revocations(
    _ file: TrustSettingsFile, _ roots: [TrustAnchor]
  ) throws(TrustError) -> RevocationList? {
    guard let path = file.settings.revocations.map(file.resolved) else { return nil }
    let bytes: [UInt8]
    do throws(TrustedFileError) {
      bytes = try TrustedFile.read(path, limit: RevocationList.mostBytes)
    } catch {
      throw TrustError(
        .revocations, place: error.place, reason: error.reason,
        remedy: "\(error.remedy) \(Self.lastResort(file))")
    }
    do throws(TrustError) { return try RevocationList.verify(bytes, under: roots, place: path) } catch {
      throw TrustError(
        error.code, place: error.place, reason: error.reason,
        remedy: "\(error.remedy) \(Self.lastResort(file))")
    }
  }

  /// The last resort for those who may change the settings.
  private static func lastResort(_ file: TrustSettingsFile) -> String {
    "Or remove the list: \(TrustChange.removal(from: file))"
  }
}

// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles
internal import ImprintSignedDocuments
public import ImprintSettings

/// One file with trust settings, and its origin.
public struct TrustSettingsFile: Sendable, Hashable {
  /// Why a file is used. The raw values are stable.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The caller named it.
    case explicit
    /// `IMPRINT_TRUST_CONFIG` names it.
    case environment
    /// The user's own.
    case user
    /// The machine's.
    case system
    /// That of the installation the program belongs to.
    case program
  }

  /// The environment variable that names a file instead of the default ones; ignored in an elevated process.
  public static let variable = "IMPRINT_TRUST_CONFIG"
  /// The machine's own settings.
  public static let systemPath = "/etc/imprint/trust.yaml"

  public let path: String
  public let origin: Origin
  public var settings: TrustSettings

  public init(path: String, origin: Origin, settings: TrustSettings) {
    self.path = path
    self.origin = origin
    self.settings = settings
  }

  /// Reads settings that only root and this process's user may write.
  /// - Throws: ``TrustError`` `trust-settings`.
  public static func read(_ path: String, origin: Origin = .explicit) throws(TrustError) -> TrustSettingsFile
  {
    do {
      let bytes = try TrustedFile.read(path, limit: SettingsReader.maximumBytes)
      return TrustSettingsFile(
        path: path, origin: origin, settings: try SettingsReader.trustSettings(bytes: bytes, place: path))
    } catch let error as TrustedFileError {
      throw TrustError(.settings, error)
    } catch let error as ManifestError {
      let others = error.problems.dropFirst().map { " \($0)" }.joined()
      throw TrustError(
        .settings, place: error.place, reason: error.reason + others, remedy: error.remedy)
    } catch {
      throw TrustError(.settings, place: path, reason: "it cannot be read: \(error)", remedy: "Correct it.")
    }
  }

  /// Replaces the settings atomically. Creates missing folders, for the user only.
  /// - Throws: ``TrustError``: `trust-file`; `trust-settings` if the result would not be readable.
  public func write() throws(TrustError) {
    let text = Array(settings.yaml.utf8)
    do {
      guard text.count <= SettingsReader.maximumBytes else {
        throw TrustError(
          .settings, place: path, reason: "it would have more than \(SettingsReader.maximumBytes) bytes.",
          remedy: "Remove entries that are not needed any more.")
      }
      _ = try SettingsReader.trustSettings(bytes: text, place: path)
    } catch let error as TrustError {
      throw error
    } catch {
      throw TrustError(.settings, place: path, reason: "\(error)", remedy: "Correct what was asked for.")
    }
    if path.hasPrefix("/") { try Folder<TrustError>.makeParents(of: path) }
    try Folder<TrustError>.write(text, to: path, mode: origin == .user ? 0o600 : 0o644)
  }

  /// Resolves a path of the settings, relative to their folder.
  package func resolved(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    guard let slash = path.lastIndex(of: "/") else { return file }
    return String(path[...slash]) + file
  }
}

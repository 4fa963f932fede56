// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintSignedDocuments
internal import ImprintSettings

/// The waivers of a plugin's examiner. Files in the plugin's own folder do not count.
public enum CheckWaivers {
  /// The former place of waivers: a file of that name in a plugin's folder is not read, which is reported.
  public static let formerName = "conformance-waivers.yaml"

  /// Reads the waivers in a file that the examiner names.
  /// - Throws: ``CheckRunError`` `waivers-of-the-plugin` for a file below the plugin's folder, `not-waivable`
  ///   where it waives a forbidden action, `file` where others may write it; `ManifestError` for one that
  ///   cannot be used.
  public static func read(_ path: String, for place: PluginPlace) throws -> [CheckWaiver] {
    let (file, folder) = (try real(path), try real(place.folder))
    guard file != folder, !file.hasPrefix(folder + "/") else {
      throw CheckRunError(
        .waiversOfThePlugin, place: path,
        reason: "it is in the folder of the examined plugin, which cannot waive its own failures.",
        remedy: "Name a file of the examiner's: --waivers FILE.")
    }
    let bytes: [UInt8]
    do { bytes = try TrustedFile.read(file, limit: SettingsReader.maximumBytes) } catch {
      throw CheckRunError(.file, error)
    }
    let waivers = try SettingsReader.waivers(bytes: bytes, place: path).manifest.waivers
    for waiver in waivers where !CheckWaivability.isWaivable(waiver.check) {
      throw CheckRunError(
        .notWaivable, place: path,
        reason: "it waives \(waiver.check), a check for a forbidden action, whose failure cannot be waived.",
        remedy: "Remove the waiver, and correct the plugin.")
    }
    return waivers.map { CheckWaiver(check: $0.check, reason: $0.reason, by: $0.by) }
  }

  /// With links resolved: a path that leads into the plugin's folder counts as inside.
  static func real(_ path: String) throws(CheckRunError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw CheckRunError(
        .file, place: path, reason: "\(String(cString: strerror(errno))).",
        remedy: "Give the path of an existing file.")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

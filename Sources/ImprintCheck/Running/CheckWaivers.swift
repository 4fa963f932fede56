// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// Where the waivers of a plugin are found.
public enum CheckWaivers {
  /// The file that lies beside a manifest.
  public static let fileName = "conformance-waivers.yaml"

  /// The waivers of a file that was named, or of the one beside `plugin.yaml`; none where there is none.
  /// - Throws: `ManifestError` for one that cannot be used.
  public static func find(named path: String?, beside place: PluginPlace) throws(ManifestError)
    -> [CheckWaiver]
  {
    let usual = "\(place.folder)/\(fileName)"
    guard let path = path ?? (CheckFiles.exists(usual) ? usual : nil) else { return [] }
    return try ManifestReader.waivers(at: path).manifest.waivers.map {
      CheckWaiver(check: $0.check, reason: $0.reason)
    }
  }
}

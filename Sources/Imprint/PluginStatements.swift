// SPDX-License-Identifier: Apache-2.0
private import Glibc
public import ImprintTrust

extension PluginContents {
  /// The signed statements beside a plugin's manifest, by file name: each covers that exact manifest, and is
  /// void once it changes.
  public static func statements(besideManifestAt path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return statements.sorted().filter { access(folder + $0, F_OK) == 0 }
  }
}

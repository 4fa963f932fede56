// SPDX-License-Identifier: Apache-2.0
private import Glibc
public import ImprintTrust

extension PluginContents {
  /// The statements that lie beside a plugin's manifest: each is about that very manifest, and holds no
  /// longer where it is changed. By name.
  public static func statements(besideManifestAt path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return statements.sorted().filter { access(folder + $0, F_OK) == 0 }
  }
}

// SPDX-License-Identifier: Apache-2.0

extension GlobalOptions {
  /// The installer for the root that the options choose: the first --root, else the user's own.
  func installer() throws(InstallError) -> PluginInstaller {
    PluginInstaller(root: try PluginInstaller.root(of: searchPath), judge: pluginTrust)
  }
}

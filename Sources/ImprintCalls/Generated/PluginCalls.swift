// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/plugin.yaml and imprint/plugin.h; change
// that, not this.
// swift-format-ignore-file
internal import CImprint

/// An `imp_plugin`.
enum PluginObject: RemoteKind {
  static let noun = "opened plugin"
  static let ending = CallFunction.pluginClose
  static let loss = RemoteLoss.makeAgain
}

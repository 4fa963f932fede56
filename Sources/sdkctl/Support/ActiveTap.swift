// SPDX-License-Identifier: Apache-2.0

/// What taps the plugins of the command that is run: `plugin record` runs another command with its recorder.
enum ActiveTap {
  @TaskLocal static var current: (any PluginCallTap)?
}

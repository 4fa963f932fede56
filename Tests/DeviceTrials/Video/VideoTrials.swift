// SPDX-License-Identifier: Apache-2.0

/// All trials of cameras.
enum VideoTrials {
  static let all: [Trial] =
    CameraTrials.all + SettingTrials.all + CameraFaultTrials.all + LoopbackTrials.all + WatchTrials.all
    + ReplugTrials.all + SpeedTrials.all + RightsTrials.all
}

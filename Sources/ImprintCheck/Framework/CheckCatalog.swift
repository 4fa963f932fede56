// SPDX-License-Identifier: Apache-2.0

/// All checks, in the order they are run and listed.
public enum CheckCatalog {
  /// Ids are unique; a group's checks follow one another, in the order of ``CheckGroup``.
  public static let all: [ConformanceCheck] =
    PackageChecks.all + LoadChecks.all + LifeChecks.all + ThreadChecks.all + MemoryChecks.all
    + MatcherChecks.all + TrackerChecks.all + CaptureChecks.all + CameraChecks.all + ControlChecks.all
    + WatchChecks.all + MicrophoneChecks.all + CardChecks.all + SecurityChecks.all + IsolationChecks.all

  /// The check with that id.
  public static func check(_ id: String) -> ConformanceCheck? { all.first { $0.id == id } }
}

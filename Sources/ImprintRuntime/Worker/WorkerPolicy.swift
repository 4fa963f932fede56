// SPDX-License-Identifier: Apache-2.0

/// How workers are kept: what a call may take, what a worker may use, and how often it may end.
public struct WorkerPolicy: Sendable, Hashable {
  /// How long calls may take.
  public var deadlines = WorkerDeadlines()
  /// What a worker may use.
  public var limits = WorkerLimits()
  /// How often a worker that has ended is started again.
  public var restarts = WorkerRestarts()
  /// The walls without which no plugin is opened; the others are closed where the system allows it. Default:
  /// all but ``WorkerWall/namespaces``, which some systems forbid to programs without privileges.
  public var requiredWalls: Set<WorkerWall> = [.privileges, .limits, .files, .calls]
  /// Files and folders that every plugin in a worker may read, with all below. Default: none. A camera that
  /// replays a recording is granted its folder by whoever opens it.
  public var readablePaths: [String] = []
  /// Ids of plugins that may use the network; such a plugin's manifest has to declare it as well
  /// (`dataUse.egress: network`). Default: none.
  public var networkPlugins: Set<String> = []
  /// The folder of cgroup v2 in which each worker gets a control group of its own, with `memory` and `pids`
  /// enabled below it; `nil`, the default, takes the one that this program was given, where there is one:
  /// ``WorkerBounds``. Where no group can be made in it, workers have their other limits alone.
  public var controlGroup: String?
  /// The folder that devices are looked for in, and where pcscd listens as a rule; for tests.
  var deviceRoot = ""
  var cardServices = DeviceGrants.cardServices
  /// The program that workers are; `nil`, the default, is the `imprint-worker` of this installation:
  /// ``WorkerProgram``.
  public var program: String?

  public init() {}
}

/// How often a worker that has ended is started again, at the next call.
public struct WorkerRestarts: Sendable, Hashable {
  /// At most so many starts after the first within ``period``; default 5. A further call is refused.
  public var count = 5
  /// Default 60 s.
  public var period: Duration = .seconds(60)
  /// Waited before the first, second, ... start of a period; the last counts for those that follow. Default:
  /// 0, 10, 100, 1000 ms.
  public var delays: [Duration] = [.zero, .milliseconds(10), .milliseconds(100), .seconds(1)]

  public init() {}

  /// - Parameter unlimited: as often as it takes, at once: for tests.
  public init(unlimited: Bool) {
    guard unlimited else { return }
    count = .max
    delays = []
  }
}

/// A wall around a worker. docs/reference/workers.md tells what each keeps out.
public enum WorkerWall: String, Sendable, Hashable, CaseIterable {
  /// Mounts, IPC, host name and, without the network, network are its own.
  case namespaces
  /// No capability, no new privilege; other processes of the same user cannot look into it.
  case privileges
  /// Memory, address space, descriptors, threads, timers, file length, processor time.
  case limits
  /// Landlock: reads what it is granted, writes nothing.
  case files
  /// seccomp: the system calls that computing needs.
  case calls
}

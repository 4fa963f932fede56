// SPDX-License-Identifier: Apache-2.0

/// The policy for workers: deadlines of calls, resource limits, and restarts.
public struct WorkerPolicy: Sendable, Hashable {
  /// How long calls may take.
  public var deadlines = WorkerDeadlines()
  /// The resource limits of a worker.
  public var limits = WorkerLimits()
  /// How often a worker that has ended is restarted.
  public var restarts = WorkerRestarts()
  /// The walls without which no plugin is opened; the others are set up where the system allows it. Default:
  /// all but ``WorkerWall/namespaces``, which some systems forbid to unprivileged programs.
  public var requiredWalls: Set<WorkerWall> = [.privileges, .limits, .files, .calls]
  /// Files and folders that every plugin in a worker may read, recursively. Default: none. The folder of a
  /// recording replayed as a camera is granted by whoever opens it.
  public var readablePaths: [String] = []
  /// Ids of plugins that may use the network; such a plugin's manifest has to declare it as well
  /// (`dataUse.egress: network`). Default: none.
  public var networkPlugins: Set<String> = []
  /// The folder of cgroup v2 in which each worker gets a control group of its own, with `memory` and `pids`
  /// enabled below it; `nil`, the default, uses the one delegated to this program, where there is one:
  /// ``WorkerBounds``. Where no group can be created in it, workers have only their other limits.
  public var controlGroup: String?
  /// The folder in which devices, and by default pcscd's socket, are searched; for tests.
  var deviceRoot = ""
  var cardServices = DeviceGrants.cardServices
  /// The worker program; `nil`, the default, is the `imprint-worker` of this installation:
  /// ``WorkerProgram``.
  public var program: String?

  public init() {}
}

/// How often a worker that has ended is restarted, at the next call.
public struct WorkerRestarts: Sendable, Hashable {
  /// The most restarts within ``period``; default 5. A further call is refused.
  public var count = 5
  /// Default 60 s.
  public var period: Duration = .seconds(60)
  /// The delays before the first, second, ... restart of a period; the last applies to all that follow.
  /// Default: 0, 10, 100, 1000 ms.
  public var delays: [Duration] = [.zero, .milliseconds(10), .milliseconds(100), .seconds(1)]

  public init() {}

  /// - Parameter unlimited: without limit or delay, for tests.
  public init(unlimited: Bool) {
    guard unlimited else { return }
    count = .max
    delays = []
  }
}

/// A wall around a worker. docs/reference/workers.md explains what each restricts.
public enum WorkerWall: String, Sendable, Hashable, CaseIterable {
  /// Own namespaces for mounts, IPC, host name and, unless it may use the network, network.
  case namespaces
  /// No capabilities, no new privileges; other processes of the same user cannot inspect it.
  case privileges
  /// Memory, address space, descriptors, threads, timers, file length, CPU time.
  case limits
  /// Landlock: only granted reads, no writes.
  case files
  /// seccomp: only the system calls that computation needs.
  case calls
}

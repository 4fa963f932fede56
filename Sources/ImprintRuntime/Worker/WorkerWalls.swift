// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
private import Glibc

/// The state of the walls around a worker.
public struct WorkerWalls: Sendable, Hashable {
  /// Those in effect.
  public let standing: Set<WorkerWall>
  /// Those that this system lacks or does not allow, with its messages.
  public let missing: [WorkerWall: String]
  /// How its memory and threads are bounded.
  public let bounds: WorkerBounds

  private static let bits: [(WorkerWall, Int32)] = [
    (.namespaces, IMP_WALL_NAMESPACES), (.privileges, IMP_WALL_PRIVILEGES), (.limits, IMP_WALL_LIMITS),
    (.files, IMP_WALL_FILES), (.calls, IMP_WALL_CALLS),
  ]

  init(_ ready: imp_worker_ready, controlGroup: Result<ControlGroupPlace, ControlGroupPlace.Missing>) {
    let failures = [
      ready.failures.0, ready.failures.1, ready.failures.2, ready.failures.3, ready.failures.4,
    ]
    var standing: Set<WorkerWall> = []
    var missing: [WorkerWall: String] = [:]
    for (index, (wall, bit)) in Self.bits.enumerated() {
      if ready.walls & UInt32(bit) != 0 {
        standing.insert(wall)
      } else {
        missing[wall] = String(cString: strerror(failures[index]))
      }
    }
    self.standing = standing
    self.missing = missing
    bounds = WorkerBounds(controlGroup, threadsAreLimited: ready.threads_are_limited != 0)
  }

  static func bits(_ walls: Set<WorkerWall>) -> UInt32 {
    bits.reduce(0) { walls.contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }

  func refusal(of walls: Set<WorkerWall>, place: String) -> PluginError {
    let named = walls.map { "\($0.rawValue) (\(missing[$0] ?? "not set up"))" }.sorted()
    return PluginError(
      .wallMissing, place: place,
      reason:
        "the policy requires walls around it that cannot be set up here: \(named.joined(separator: ", ")).",
      remedy: "Use a kernel from 5.13 on with Landlock and seccomp, or remove the wall from the policy.")
  }

  /// Sets up the walls in a process that hosts nothing and then exits, and returns their state. Takes some
  /// milliseconds.
  /// - Throws: ``PluginError`` `worker-missing` or `worker-failed`.
  public static func probe(_ policy: WorkerPolicy = WorkerPolicy()) throws(PluginError) -> WorkerWalls {
    let starting = try WorkerStart.spawn(policy: policy, services: .none, place: WorkerProgram.name) { _, _ in
    }
    defer { starting.worker.closeDown() }
    return try starting.greet(with: nil, readable: [], devices: DeviceGrants(of: []), withNetwork: false)
      .walls
  }
}

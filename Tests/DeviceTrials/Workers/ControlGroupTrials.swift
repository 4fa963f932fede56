// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint

/// Workers in control groups of the kernel's own. A virtual machine has root, and nobody's groups to disturb.
enum ControlGroupTrials {
  static let all: [Trial] = [
    Trial(
      "a worker is in a group with its limits, ends when it is over them, and leaves no group", part: .vm,
      inProcessOnly: "its plugin is in a worker in any case"
    ) {
      let place = try makePlace()
      var workers = WorkerPolicy()
      workers.controlGroup = place
      workers.limits.memoryBytes = 1 << 30
      workers.limits.threads = 200
      let plugin = try VideoPlugin.open(.process, workers: workers)
      let groups = try Self.groups(in: place)
      guard groups.count == 1, let group = groups.first else { throw TrialFailure("there are \(groups)") }
      try expect(try text(group, "memory.max") == "1073741824", "another limit on memory")
      try expect(try text(group, "pids.max") == "200", "another limit on threads")
      // A kernel without swap has no such file.
      let swap = try? text(group, "memory.swap.max")
      try expect(swap ?? "0" == "0", "swap is as good as memory")
      try expect(Int(try text(group, "cgroup.procs")) != nil, "it has no process, or several")
      let watch = try await DeviceWatch.open(plugin)
      let waiting = Task { try await watch.next(timeout: .seconds(20)) }
      try await Task.sleep(for: .milliseconds(300))
      // What it has is over the limit then, whatever that is.
      try Data("0".utf8).write(to: URL(filePath: "\(group)/memory.max"))
      do {
        _ = try await waiting.value
        throw TrialFailure("it works without memory")
      } catch let error as PluginCallError {
        measured("\(error)")
        try expect(error.code == .workerEnded && "\(error)".contains("control group"), "\(error)")
      }
      try await eventually(within: .seconds(10), "its group is gone") { access(group, F_OK) != 0 }
    }
  ]

  /// A folder in which groups with memory and threads may be made.
  private static func makePlace() throws -> String {
    let root = "/sys/fs/cgroup"
    if access("\(root)/cgroup.procs", F_OK) != 0 {
      try expect(mount("cgroup2", root, "cgroup2", 0, nil) == 0, "cgroup v2 cannot be mounted: \(errno)")
    }
    let place = "\(root)/imprint"
    for folder in [root, place] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("+memory +pids".utf8).write(to: URL(filePath: "\(folder)/cgroup.subtree_control"))
    }
    return place
  }

  private static func groups(in place: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasPrefix("imprint-worker.") }
      .map { "\(place)/\($0)" }
  }

  private static func text(_ group: String, _ file: String) throws -> String {
    try String(contentsOfFile: "\(group)/\(file)", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

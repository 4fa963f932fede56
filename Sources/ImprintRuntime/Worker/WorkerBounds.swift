// SPDX-License-Identifier: Apache-2.0

/// How a worker's memory and threads are bounded, besides the limits that every worker has.
public struct WorkerBounds: Sendable, Hashable {
  /// The folder in which each worker's control group is created; `nil` where there is none.
  public let controlGroups: String?
  /// Why there is none, as the end of a sentence after "no control group".
  public let reason: String?
  /// Whether the kernel limits the threads of one worker: in a control group, or in a user namespace of its
  /// own. Else the host polls their number while the worker is busy.
  public let threadsAreLimited: Bool

  init(_ place: Result<ControlGroupPlace, ControlGroupPlace.Missing>, threadsAreLimited: Bool) {
    switch place {
    case .success(let place):
      controlGroups = place.path
      reason = nil
    case .failure(let missing):
      controlGroups = nil
      reason = missing.reason
    }
    self.threadsAreLimited = threadsAreLimited || controlGroups != nil
  }

  /// One sentence for people.
  public var sentence: String {
    let threads = threadsAreLimited ? "limited by the kernel" : "polled by their host"
    guard let controlGroups else {
      return
        "workers have limits of their own, and threads are \(threads); no control group \(reason ?? "exists")"
    }
    return "workers have limits of their own, and control groups for memory and threads in \(controlGroups)"
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A worker's usage of memory and threads, as the kernel reports in `/proc/<PID>/status`.
struct WorkerUse: Equatable {
  /// Bytes of private memory, resident or swapped out, and of its page tables.
  var memoryBytes: UInt64 = 0
  var threads: UInt64 = 0
}

extension WorkerUse {
  /// - Parameter status: The file's text; `nil` where the process is not running.
  init?(status: some Collection<UInt8>) {
    var isThere = false
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ":" })
      guard words.count >= 2, let number = UInt64(words[1]) else { continue }
      switch words[0] {
      // Shared memory is the host's: models and bodies of calls. A worker cannot create any.
      case "RssAnon", "VmSwap", "VmPTE":
        memoryBytes += number << 10
        isThere = true
      case "Threads": threads = number
      // The other lines concern nothing that is limited.
      default: break
      }
    }
    guard isThere else { return nil }
  }

  /// What exceeds its limit, as the end of a sentence after "it uses"; `nil` where all is within the limits.
  func excess(over limits: WorkerLimits) -> String? {
    if limits.memoryBytes > 0, memoryBytes > limits.memoryBytes {
      return "\(memoryBytes >> 20) MiB of memory, but the limit is \(limits.memoryBytes >> 20) MiB"
    }
    if limits.threads > 0, threads > limits.threads {
      return "\(threads) threads, but the limit is \(limits.threads)"
    }
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What a worker uses of memory and threads, as the kernel says in its `/proc/<number>/status`.
struct WorkerUse: Equatable {
  /// Bytes of memory of its own, wherever they are now, and of the tables that the kernel keeps of its
  /// addresses.
  var memoryBytes: UInt64 = 0
  var threads: UInt64 = 0
}

extension WorkerUse {
  /// - Parameter status: The file's text; `nil` where it is of no running process.
  init?(status: some Collection<UInt8>) {
    var isThere = false
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ":" })
      guard words.count >= 2, let number = UInt64(words[1]) else { continue }
      switch words[0] {
      // Shared memory is the host's: models, and what calls carry. A worker can make none.
      case "RssAnon", "VmSwap", "VmPTE":
        memoryBytes += number << 10
        isThere = true
      case "Threads": threads = number
      // The other lines are about what nobody limits.
      default: break
      }
    }
    guard isThere else { return nil }
  }

  /// What of it is more than it may be, as the end of a sentence after "it uses"; `nil` where all is within
  /// the limits.
  func excess(over limits: WorkerLimits) -> String? {
    if limits.memoryBytes > 0, memoryBytes > limits.memoryBytes {
      return "\(memoryBytes >> 20) MiB of memory, and \(limits.memoryBytes >> 20) MiB are the most"
    }
    if limits.threads > 0, threads > limits.threads {
      return "\(threads) threads, and \(limits.threads) are the most"
    }
    return nil
  }
}

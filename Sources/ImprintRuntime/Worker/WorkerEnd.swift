// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
private import Glibc

/// How a worker ended, and why.
struct WorkerEnd: Sendable {
  /// Why the host killed it; `nil` where it ended by itself, or was closed.
  enum Verdict: Sendable, Equatable {
    /// A call exceeded its deadline: the function, and its deadline in nanoseconds.
    case deadline(function: String, nanoseconds: UInt64)
    /// It broke the protocol: the sentence.
    case breach(String)
    /// It exceeded a limit: which, as the end of a sentence after "it uses".
    case excess(String)
  }

  let verdict: Verdict?
  /// The exit status from the system.
  let status: imp_process_end
  /// The last line of its standard error: the message of Swift or the C library at a crash.
  let lastWords: String

  /// The sentence's end after "it ".
  var sentence: String {
    let words = lastWords.isEmpty ? "" : " The last line of its error output: \(lastWords)"
    switch verdict {
    case .deadline(let function, let nanoseconds):
      return "was killed, as \(function) did not finish within \(Self.time(nanoseconds))."
    case .breach(let sentence): return "was killed, as it misbehaved: \(sentence)" + words
    case .excess(let excess): return "was killed, as it exceeded a limit: it uses \(excess)." + words
    case nil: return natural + words
    }
  }

  private var natural: String {
    guard status.is_known != 0 else {
      return "has ended; another part of this program has collected its exit status."
    }
    guard status.signal != 0 else { return "exited with status \(status.status)." }
    let name = Self.names[status.signal].map { " (\($0))" } ?? ""
    return "was killed by signal \(status.signal)\(name)."
  }

  static func time(_ nanoseconds: UInt64) -> String {
    nanoseconds % 1_000_000_000 == 0
      ? "\(nanoseconds / 1_000_000_000) s" : "\(nanoseconds / 1_000_000) ms"
  }

  private static let names: [Int32: String] = [
    SIGILL: "illegal instruction", SIGTRAP: "trap", SIGABRT: "abort", SIGBUS: "bus error",
    SIGFPE: "arithmetic error", SIGKILL: "killed", SIGSEGV: "segmentation fault", SIGPIPE: "broken pipe",
    SIGTERM: "terminated", SIGXCPU: "CPU time limit exceeded", SIGXFSZ: "file size limit exceeded",
    SIGSYS: "forbidden system call",
  ]

  /// The signals of process managers: `systemctl stop` sends one to every process of the service, a terminal
  /// to every one of its session.
  private static let requests: Set<Int32> = [SIGHUP, SIGINT, SIGTERM]

  /// As the quarantine counts it; `nil` where the plugin is not to blame.
  ///
  /// SIGKILL counts: where the host did not send it, it mostly comes from the kernel, out of memory.
  var blame: PluginDeath.Reason? {
    switch verdict {
    case .deadline(_, let nanoseconds): .deadline(Int(clamping: nanoseconds / 1_000_000))
    case .breach: .garbage
    case .excess: .excess
    case nil where status.is_known == 0 || Self.requests.contains(status.signal): nil
    case nil: status.signal != 0 ? .signal(status.signal) : .exit(status.status)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

extension PluginDeath.Reason: CustomStringConvertible {
  /// The kinds, as recorded. The words are stable.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case signal, exit, deadline, garbage, excess
  }

  public var kind: Kind {
    switch self {
    case .signal: .signal
    case .exit: .exit
    case .deadline: .deadline
    case .garbage: .garbage
    case .excess: .excess
    }
  }

  /// The number of the kind: the signal, the exit code, the milliseconds.
  public var number: Int? {
    switch self {
    case .signal(let number), .exit(let number): Int(number)
    case .deadline(let milliseconds): milliseconds
    case .garbage, .excess: nil
    }
  }

  /// `nil` where kind and number do not match.
  init?(_ kind: Kind, _ number: Int?) {
    switch (kind, number) {
    case (.signal, .some(let number)) where (1...64).contains(number): self = .signal(Int32(number))
    case (.exit, .some(let number)) where (0...255).contains(number): self = .exit(Int32(number))
    case (.deadline, .some(let number)) where number >= 0: self = .deadline(number)
    case (.garbage, nil): self = .garbage
    case (.excess, nil): self = .excess
    default: return nil
    }
  }

  /// For people: `SIGSEGV`, `exit code 3`, `no answer within 2000 ms`.
  public var description: String {
    switch self {
    case .signal(let number): Self.signals[number] ?? "signal \(number)"
    case .exit(let code): "exit code \(code)"
    case .deadline(let milliseconds): "no answer within \(milliseconds) ms"
    case .garbage: "malformed answer"
    case .excess: "resource limit exceeded"
    }
  }

  /// The numbers are the same on all supported architectures: x86_64 and aarch64.
  private static let signals: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
    31: "SIGSYS",
  ]
}

// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How a check ended.
public enum CheckOutcome: Sendable, Hashable {
  /// What must hold holds.
  case passed
  /// It holds, and something about it is doubtful.
  case warning(reason: String, place: String)
  /// It does not apply to plugins of this kind.
  case inapplicable(reason: String)
  /// It could not be determined for this plugin, or here.
  case skipped(reason: String)
  /// It does not hold.
  case failed(reason: String, place: String)
  /// A signal ended the check's process.
  case crashed(signal: Int32)
  /// The check's process exited with another code.
  case exited(code: Int32)
  /// The check's process exited with 0 and reported no result: something else ended it.
  case unanswered
  /// The answer of the check's process is invalid.
  case garbled(reason: String)
  /// It left processes that could not be ended.
  case escaped
  /// The deadline passed, and the process was ended.
  case timedOut(after: Duration)

  /// The outcome's name; the words are stable.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .warning: "warning"
    case .inapplicable: "inapplicable"
    case .skipped: "skipped"
    case .failed: "failed"
    case .crashed: "crashed"
    case .exited: "exited"
    case .unanswered: "unanswered"
    case .garbled: "garbled"
    case .escaped: "escaped"
    case .timedOut: "timed-out"
    }
  }

  /// Whether it counts against the plugin.
  public var isFailure: Bool {
    switch self {
    case .passed, .warning, .inapplicable, .skipped: false
    case .failed, .crashed, .exited, .unanswered, .garbled, .escaped, .timedOut: true
    }
  }

  /// Why, as a sentence; empty for ``passed``.
  public var reason: String {
    switch self {
    case .passed: ""
    case .warning(let reason, _), .inapplicable(let reason), .skipped(let reason), .failed(let reason, _),
      .garbled(let reason):
      reason
    case .crashed(let signal): "the process was killed by \(Self.name(ofSignal: signal))."
    case .exited(let code): "the process ended with exit code \(code), which the check does not use."
    case .unanswered: "the process ended without a result: the plugin, or a library that it loads, ended it."
    case .escaped: "processes that it left running could not be killed."
    case .timedOut(let limit): "it had not ended after \(limit.components.seconds) s."
    }
  }

  /// Where; may be empty.
  public var place: String {
    switch self {
    case .warning(_, let place), .failed(_, let place): place
    default: ""
    }
  }

  /// What a check threw.
  init(thrown error: any Error) {
    switch error {
    case let failure as CheckFailure: self = .failed(reason: failure.reason, place: failure.place)
    case let warning as CheckWarning: self = .warning(reason: warning.reason, place: warning.place)
    case let skip as CheckSkip: self = .skipped(reason: skip.reason)
    case let known as any ExplainedError:
      self = .failed(reason: "\(known.reason) [\(known.code.rawValue)]", place: known.place)
    default: self = .failed(reason: "\(error)", place: "")
    }
  }

  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGKILL: "SIGKILL",
      SIGPIPE: "SIGPIPE", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP",
      SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
    return names[number] ?? "signal \(number)"
  }
}

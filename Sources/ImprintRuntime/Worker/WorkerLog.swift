// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import Logging

/// Writes one worker's lines into the host's log, within its budget.
struct WorkerLog {
  /// The longest part of a line of standard error that is retained.
  static let longestErrorLine = 400

  private let logger: Logger
  private var budget: LogBudget
  /// The refused system calls already reported.
  private var refused: Set<Int32> = []

  init(_ logger: Logger, limits: WorkerLimits, now: ContinuousClock.Instant) {
    self.logger = logger
    budget = LogBudget(bytesPerSecond: limits.logBytesPerSecond, now: now)
  }

  /// A line that the plugin logs.
  mutating func write(_ text: UnsafeRawBufferPointer, severity: UInt32) {
    let level = HostLog.level(of: severity)
    // A line below the log level does not consume the budget.
    guard logger.logLevel <= level, budget.takes(text.count, at: .now) else { return }
    logger.log(level: level, "\(Self.copy(text, limit: HostLog.longestLine))")
  }

  /// A line of its standard error.
  mutating func writeErrorOutput(_ line: [UInt8]) {
    guard logger.logLevel <= .debug, budget.takes(line.count, at: .now) else { return }
    logger.debug("worker's error output", metadata: ["line": "\(VisibleText.line(utf8: line))"])
  }

  /// Reports a refused request: it may ask without end.
  mutating func writeNote(_ words: String) {
    guard logger.logLevel <= .info, budget.takes(words.utf8.count, at: .now) else { return }
    logger.info("\(words)")
  }

  /// Reports a refused system call.
  /// - Returns: the packet's fault as a sentence: the plugin's code can forge packets, while a worker reports
  ///   each call once.
  mutating func writeRefusal(of number: Int32) -> String? {
    guard let call = imp_call_numbered(number)?.pointee, let name = call.name,
      call.worker == IMP_CALL_TOLD || call.worker == IMP_CALL_JUDGED
    else { return "it reports the refusal of a system call that does not exist, or is not refused." }
    guard refused.insert(number).inserted else { return "it reports the refusal of a system call twice." }
    if budget.takes(0, at: .now) {
      logger.info(
        "a wall refused a system call of the plugin", metadata: ["call": "\(String(cString: name))"])
    }
    return nil
  }

  /// Reports what was omitted in a past second.
  mutating func tellOmission(at now: ContinuousClock.Instant) {
    if let omission = budget.omission(at: now) { tell(omission) }
  }

  /// Reports what was omitted up to the end.
  mutating func tellLastOmission() {
    if let omission = budget.lastOmission() { tell(omission) }
  }

  private func tell(_ omission: LogBudget.Omission) {
    logger.warning(
      "log lines of the plugin are omitted: it exceeds the rate limit of its worker",
      metadata: ["lines": "\(omission.lines)", "bytes": "\(omission.bytes)"])
  }

  static func copy(_ text: UnsafeRawBufferPointer, limit: Int) -> String {
    HostText.copy(
      imp_text(data: text.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.count), limit: limit)
  }
}

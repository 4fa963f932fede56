// SPDX-License-Identifier: Apache-2.0
public import Logging
private import Synchronization

/// A logger whose lines a test can read.
public final class CollectedLog: Sendable {
  public struct Line: Sendable {
    public let level: Logger.Level
    public let message: String
    public let metadata: Logger.Metadata
  }

  private let collected = Mutex<[Line]>([])

  public init() {}

  public var lines: [Line] { collected.withLock { $0 } }

  public func logger(level: Logger.Level = .trace) -> Logger {
    var logger = Logger(label: "test") { _ in Handler(log: self) }
    logger.logLevel = level
    return logger
  }

  fileprivate func add(_ line: Line) {
    collected.withLock { $0.append(line) }
  }
}

private struct Handler: LogHandler {
  let log: CollectedLog
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    log.add(CollectedLog.Line(level: event.level, message: "\(event.message)", metadata: all))
  }
}

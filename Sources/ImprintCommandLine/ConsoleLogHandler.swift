// SPDX-License-Identifier: Apache-2.0
public import Logging

/// Logs to standard error, a line for each event, in which foreign text is visible: what plugins, servers and
/// devices say stands in messages, metadata and errors.
public struct ConsoleLogHandler: LogHandler {
  private var stream: StreamLogHandler

  public init(label: String) { stream = .standardError(label: label) }

  public func log(event: LogEvent) { stream.log(event: Self.visible(event)) }

  public var logLevel: Logger.Level {
    get { stream.logLevel }
    set { stream.logLevel = newValue }
  }

  public var metadata: Logger.Metadata {
    get { stream.metadata }
    set { stream.metadata = Self.visible(newValue) }
  }

  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { stream[metadataKey: key] }
    set { stream[metadataKey: key] = newValue.map(Self.visible) }
  }

  /// The event as it is written.
  static func visible(_ event: LogEvent) -> LogEvent {
    var shown = event
    shown.message = "\(VisibleText.line(event.message.description))"
    shown.metadata = event.metadata.map(visible)
    if let error = event.error {
      // Its own words would be written as they are.
      shown.error = nil
      shown.metadata = (shown.metadata ?? [:]).merging(["error": "\(VisibleText.line("\(error)"))"]) { $1 }
    }
    return shown
  }

  private static func visible(_ metadata: Logger.Metadata) -> Logger.Metadata {
    Dictionary(metadata.map { (VisibleText.line($0.key), visible($0.value)) }) { first, _ in first }
  }

  private static func visible(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
    switch value {
    case .string(let text): .string(VisibleText.line(text))
    case .stringConvertible(let value): .string(VisibleText.line(value.description))
    case .dictionary(let metadata): .dictionary(visible(metadata))
    case .array(let values): .array(values.map(visible))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
public import Logging

/// Logs to standard error, one line per event, with untrusted text escaped: messages, metadata and errors
/// contain text of plugins, servers and devices.
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

  /// The event with escaped text.
  static func visible(_ event: LogEvent) -> LogEvent {
    var shown = event
    shown.message = "\(VisibleText.line(event.message.description))"
    shown.metadata = event.metadata.map(visible)
    if let error = event.error {
      // Its own text would be written unescaped.
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

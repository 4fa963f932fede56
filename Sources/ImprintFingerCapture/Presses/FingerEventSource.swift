// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A reader that is open for one operation: a ``FingerReader``, or an application's own.
public protocol FingerEventSource: Sendable {
  /// What is known of the reader; `nil` for a recording.
  var info: FingerReaderInfo? { get }
  /// The time that deadlines go by, of arbitrary epoch.
  var time: Duration { get async }
  /// As ``FingerReader/nextEvent(timeout:)``.
  func nextEvent(timeout: Duration) async throws(PluginCallError) -> FingerReaderEvent?
  /// Ends it: a waiting ``nextEvent(timeout:)``, and every later one, throws `cancelled`.
  func cancel()
  /// Ends and closes it: when this returns, others can open it.
  func close() async
}

extension FingerReader: FingerEventSource {}

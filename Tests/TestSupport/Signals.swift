// SPDX-License-Identifier: Apache-2.0
private import CImprintLinux
public import Foundation

/// Sends a signal to the process of that number, and to no other: 0 and below are refused, as they mean
/// groups.
/// - Returns: Whether there is such a process, and it may be sent one.
@discardableResult
public func sendSignal(_ signal: Int32, to process: Int32) -> Bool {
  imp_number_signal(process, signal) == 0
}

extension Process {
  /// Sends a signal while it runs. One that did not start has the number 0, which means every process of the
  /// tests; one that has ended has a number that may be another's.
  @discardableResult
  public func send(_ signal: Int32) -> Bool {
    isRunning && sendSignal(signal, to: processIdentifier)
  }
}

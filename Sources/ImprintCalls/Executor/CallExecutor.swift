// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// What an executor answers: a status, and how much of the reply's room it wrote.
public struct CallAnswer: Sendable, Equatable {
  public let status: imp_status
  public let bytes: Int
}

/// Executes encoded calls on one plugin's tables, in this process. Any thread.
///
/// Bulk is lent to the plugin where it lies in the request, and results are written by the plugin into the reply.
/// It does not make calls wait for each other: the sender keeps the contract's thread rules.
public final class CallExecutor: Sendable {
  private let entry: UInt
  private let host: any ExecutorHost

  /// - Parameters:
  ///   - entry: What `imp_plugin_entry` answered; nothing of it is believed. `nil`: the plugin cannot run.
  ///   - host: What the plugin may ask for.
  public init(entry: UnsafeRawPointer?, host: any ExecutorHost) {
    self.entry = UInt(bitPattern: entry)
    self.host = host
  }

  /// Executes one call.
  /// - Parameters:
  ///   - body: `request.bytes` long, beginning at a multiple of 64; may be hostile. A plugin reads bulk from it, so
  ///     it stays as it is until this returns.
  ///   - room: for the reply, at least `request.replyBytes` long, beginning at a multiple of 64.
  public func execute(
    _ request: CallRequest, body: UnsafeRawBufferPointer, room: UnsafeMutableRawBufferPointer
  ) -> CallAnswer {
    CallAnswer(status: IMP_E_UNSUPPORTED, bytes: 0)
  }
}

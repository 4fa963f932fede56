// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// One encoded call, on its way to wherever it is executed.
public struct CallRequest: Sendable {
  public let function: CallFunction
  /// The object it is made on, as the executor numbered it; 0 for the plugin itself.
  public let object: UInt64
  /// How long the body is.
  public let bytes: Int
  /// How long the answer's body can be at most.
  public let replyBytes: Int

  public init(function: CallFunction, object: UInt64, bytes: Int, replyBytes: Int) {
    self.function = function
    self.object = object
    self.bytes = bytes
    self.replyBytes = replyBytes
  }
}

/// Brings calls to where they are executed, and the answers back. Any thread; calls may overlap.
///
/// What has to be one at a time is the caller's to see to, as for the plugin's own tables.
public protocol CallCarrier: AnyObject, Sendable {
  /// Rises whenever the other side has begun anew: objects of an earlier one are gone there.
  var generation: UInt64 { get }

  /// Carries one call.
  /// - Parameters:
  ///   - write: writes the body into room of exactly `request.bytes`, which begins at a multiple of 64.
  ///   - read: reads the answer's body, at most `request.replyBytes` long. The bytes may be hostile, and may change
  ///     while they are read: each is to be copied once, and judged as the copy.
  /// - Returns: What the plugin answered; where the call could not be carried, `IMP_E_INTERNAL`, and `read` is not
  ///   called. Why is the carrier's to tell.
  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> imp_status
}

// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// One encoded call, on its way to wherever it is executed.
public struct CallRequest: Sendable {
  public let function: CallFunction
  /// The object it is made on, as the executor numbered it; 0 for the library itself.
  public let object: UInt64
  /// The carrier's generation that the call is meant for.
  public let generation: UInt64
  /// How long the body is: at most ``CallLimit/bodyBytes``.
  public let bytes: Int
  /// How long the answer's body can be at most: at most ``CallLimit/bodyBytes``.
  public let replyBytes: Int
  /// How long the function may wait by its own leave, in nanoseconds, beside what it works: a camera's
  /// time-out. `UInt64.max` is without limit.
  public let patience: UInt64
  /// What the object that it makes is lent until its end.
  public let memory: CallMemory?

  public init(
    function: CallFunction, object: UInt64, generation: UInt64, bytes: Int, replyBytes: Int,
    patience: UInt64 = 0, memory: CallMemory? = nil
  ) {
    self.function = function
    self.object = object
    self.generation = generation
    self.bytes = bytes
    self.replyBytes = replyBytes
    self.patience = patience
    self.memory = memory
  }
}

/// What became of a call that a carrier was given.
public enum CallDelivery: Sendable, Equatable {
  /// The other side has answered: what `read` made of it.
  case answered(imp_status)
  /// It could not be carried, or was not answered; `read` was not called. The status to answer instead,
  /// `IMP_E_INTERNAL` as a rule, and why.
  case failed(imp_status, words: String)
  /// It was not carried, for its generation is over: the other side has ended or begun anew. ``CallBridge``
  /// asks for the generation, makes again what can be made again, and tries once more.
  case stale
}

/// Brings calls to where they are executed, and the answers back. Any thread; calls may overlap.
///
/// What has to be one at a time is the caller's to see to, as for the plugin's own tables.
public protocol CallCarrier: AnyObject, Sendable {
  /// From 1; rises whenever the other side has begun anew: objects of an earlier one are gone there.
  var generation: UInt64 { get }

  /// Carries one call.
  ///
  /// Where the other side has ended: a carrier that can begins anew if the function's traits say so, and
  /// answers `stale` in either case, as the request is for the generation before.
  /// - Parameters:
  ///   - write: writes the body into room of exactly `request.bytes`, which begins at a multiple of 64.
  ///   - read: reads the answer's body, at most `request.replyBytes` long. The bytes may be hostile, and may
  ///     change while they are read: each is copied once, and judged as the copy.
  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery
}

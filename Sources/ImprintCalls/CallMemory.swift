// SPDX-License-Identifier: Apache-2.0

/// Memory that an object is lent from the call that makes it to its end, beside the call's message. It is
/// read where it lies, and may change meanwhile.
public struct CallMemory: Sendable {
  private let address: UInt
  /// How long it is.
  public let count: Int
  /// What keeps it there for as long; `nil` where the sender of the call does.
  private let keeper: (any AnyObject & Sendable)?

  public init(_ bytes: UnsafeRawBufferPointer, kept keeper: (any AnyObject & Sendable)? = nil) {
    address = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.keeper = keeper
  }

  /// Where it begins.
  var start: UnsafePointer<UInt8>? { bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) }

  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }
}

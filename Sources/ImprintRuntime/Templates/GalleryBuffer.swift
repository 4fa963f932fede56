// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The payloads of many templates in one contiguous buffer, to be compared with a probe in one call.
///
/// A value: build it once, share it between tasks. All payloads are of one algorithm and format version.
public struct GalleryBuffer: Sendable, CustomStringConvertible {
  /// The format version of all its templates.
  public let version: UInt32
  /// The payloads, one after the other.
  private(set) var bytes: [UInt8] = []
  /// The offset of each, and the end of the last.
  private(set) var offsets: [UInt64] = [0]
  /// The length of every payload; `nil` where lengths differ or there is none.
  private(set) var uniformLength: Int?

  public init(version: UInt32) {
    self.version = version
  }

  /// How many templates there are.
  public var count: Int { offsets.count - 1 }

  /// Adds a payload at the end; its index is the ``count`` before. Amortised O(bytes).
  public mutating func append(_ payload: some Collection<UInt8>) {
    let before = bytes.count
    bytes.append(contentsOf: payload)
    let length = bytes.count - before
    uniformLength = count == 0 || uniformLength == length ? length : nil
    offsets.append(UInt64(bytes.count))
  }

  /// Reserves capacity for `count` payloads of `length` bytes each.
  public mutating func reserveCapacity(_ count: Int, payloadBytes length: Int) {
    offsets.reserveCapacity(count + 1)
    bytes.reserveCapacity(count * length)
  }

  /// A payload by its index.
  package func payload(_ index: Int) -> ArraySlice<UInt8> {
    bytes[Int(offsets[index])..<Int(offsets[index + 1])]
  }

  /// Lends it for one call.
  /// - Parameter fixed: every template's length, where the format has one.
  func lend(fixed: Int?, _ body: (UnsafePointer<imp_gallery>) -> imp_status) -> imp_status {
    let isFixed = uniformLength != nil && uniformLength == fixed
    return bytes.lend { bytes in
      offsets.withUnsafeBufferPointer { offsets in
        var lent = imp_gallery(
          size: UInt32(MemoryLayout<imp_gallery>.size), version: version, count: UInt64(count), data: bytes,
          offsets: isFixed ? nil : offsets.baseAddress)
        return body(&lent)
      }
    }
  }

  /// The same templates in order, in parts of at most `most`; each is made lazily.
  func parts(of most: Int) -> some Sequence<GalleryBuffer> {
    stride(from: 0, to: count, by: most).lazy.map { first in
      var part = GalleryBuffer(version: version)
      for index in first..<min(first + most, count) {
        part.append(payload(index))
      }
      return part
    }
  }

  public var description: String { "GalleryBuffer(\(count) templates, \(bytes.count) bytes, <redacted>)" }
}

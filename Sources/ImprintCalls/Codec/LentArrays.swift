// SPDX-License-Identifier: Apache-2.0

// How arrays are encoded: their count in the head, the elements as bulk. A null pointer stays one, whatever
// count goes with it.

extension BodySink {
  /// Adds an array of `count` + `more` elements; nothing where there is none.
  mutating func array<Element: BitwiseCopyable>(
    _ start: UnsafePointer<Element>?, _ count: some FixedWidthInteger, and more: UInt64 = 0,
    _ content: BodyContent
  ) {
    guard let start else { return }
    let bytes = byteCount(of: Element.self, UInt64(clamping: count), more)
    bulk(UnsafeRawBufferPointer(start: start, count: Int(clamping: bytes)), content)
  }
}

extension BodyReader {
  /// Reads the array that a pointer announces, where it lies; `nil` for null.
  mutating func array<Element: BitwiseCopyable>(
    _ header: UnsafePointer<Element>?, _ count: some FixedWidthInteger, and more: UInt64 = 0
  ) throws(MalformedBody) -> UnsafePointer<Element>? {
    guard header != nil else { return nil }
    let bytes = try bulk(byteCount(of: Element.self, UInt64(clamping: count), more))
    // What is empty has an address too: only null says that there is none.
    return bytes.baseAddress?.assumingMemoryBound(to: Element.self) ?? .present
  }
}

/// `UInt64.max` beyond all memory, which is too long for any message.
private func byteCount<Element>(of type: Element.Type, _ count: UInt64, _ more: UInt64) -> UInt64 {
  let (elements, tooMany) = count.addingReportingOverflow(more)
  let (bytes, tooLong) = elements.multipliedReportingOverflow(by: UInt64(MemoryLayout<Element>.stride))
  return tooMany || tooLong ? .max : bytes
}

/// How many elements one or two arrays have, as a reply leads with it: one count of eight bytes, or two of
/// four.
enum ArrayCounts {
  static func joined(_ counts: [UInt32]) -> UInt64 {
    counts.reversed().reduce(0) { $0 << 32 | UInt64($1) }
  }

  static func split(_ word: UInt64, _ arrays: Int) -> [UInt64] {
    arrays == 1 ? [word] : [word & UInt64(UInt32.max), word >> 32]
  }
}

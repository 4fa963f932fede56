// SPDX-License-Identifier: Apache-2.0

/// Whether what a driver delivers is a complete frame. A driver may be wrong: nothing beyond the mapped
/// memory is read.
enum FrameJudgement: Hashable {
  /// So many bytes from the start of the buffer are the frame.
  case whole(Int)
  /// Why it is none.
  case damaged(String)

  /// - Parameters:
  ///   - used: bytes, as the driver says.
  ///   - memory: the mapped buffer.
  ///   - isFlagged: the driver says that the frame did not come whole.
  init(used: Int, memory: UnsafeRawBufferPointer, isFlagged: Bool, layout: FrameLayout) {
    if isFlagged {
      self = .damaged("the driver marked it as damaged")
    } else if used > memory.count {
      self = .damaged("the driver says that it has \(used) bytes, in a buffer of \(memory.count)")
    } else if used < layout.bytes {
      self = .damaged("it has \(used) bytes, and a whole frame has \(layout.bytes)")
    } else if layout.isCompressed {
      self =
        memory[0] == 0xFF && memory[1] == 0xD8
        ? .whole(used) : .damaged("it does not begin as a JPEG file does")
    } else {
      self = .whole(layout.bytes)
    }
  }
}

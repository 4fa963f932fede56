// SPDX-License-Identifier: Apache-2.0

/// Two values of four bytes in the place of one of eight.
struct Halves<First: BitwiseCopyable, Second: BitwiseCopyable>: BitwiseCopyable {
  var first: First
  var second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
}

/// One value of four bytes there, and nothing beside it.
struct Half<First: BitwiseCopyable>: BitwiseCopyable {
  var first: First
  var rest: UInt32 = 0

  init(_ first: First) { self.first = first }
}

/// - Throws: for a half that stands empty and is not zero.
func expectZero(_ half: UInt32) throws(MalformedBody) {
  guard half == 0 else { throw MalformedBody("\(half) where there is nothing, which no sender can say.") }
}

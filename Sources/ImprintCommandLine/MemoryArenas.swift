// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How the C library hands out memory in a program.
enum MemoryArenas {
  /// M_ARENA_MAX of <malloc.h>, which is not among the headers that Swift knows.
  private static let mostArenas: Int32 = -8

  /// Two, instead of eight a processor: a command's work goes from thread to thread, and each new thread
  /// would get an arena of its own, with what the one before has freed left in another. Before there are
  /// threads.
  static func limit() {
    guard let address = dlsym(nil, "mallopt") else { return }
    let mallopt = unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)
    _ = mallopt(mostArenas, 2)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport

/// A pseudo terminal: what a program writes to it comes out at the other end.
final class Terminal {
  let program: FileHandle
  private let observer: FileHandle

  init() throws {
    // What posix_openpt, unlockpt and ptsname do; Swift's Glibc module lacks them.
    let (unlockRequest, numberRequest): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    let main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (CInt, CInt) = (0, 0)
    guard main >= 0, ioctl(main, unlockRequest, &lock) == 0, ioctl(main, numberRequest, &number) == 0 else {
      throw MissingForTest("this machine gives no pseudo terminal: \(errno)")
    }
    let name = "/dev/pts/\(number)"
    let other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard other >= 0 else { throw MissingForTest("the pseudo terminal cannot be opened: \(errno)") }
    observer = FileHandle(fileDescriptor: main, closeOnDealloc: true)
    program = FileHandle(fileDescriptor: other, closeOnDealloc: false)
  }

  func readToEnd() throws -> String {
    // The last writer's end is the program's own, once ours is closed; reading then ends with an error.
    close(program.fileDescriptor)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(observer.fileDescriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

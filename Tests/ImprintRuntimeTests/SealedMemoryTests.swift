// SPDX-License-Identifier: Apache-2.0
import CImprintLinux
import Foundation
import TestSupport
import Testing

/// Memory that is sealed while something still holds it.
struct SealedMemoryTests {
  /// Makes a page of memory, and maps it to be written to.
  private func mapped() throws -> (descriptor: Int32, page: UnsafeMutableRawPointer) {
    let descriptor = imp_memory_create("page")
    try #require(descriptor >= 0 && ftruncate(descriptor, 4096) == 0)
    let page = try #require(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0))
    try #require(page != MAP_FAILED)
    return (descriptor, page)
  }

  /// Seals it on a thread of its own, as a seal may wait for long; answers what that answered.
  private func seal(_ descriptor: Int32) async -> Int32 {
    await withCheckedContinuation { sealed in
      Thread.detachNewThread {
        sealed.resume(returning: imp_memory_seal(descriptor, UInt32(IMP_SEAL_SIZE | IMP_SEAL_WRITE)))
      }
    }
  }

  @Test func memoryThatIsLetGoOfSoonIsSealed() async throws {
    let (descriptor, page) = try mapped()
    defer { close(descriptor) }
    let place = UInt(bitPattern: page)
    Thread.detachNewThread {
      usleep(100_000)
      munmap(UnsafeMutableRawPointer(bitPattern: place), 4096)
    }
    #expect(await seal(descriptor) == 0)
    #expect(write(descriptor, "x", 1) == -1 && errno == EPERM)
  }

  @Test func memoryThatStaysHeldIsNotSealed() async throws {
    let (descriptor, page) = try mapped()
    defer {
      munmap(page, 4096)
      close(descriptor)
    }
    #expect(await seal(descriptor) == -EBUSY)
    #expect(write(descriptor, "x", 1) == 1)
  }
}

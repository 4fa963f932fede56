// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc
import Testing

/// Nothing of a finger stays.
@Suite struct ErasureTests {
  /// Three minutiae with edges of 131 pixels, the square of 17,154, and others.
  private static let minutiae = [(100, 100, 7), (223, 145, 90), (160, 300, 180)].map {
    imp_finger_minutia(x: Int16($0.0), y: Int16($0.1), angle: UInt8($0.2), kind: 1, quality: 80, reserved: 0)
  }

  /// How often bytes are found where a thread keeps its own variables, after it did some work.
  private static func count(_ bytes: [UInt8], after work: @escaping () -> Void) -> Int {
    final class Errand {
      let bytes: [UInt8]
      let work: () -> Void
      // The thread's stack, and at its end the thread's variables.
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 20, alignment: 1 << 16)
      var found = -1

      init(_ bytes: [UInt8], _ work: @escaping () -> Void) { (self.bytes, self.work) = (bytes, work) }

      deinit { memory.deallocate() }

      /// From this frame up: below lies what calls left behind.
      func search() {
        work()
        found = 0
        var here = 0
        withUnsafePointer(to: &here) { here in
          guard let start = memory.baseAddress else { return }
          let all = UnsafeRawBufferPointer(
            rebasing: memory[(UnsafeRawPointer(here) - UnsafeRawPointer(start))...])
          for at in 0..<all.count - bytes.count where all[at] == bytes[0] {
            if bytes.indices.allSatisfy({ all[at + $0] == bytes[$0] }) { found += 1 }
          }
        }
      }
    }
    let errand = Errand(bytes, work)
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    guard pthread_attr_init(&attributes) == 0, let stack = errand.memory.baseAddress,
      pthread_attr_setstack(&attributes, stack, errand.memory.count) == 0
    else { return -1 }
    defer { pthread_attr_destroy(&attributes) }
    let made = pthread_create(
      &thread, &attributes,
      { errand in
        guard let errand else { return nil }
        Unmanaged<Errand>.fromOpaque(errand).takeUnretainedValue().search()
        return nil
      }, Unmanaged.passUnretained(errand).toOpaque())
    guard made == 0, pthread_join(thread, nil) == 0 else { return -1 }
    return errand.found
  }

  @Test func aThreadKeepsNoEdgeOfAPreparedPrint() {
    let print = UnsafeMutablePointer<imp_finger_prepared>.allocate(capacity: 1)
    defer { print.deallocate() }
    let square = withUnsafeBytes(of: Int32(17_154).littleEndian) { Array($0) }
    #expect(Self.count(square) { imp_finger_prepare(Self.minutiae, 3, print) } == 0)
    #expect(print.pointee.edges == 3)
  }

  @Test func aThreadKeepsNothingOfAComparison() {
    let print = UnsafeMutablePointer<imp_finger_prepared>.allocate(capacity: 1)
    defer { print.deallocate() }
    imp_finger_prepare(Self.minutiae, 3, print)
    // An edge that both have, by the pairs at its ends and its length, and pairs by what leaves them.
    let kept: [[UInt8]] = [[0, 0, 1, 1, 131], [1, 1, 0, 0, 131], [5, 0, 0, 0, 5, 0, 1, 1, 5, 0, 2, 2]]
    for bytes in kept {
      var score: Float = 0
      #expect(Self.count(bytes) { score = imp_finger_compare(print, print, nil) } == 0, "\(bytes)")
      #expect(score > 0)
    }
    var address = UInt(bitPattern: print)
    let pointer = withUnsafeBytes(of: &address) { Array($0) }
    #expect(Self.count(pointer + pointer) { _ = imp_finger_compare(print, print, nil) } == 0)
  }

  @Test func memoryOfAnExtractionIsErasedBeforeItIsFree() async {
    // In a process of its own, where the next piece of memory is the one that was given back.
    await #expect(processExitsWith: .success) {
      // Pieces up to this size are kept from now on.
      free(malloc(16 << 20))
      let pixels = DrawnRidges().pixels()
      let print = UnsafeMutablePointer<imp_finger_print>.allocate(capacity: 1)
      let side = DrawnRidges.side
      let status = imp_finger_extract(pixels, Int32(side), Int32(side), side, 19685, nil, print)
      let size = 1 << 20
      guard status == IMP_FINGER_OK, let memory = malloc(size) else { exit(2) }
      let left = UnsafeRawBufferPointer(start: memory, count: size).count { $0 != 0 }
      // Two addresses of the list of free pieces.
      exit(left <= 32 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}

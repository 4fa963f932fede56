// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import V4L2Devices

/// Buffers that a driver does not take back.
@Suite struct RefusedBuffersTests {
  @Test func aBufferThatIsTakenIsNotOfferedAgain() {
    var buffers = RefusedBuffers()
    var offered: [UInt32] = []
    buffers.offer(0) { _ in 0 }
    #expect(
      buffers.offerAgain(of: 4) {
        offered.append($0); return 0
      } == nil)
    #expect(offered == [])
  }

  @Test func aBufferThatIsRefusedIsOfferedUntilItIsTaken() {
    var buffers = RefusedBuffers()
    var offered: [UInt32] = []
    buffers.offer(2) { _ in EIO }
    buffers.offer(3) { _ in EIO }
    #expect(
      buffers.offerAgain(of: 4) {
        offered.append($0); return $0 == 2 ? EIO : 0
      } == nil)
    #expect(
      buffers.offerAgain(of: 4) {
        offered.append($0); return 0
      } == nil)
    #expect(
      buffers.offerAgain(of: 4) {
        offered.append($0); return 0
      } == nil)
    #expect(offered == [2, 3, 2])
  }

  @Test func aDriverThatTakesNoBufferAnyMoreHasFailed() {
    var buffers = RefusedBuffers()
    for index: UInt32 in 0..<4 { buffers.offer(index) { _ in EINVAL } }
    #expect(buffers.offerAgain(of: 4) { _ in ENOMEM } == ENOMEM)
    #expect(buffers.offerAgain(of: 4) { $0 == 0 ? 0 : EIO } == nil)
  }
}

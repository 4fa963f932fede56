// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

@testable import ImprintCheck

private final class Flag: Sendable {
  let value = Mutex(false)
}

/// What is said of a call that waits, and that finds something wrong itself while it does.
@Suite struct WaitingCallTests {
  private let found = CheckFailure("it wrote beyond what it was lent (R-22).", place: "camera.next_frame")

  private func call(
    wait: @escaping @Sendable () throws -> WaitingCall.Answer, cancel: @escaping @Sendable () -> Void = {}
  ) -> WaitingCall {
    WaitingCall(
      call: "camera.next_frame", cancelCall: "camera.cancel", goingOn: [], wait: { _ in try wait() },
      cancel: cancel)
  }

  @Test func aFailureBeforeCancelIsToldAsItself() {
    let call = call { [found] in throw found }
    #expect(throws: found) { try call.expectCancelWakes() }
  }

  @Test func aFailureAfterCancelIsToldAsItselfAndNotAsStillWaiting() {
    let isCancelled = Flag()
    let call = call { [found] in
      while !isCancelled.value.withLock({ $0 }) { usleep(1000) }
      throw found
    } cancel: {
      isCancelled.value.withLock { $0 = true }
    }
    #expect(throws: found) { try call.expectCancelWakes() }
  }

  @Test func aSkipWhileItWaitsIsASkip() {
    let call = call { throw CheckSkip("somebody else has the camera.") }
    #expect(throws: CheckSkip("somebody else has the camera.")) { try call.expectCancelWakes() }
  }

  @Test func aFileThatCannotBeReadToItsEndIsNotAShortOne() {
    // A regular file of length 0 whose first read fails: nothing is mapped at its beginning.
    #expect(throws: CheckFailure.self) { try CheckFiles.readStream("/proc/self/mem") }
    #expect(throws: CheckSkip.self) { try Scratch.read("/proc/self/mem") }
  }
}

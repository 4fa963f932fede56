// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
import ImprintPluginKit
import Synchronization

/// Raised once, from any thread; wakes whoever polls its descriptor.
final class StopSignal: Sendable {
  let descriptor: Int32
  private let raised = Atomic(false)

  init() throws(PluginFailure) {
    var opened: Int32 = -1
    let answer = cv4l2_open_wake(&opened)
    guard answer == 0 else {
      throw PluginFailure(.memory, "No descriptor is left to wait with: \(systemWords(-answer)).")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  var isRaised: Bool { raised.load(ordering: .acquiring) }

  func raise() {
    raised.store(true, ordering: .releasing)
    cv4l2_wake(descriptor)
  }
}

// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit
import Foundation
import Testing
import Waiting

/// Waits that end by time, by a descriptor, or by a cancel.
@Suite struct WaitingTests {
  @Test func aWaitEndsWithItsTime() throws {
    let stop = try StopDescriptor()
    let deadline = MonotonicClock.after(2_000_000)
    #expect(!stop.wait(until: deadline))
    #expect(MonotonicClock.now >= deadline)
  }

  @Test func aTimeThatIsOverIsNotWaitedFor() throws {
    #expect(try !StopDescriptor().wait(until: 0))
  }

  @Test func aTimeThatNeverComesIsTheLatest() {
    #expect(MonotonicClock.after(.max) == .max)
    #expect(MonotonicClock.after(2, since: 3) == 5)
  }

  @Test func aCancelEndsAWaitWithoutLimit() throws {
    let stop = try StopDescriptor()
    let thread = Thread { stop.raise() }
    thread.start()
    #expect(stop.wait(until: .max))
    // And every later one.
    #expect(stop.isRaised && stop.wait(until: .max))
  }

  @Test func aDescriptorEndsAWait() throws {
    let stop = try StopDescriptor()
    let other = try StopDescriptor()
    #expect(!stop.wait(for: other.descriptor, until: 0).isReadable)
    other.raise()
    let found = stop.wait(for: other.descriptor, until: .max)
    #expect(found.isReadable && !found.isBroken && found.error == 0)
    #expect(!stop.isRaised)
  }

  @Test func aDescriptorThatIsClosedIsBroken() throws {
    let stop = try StopDescriptor()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(stop.wait(for: pipe.fileHandleForWriting.fileDescriptor, until: .max).isBroken)
  }
}

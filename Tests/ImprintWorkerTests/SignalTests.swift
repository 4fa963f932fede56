// SPDX-License-Identifier: Apache-2.0
import CImprintLinux
import Foundation
import TestSupport
import Testing

/// No number that means more than one process is ever sent a signal. Signal 0 asks whether one could be:
/// where a number were not refused, nobody would be ended by these tests.
@Suite struct SignalTests {
  @Test(arguments: [0, -1, -2, -getpgrp(), Int32.min])
  func aNumberThatMeansGroupsIsRefused(number: Int32) {
    #expect(imp_number_signal(number, 0) == -EINVAL)
    #expect(!sendSignal(0, to: number))
  }

  @Test func aProcessOfThatNumberGetsItAndOneThatIsNotThereIsTold() {
    #expect(imp_number_signal(getpid(), 0) == 0)
    // Above what the kernel gives out.
    #expect(imp_number_signal(Int32.max, 0) == -ESRCH)
  }

  @Test func aProgramThatDidNotStartIsSentNothing() {
    let process = Process()
    process.executableURL = URL(filePath: "/nowhere/program")
    #expect(throws: (any Error).self) { try process.run() }
    #expect(!process.send(0))
  }

  @Test func aProgramThatHasEndedIsSentNothing() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    #expect(!process.send(0))
  }
}

// SPDX-License-Identifier: Apache-2.0
import SystemDevices
import Testing

@testable import V4L2Devices

/// A node that has just come: it is told of once it can be used.
@Suite struct ArrivalTests {
  private let moment: UInt64 = 10_000_000
  private let long: UInt64 = 600_000_000

  @Test func aCameraIsToldAtOnce() {
    #expect(Arrival(.camera(name: "C", formats: []), index: 0, after: 0) == .isDevice)
  }

  @Test func whatIsNoCameraIsLeftAlone() {
    #expect(Arrival(.other, index: 0, after: 0) == .isOther)
  }

  @Test func aNodeThatDoesNotAnswerYetIsWaitedFor() {
    #expect(Arrival(.silent, index: 0, after: moment) == .waits)
    #expect(Arrival(.silent, index: 0, after: long) == .isOther)
  }

  @Test func aNodeWhoseRightsAreNotSetYetIsWaitedFor() {
    #expect(Arrival(.denied, index: 0, after: moment) == .waits)
    #expect(Arrival(.denied, index: 0, after: long) == .isDevice)
    #expect(Arrival(.denied, index: 1, after: long) == .isOther)
  }
}

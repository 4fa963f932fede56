// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SystemDevices

/// The kernel's events, as they come in one message each.
@Suite struct KernelEventTests {
  private func message(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [0] } }

  private let camera = [
    "add@/devices/virtual/video4linux/video10", "ACTION=add", "DEVPATH=/devices/virtual/video4linux/video10",
    "SUBSYSTEM=video4linux", "MAJOR=81", "MINOR=10", "DEVNAME=video10", "SEQNUM=1234",
  ]

  @Test func aCamerasEventIsRead() throws {
    let event = try #require(KernelEvent(message(camera)))
    #expect(event.action == "add")
    #expect(event.subsystem == "video4linux")
    #expect(event.node == "video10")
  }

  @Test func anEventWithoutANodeIsNone() {
    #expect(KernelEvent(message(camera.filter { !$0.hasPrefix("DEVNAME") })) == nil)
  }

  @Test func aMessageOfUdevsIsNone() {
    #expect(KernelEvent(Array("libudev".utf8) + [0, 0xFE, 0xED, 0xCA, 0xFE]) == nil)
  }

  @Test(arguments: [
    "", "\0", "add@\0ACTION", "add@\0=", "ACTION=add\0DEVNAME=video0\0SUBSYSTEM=video4linux\0",
  ])
  func whatIsNoEventIsNone(_ text: String) {
    #expect(KernelEvent(Array(text.utf8)) == nil)
  }

  @Test func aNodeThatLeadsElsewhereIsNone() {
    #expect(
      KernelEvent(message(camera.map { $0.hasPrefix("DEVNAME") ? "DEVNAME=../etc/passwd" : $0 })) == nil)
  }

  @Test func bytesThatAreNoTextAreNone() {
    #expect(KernelEvent(message(camera) + [0x41, 0x3D, 0xFF, 0]) == nil)
  }

  @Test func aMessageCutAnywhereIsReadOrRefused() {
    let whole = message(camera)
    for length in 0..<whole.count { _ = KernelEvent(whole[..<length]) }
  }
}

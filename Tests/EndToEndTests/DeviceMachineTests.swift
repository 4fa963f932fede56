// SPDX-License-Identifier: Apache-2.0
import Foundation
@testable import Imprint
import TestSupport
import Testing

/// What doctor says of devices, on machines made of files.
@Suite struct DeviceMachineTests {
  private let folder: TemporaryFolder
  private let examined: ExaminedMachine

  init() throws {
    examined = try ExaminedMachine()
    folder = examined.folder
  }

  private var machine: DeviceMachine { examined.machine() }

  private func findings(plugins: [String: [String]]) throws -> [HealthFinding] {
    try examined.findings(plugins: plugins)
  }

  private let cameras = ["org.example.cameras": ["imprint.camera/1", "imprint.device-watch/1"]]

  @Test func aMachineWithoutDevicesAndPluginsHasNothingToSay() throws {
    #expect(try findings(plugins: [:]).isEmpty)
    // A player of recordings finds no devices.
    #expect(try findings(plugins: ["org.example.player": ["imprint.camera/1"]]).isEmpty)
  }

  @Test func aPluginWithoutDevicesIsFine() throws {
    let findings = try findings(plugins: cameras)
    #expect(findings.map(\.state) == [.fine] && findings.map(\.place) == ["/dev/video*"])
  }

  @Test func nodesWithoutAPluginAreDoubtful() throws {
    try folder.write("", to: "dev/video0")
    try folder.write("", to: "dev/snd/pcmC0D0c")
    try folder.write("", to: "dev/snd/pcmC0D0p")
    try folder.write("", to: "dev/videodev")
    let findings = try findings(plugins: [:])
    #expect(findings.map(\.code) == ["no-plugin", "no-plugin"])
    #expect(findings.allSatisfy { $0.state == .doubtful && $0.fact.hasPrefix("1 nodes") })
  }

  @Test func eachNodeIsLookedAt() throws {
    for name in ["video0", "video12", "video", "videoX", "vbi0"] { try folder.write("", to: "dev/\(name)") }
    let findings = try findings(plugins: cameras)
    #expect(findings.map { $0.place.split(separator: "/").last } == ["video0", "video12"])
    #expect(findings.allSatisfy { $0.state == .fine })
  }

  @Test func aNodeThatAProgramHasOpenIsBusyAndSaysWhose() throws {
    try folder.write("", to: "dev/video0")
    try folder.write("", to: "dev/video1")
    try folder.write("other-program\n", to: "proc/4242/comm")
    try folder.makeFolder("proc/4242/fd")
    try folder.makeFolder("proc/self-made/fd")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/proc/4242/fd/7", withDestinationPath: folder.path + "/dev/video1")
    let findings = try findings(plugins: cameras)
    #expect(findings.map(\.code) == ["ok", "busy"])
    #expect(findings[1].state == .doubtful)
    #expect(findings[1].fact.contains("other-program (process 4242)"))
  }

  @Test func aSoundCardThatAnotherUserRecordsFromIsBusy() throws {
    try folder.write("", to: "dev/snd/pcmC2D1c")
    try folder.write("", to: "dev/snd/pcmC2D10c")
    // The kernel tells the thread; which files another user's process has open is hidden.
    try folder.write("state: RUNNING\nowner_pid   : 4243\n", to: "proc/asound/card2/pcm1c/sub0/status")
    try folder.write("closed\n", to: "proc/asound/card2/pcm10c/sub0/status")
    try folder.write("Name:\tworker\nTgid:\t4242\n", to: "proc/4243/status")
    try folder.write("recorder\n", to: "proc/4242/comm")
    let findings = try findings(
      plugins: ["org.example.sound": ["imprint.microphone/1", "imprint.device-watch/1"]])
    #expect(
      Dictionary(uniqueKeysWithValues: findings.map { ($0.place.split(separator: "/").last, $0.code) })
        == ["pcmC2D1c": "busy", "pcmC2D10c": "ok"])
    #expect(findings.contains { $0.fact.contains("recorder (process 4242)") })
  }

  @Test func aNodeThatIsRefusedNamesTheGroupToJoin() throws {
    // A group that nobody here is in; one without a name is told by its number.
    let node = DeviceNode(path: "/dev/video0", group: 54_321, mode: 0o660, isAllowed: false, number: 1)
    #expect(machine.remedy(for: node, group: "video").contains("usermod -aG 54321"))
    #expect(node.refusal.contains("660") && node.refusal.contains("54321"))
    // Where the group has no right, or is root's, joining it helps nobody.
    let closed = DeviceNode(path: "/dev/video0", group: 54_321, mode: 0o600, isAllowed: false, number: 1)
    #expect(machine.remedy(for: closed, group: "video").contains("`video`"))
    let roots = DeviceNode(path: "/dev/video0", group: 0, mode: 0o660, isAllowed: false, number: 1)
    #expect(machine.remedy(for: roots, group: "video").contains("`video`"))
  }

  @Test func aMemberWhoIsRefusedIsSentToLookElsewhere() throws {
    let own = getegid()
    try #require(own != 0 || GroupNames.membership(0).now)
    let node = DeviceNode(
      path: "/dev/video0", group: own == 0 ? 54_321 : own, mode: 0o660, isAllowed: false, number: 1)
    let remedy = machine.remedy(for: node, group: "video")
    #expect(own == 0 ? remedy.contains("usermod") : remedy.contains("container"))
  }
}

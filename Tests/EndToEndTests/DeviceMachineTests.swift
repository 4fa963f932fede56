// SPDX-License-Identifier: Apache-2.0
import Foundation
@testable import Imprint
import TestSupport
import Testing

/// What doctor says of devices, on machines made of files.
@Suite struct DeviceMachineTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var machine: DeviceMachine {
    DeviceMachine(
      devices: folder.path + "/dev", processes: folder.path + "/proc", cardSocket: folder.path + "/pcscd.comm"
    )
  }

  /// Plugins that find cameras, microphones and cards: their manifests alone count.
  private func findings(plugins: [String: [String]]) throws -> [HealthFinding] {
    for (id, abilities) in plugins {
      var manifest = FixtureManifest()
      manifest.id = id
      manifest.provides = abilities
      try folder.write(manifest.yaml, to: "root/plugins/\(id)/plugin.yaml")
      // Any library of this machine will do: a listing opens none.
      let library = folder.url.appending(path: "root/plugins/\(id)/\(manifest.library)")
      if !FileManager.default.fileExists(atPath: library.path) {
        try FileManager.default.copyItem(
          at: BuiltProducts.folder().appending(path: "libNullMatcher.so"), to: library)
      }
    }
    try folder.makeFolder("root/plugins")
    let path = PluginSearchPath(roots: [PluginRoot(path: folder.path + "/root", origin: .explicit)])
    let examination = HealthExamination(configuration: ImprintConfiguration(searchPath: path))
    let catalog = PluginCatalog.discover(path)
    #expect(catalog.skipped.isEmpty)
    return examination.devices(of: catalog, on: machine)
  }

  private let cameras = ["org.example.cameras": ["imprint.camera/1", "imprint.device-watch/1"]]
  private let cards = ["org.example.cards": ["imprint.card-reader/1", "imprint.device-watch/1"]]

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

  @Test func aServiceThatDoesNotRunSaysHowToStartIt() throws {
    let findings = try findings(plugins: cards)
    #expect(findings.map(\.code) == ["service-missing"])
    #expect(findings[0].remedy.contains("pcscd"))
  }

  @Test func aSocketThatNobodyListensOnIsBroken() throws {
    let path = machine.cardSocket
    let socket = try listeningSocket(path)
    #expect(try findings(plugins: cards).map(\.state) == [.fine])
    close(socket)
    let findings = try findings(plugins: cards)
    #expect(findings.map(\.code) == ["service-refused"] && findings[0].state == .broken)
  }

  @Test(.timeLimit(.minutes(1))) func aServiceThatTakesNobodyInIsStuck() throws {
    let socket = try listeningSocket(machine.cardSocket)
    defer { close(socket) }
    // As many as wait in its queue, and one more.
    var codes: [String] = []
    var waiting: [Int32] = []
    defer { for socket in waiting { close(socket) } }
    for _ in 0..<16 where codes.last != "service-stuck" {
      codes = try findings(plugins: cards).map(\.code)
      waiting.append(try connectedSocket(machine.cardSocket))
    }
    #expect(codes == ["service-stuck"])
  }

  @Test func nobodyAsksForAServiceThatNoPluginNeeds() throws {
    #expect(try findings(plugins: cameras).allSatisfy { $0.place != machine.cardSocket })
  }

  private func listeningSocket(_ path: String) throws -> Int32 {
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(try withAddress(path) { bind(made, $0, $1) } == 0 && listen(made, 4) == 0)
    return made
  }

  /// Tries to connect, and does not wait.
  private func connectedSocket(_ path: String) throws -> Int32 {
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    _ = try withAddress(path) { connect(made, $0, $1) }
    return made
  }

  private func withAddress(
    _ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

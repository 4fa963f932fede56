// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ImprintManifest
import ImprintTrust
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

/// What a worker is let through to for the devices of its plugin, and what not.
@Suite(.timeLimit(.minutes(2)))
struct DeviceGrantTests {
  /// A root with nodes that stand for cameras: what is written to /dev/zero goes nowhere, and it is a
  /// character device.
  private func machine() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("not a camera", to: "dev/video7")
    try folder.write("1", to: "sys/class/video4linux/name")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/dev/video0", withDestinationPath: "/dev/zero")
    return folder
  }

  private func policy(_ root: TemporaryFolder) -> WorkerPolicy {
    var policy = WorkerPolicy.quick
    policy.deviceRoot = root.path
    return policy
  }

  /// Asks a plugin in a worker for numbers: `statements` set `answers[0...3]`, and know the root as `ROOT`.
  private func probe(
    _ statements: String, devices: String, root: TemporaryFolder, log: CollectedLog = CollectedLog()
  ) async throws -> [Int] {
    var plugin = try FixturePlugin.misbehaving(
      "FIX_EXTRACT",
      """
      { int answers[4] = {0, 0, 0, 0}; \(statements)
        for (int i = 0; i < 4; i++) payload->data[i] = (uint8_t)(answers[i] < 0 ? errno : answers[i]);
        payload->length = 4; return IMP_OK; }
      """)
    plugin.defines["ROOT"] = "\"\(root.path)\""
    plugin.source =
      "#define _GNU_SOURCE\n#include <dirent.h>\n#include <sys/ioctl.h>\n#include <sys/un.h>\n#include <linux/netlink.h>\n"
      + (plugin.source ?? "")
    plugin.manifest.more = "devices: [\(devices)]\n"
    let extractor = try await FaceExtractor.make(plugin.opened(policy: policy(root), log: log))
    return try await extractor.extract(image(0), face: nil).payload.bytes.map(Int.init)
  }

  /// `errno` of each open, 0 where it succeeds.
  private func opens(_ pairs: [(String, String)], devices: String, root: TemporaryFolder) async throws
    -> [Int]
  {
    let statements = pairs.enumerated().map { index, pair in
      "errno = 0; answers[\(index)] = open(\(pair.0), \(pair.1), 0600) < 0 ? errno : 0;"
    }
    return try await probe(statements.joined(separator: " "), devices: devices, root: root)
  }

  @Test func aNodeOfTheClassIsOpenedWrittenToAndControlled() async throws {
    let root = try machine()
    let answers = try await probe(
      """
      int node = open(ROOT "/dev/video0", O_RDWR | O_NONBLOCK | O_CLOEXEC);
      answers[0] = node < 0 ? errno : 0;
      answers[1] = (int)write(node, "abc", 3);
      int none; errno = 0; ioctl(node, 0x5600, &none); answers[2] = errno;
      DIR *folder = opendir(ROOT "/dev"); answers[3] = folder == NULL ? errno : 0;
      """, devices: "video", root: root)
    // The node answers the ioctl that it has none of: no wall does.
    #expect(answers == [0, 3, Int(ENOTTY), 0])
  }

  @Test func nothingElseIsOpenedToBeWritten() async throws {
    let root = try machine()
    let denied = Int(EACCES)
    // Another device, one that every worker may read, a file with the name of a camera, a file of the
    // system's.
    let others = try await opens(
      [
        ("\"/dev/full\"", "O_RDWR"), ("\"/dev/null\"", "O_RDWR"), ("ROOT \"/dev/video7\"", "O_RDWR"),
        ("\"/dev/full\"", "O_RDONLY"),
      ], devices: "video", root: root)
    #expect(others == [denied, denied, denied, denied])
    let made = try await opens(
      [
        ("ROOT \"/dev/video0\"", "O_WRONLY"), ("ROOT \"/dev/video9\"", "O_RDWR | O_CREAT"),
        ("ROOT \"/dev/video0\"", "O_RDWR | O_TRUNC"), ("\"/etc/passwd\"", "O_RDONLY"),
      ], devices: "video", root: root)
    #expect(made == [Int(EPERM), Int(EPERM), Int(EPERM), denied])
    #expect(try String(contentsOfFile: "\(root.path)/dev/video7", encoding: .utf8) == "not a camera")
  }

  @Test func aPluginWithoutDevicesHasNone() async throws {
    let root = try machine()
    let seen = try await opens(
      [
        ("ROOT \"/dev/video0\"", "O_RDWR"), ("ROOT \"/dev/video0\"", "O_RDONLY"),
        ("ROOT \"/dev\"", "O_RDONLY | O_DIRECTORY"), ("ROOT \"/sys/class/video4linux/name\"", "O_RDONLY"),
      ], devices: "", root: root)
    #expect(seen == [Int(EPERM), Int(EACCES), Int(EACCES), Int(EACCES)])
    let sockets = try await probe(Self.sockets, devices: "", root: root)
    #expect(sockets == [Int](repeating: Int(EPERM), count: 4))
  }

  /// Events of the kernel; routes; the network; another program.
  private static let sockets = """
    answers[0] = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
    if (answers[0] < 0) answers[0] = errno; else answers[0] = 0;
    answers[1] = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) < 0 ? errno : 0;
    answers[2] = socket(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0;
    answers[3] = socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? errno : 0;
    """

  @Test func eventsOfDevicesAreTheOnlySocketOfACamera() async throws {
    let root = try machine()
    let log = CollectedLog()
    #expect(
      try await probe(Self.sockets, devices: "video", root: root, log: log)
        == [0, Int(EPERM), Int(EPERM), Int(EPERM)])
    // Told once, by the thread that watches the worker: after the answer, perhaps.
    func told() -> [CollectedLog.Line] {
      log.lines.filter { $0.message.contains("a wall refused a system call") }
    }
    #expect(comes { !told().isEmpty })
    #expect(told().count == 1 && told().first?.metadata["call"] == "socket", "\(log.lines)")
  }

  @Test func theSocketOfEventsIsAsItWasAskedForAndIsBound() async throws {
    let answers = try await probe(
      """
      int made = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
      struct sockaddr_nl to = {.nl_family = AF_NETLINK, .nl_groups = 1};
      int room = 1 << 20;
      answers[0] = bind(made, (struct sockaddr *)&to, sizeof to) == 0
        && setsockopt(made, SOL_SOCKET, SO_RCVBUF, &room, sizeof room) == 0 ? 1 : 2;
      char byte; answers[1] = recv(made, &byte, 1, 0) < 0 ? errno : 0;
      answers[2] = fcntl(made, F_GETFD) == FD_CLOEXEC ? 1 : 2;
      int plain = socket(AF_NETLINK, SOCK_DGRAM, NETLINK_KOBJECT_UEVENT);
      answers[3] = plain >= 0 && fcntl(plain, F_GETFD) == 0 && !(fcntl(plain, F_GETFL) & O_NONBLOCK) ? 1 : 2;
      """, devices: "video", root: try machine())
    #expect(answers[0] == 1 && answers[2] == 1 && answers[3] == 1, "\(answers)")
    // Somebody may plug something in meanwhile.
    #expect([0, Int(EAGAIN)].contains(answers[1]))
  }

  @Test func noSocketIsAskedForTheHostsNetworkAndNoSignalIsSentToTheHost() async throws {
    let log = CollectedLog()
    let answers = try await probe(
      """
      int made = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
      char room[256] = {0}; int bytes = 0; struct f_owner_ex { int type; int pid; } owner = {1, getppid()};
      answers[0] = ioctl(made, 0x8912 /* SIOCGIFCONF */, room) < 0 ? errno : 0;
      answers[1] = ioctl(made, 0x8b1b /* SIOCGIWESSID */, room) < 0 ? errno : 0;
      answers[2] = fcntl(made, F_SETOWN, getppid()) < 0 && errno == EPERM && fcntl(made, F_SETSIG, 9) < 0
        && errno == EPERM && fcntl(made, 15 /* F_SETOWN_EX */, &owner) < 0 ? errno : 0;
      answers[3] = ioctl(made, 0x5421 /* FIONBIO */, &bytes) == 0 && ioctl(made, 0x8880, room) < 0 && errno == ENOTTY
        && fcntl(made, F_SETFL, O_NONBLOCK) == 0 && fcntl(made, F_GETFL) & O_NONBLOCK ? 1 : 2;
      """, devices: "video", root: try machine(), log: log)
    #expect(answers == [Int(EPERM), Int(EPERM), Int(EPERM), 1])
  }

  // ---- Smart cards ---------------------------------------------------------

  /// A plugin with a card reader, whose command is a path: it connects there, and answers the errno, and what
  /// it is sent.
  private func connecting(_ policy: WorkerPolicy, log: CollectedLog = CollectedLog()) async throws
    -> CardConnection
  {
    let statements = """
      { int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); response->length = 1;
        if (made < 0) { response->data[0] = (uint8_t)errno; return IMP_OK; }
        struct sockaddr_un to = {.sun_family = AF_UNIX}; memcpy(to.sun_path, command.data, command.length);
        if (command.data[0] == '@') to.sun_path[0] = 0;
        int failed = connect(made, (struct sockaddr *)&to, sizeof to);
        response->data[0] = (uint8_t)(failed ? errno : 0);
        if (!failed) response->length += (size_t)recv(made, response->data + 1, 16, 0);
        close(made); return IMP_OK; }
      """
    var plugin = try FixturePlugin.card(["FIX_TRANSMIT": statements.replacing("\n", with: " ")])
    plugin.source =
      "#define _GNU_SOURCE\n#include <errno.h>\n#include <sys/socket.h>\n#include <sys/un.h>\n#include <unistd.h>\n"
      + (plugin.source ?? "")
    plugin.manifest.more = "devices: [smart-cards]\n"
    return try await CardConnection.connect(
      plugin.opened(policy: policy, log: log), options: CardOptions(locator: "fixture:0"))
  }

  @Test func theServiceForCardsIsConnectedToAndNoOther() async throws {
    let folder = try TemporaryFolder()
    let service = try GreetingService("\(folder.path)/pcscd.comm", says: "hello")
    let other = try GreetingService("\(folder.path)/agent", says: "secret")
    var policy = WorkerPolicy.quick
    policy.cardServices = [service.path]
    let card = try await connecting(policy)
    for _ in 0..<3 {
      #expect(try await card.transmit(Array(service.path.utf8)) == [0] + Array("hello".utf8))
    }
    for path in [other.path, "@abstract", "\(folder.path)/./pcscd.comm", "\(folder.path)/none"] {
      let answer = try await card.transmit(Array(path.utf8))
      #expect(answer == [UInt8(path.hasPrefix("@") ? EPERM : EACCES)], "\(path)")
    }
    // The lock is free again, and a service that has gone is refused as the system refuses it.
    service.end()
    #expect(try await card.transmit(Array(service.path.utf8)) == [UInt8(ECONNREFUSED)])
  }

  @Test func aServiceThatIsNotThereIsSaidToBe() async throws {
    let folder = try TemporaryFolder()
    var policy = WorkerPolicy.quick
    policy.cardServices = ["\(folder.path)/pcscd.comm"]
    let card = try await connecting(policy)
    #expect(try await card.transmit(Array("\(folder.path)/pcscd.comm".utf8)) == [UInt8(ENOENT)])
  }

  @Test func aCardPluginHasNoNetworkWhateverItsManifestSays() async throws {
    let folder = try TemporaryFolder()
    let other = try GreetingService("\(folder.path)/agent", says: "secret")
    var policy = WorkerPolicy.quick
    policy.networkPlugins = ["org.example.fixture"]
    var plugin = try FixturePlugin.card([
      "FIX_TRANSMIT":
        "response->data[0] = (uint8_t)(socket(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0); response->length = 1; return IMP_OK;"
    ])
    plugin.source = "#include <errno.h>\n#include <sys/socket.h>\n" + (plugin.source ?? "")
    plugin.manifest.egress = "network"
    plugin.manifest.more = "devices: [smart-cards]\n"
    let card = try await CardConnection.connect(
      plugin.opened(policy: policy), options: CardOptions(locator: "fixture:0"))
    #expect(try await card.transmit([1]) == [UInt8(EPERM)])
    withExtendedLifetime(other) {}
  }

  // ---- Workers -------------------------------------------------------------

  @Test func eachOpeningHasAWorkerOfItsOwnWithTheNodesOfThatMoment() async throws {
    let root = try machine()
    var plugin = try FixturePlugin.misbehaving(
      "FIX_EXTRACT",
      """
      { errno = 0; int pid = getpid(); payload->data[0] = (uint8_t)(open(ROOT "/dev/video1", O_RDWR) < 0 ? errno : 0);
        memcpy(payload->data + 1, &pid, 3); payload->length = 4; return IMP_OK; }
      """)
    plugin.defines["ROOT"] = "\"\(root.path)\""
    plugin.manifest.more = "devices: [video]\n"
    let place = try plugin.install()
    let runtime = PluginRuntime(
      catalog: .discover(PluginSearchPath(roots: [PluginRoot(path: place.path, origin: .explicit)])),
      trust: .off, entitlements: EverythingGranted(), logger: CollectedLog().logger(), hostName: "tests",
      hostVersion: "1.0.0", isolation: PluginIsolation(.process), workers: policy(root))
    let found = try #require(runtime.catalog.found.first)
    let first = try await FaceExtractor.make(runtime.open(found))
    let before = try await first.extract(image(0), face: nil).payload.bytes
    #expect(before[0] == UInt8(EACCES) || before[0] == UInt8(ENOENT))
    try FileManager.default.createSymbolicLink(
      atPath: "\(root.path)/dev/video1", withDestinationPath: "/dev/full")
    #expect(try await first.extract(image(0), face: nil).payload.bytes[0] == UInt8(EACCES))
    let second = try await FaceExtractor.make(runtime.open(found)).extract(image(0), face: nil).payload.bytes
    #expect(second[0] == 0 && second[1...] != before[1...])
  }

  /// A camera that is listed where its node can be opened.
  private func camera(of root: TemporaryFolder) throws -> FixturePlugin {
    var plugin = try FixturePlugin.devices([
      "FIX_CAMERAS":
        #"{ int node = open(ROOT "/dev/video1", O_RDWR); if (node < 0) *count = 0; else close(node); }"#
    ])
    plugin.defines["ROOT"] = "\"\(root.path)\""
    plugin.source = "#include <fcntl.h>\n#include <unistd.h>\n" + (plugin.source ?? "")
    plugin.manifest.more = "devices: [video]\n"
    return plugin
  }

  @Test func aDeviceThatComesAfterThePluginWasOpenedIsReachedThroughItAllTheSame() async throws {
    let root = try machine()
    let plugin = try camera(of: root).opened(policy: policy(root))
    let node = "\(root.path)/dev/video1"
    #expect(try await plugin.withoutBlocking { try Camera.list($0) }.isEmpty)
    // Out and in again under the same name is another node.
    for target in ["/dev/full", "/dev/zero", "/dev/full"] {
      try FileManager.default.createSymbolicLink(atPath: node, withDestinationPath: target)
      #expect(try await plugin.withoutBlocking { try Camera.list($0) }.count == 1, "\(target)")
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: "/dev/fixture0"))
      try FileManager.default.removeItem(atPath: node)
      #expect(try await plugin.withoutBlocking { try Camera.list($0) }.isEmpty, "\(target)")
      // What is open stays so, in the worker that it was opened in.
      camera.cancel()
      await #expect(throws: PluginCallError.self) { try await camera.nextFrame(timeout: .zero) }
    }
  }

  @Test func aPluginWhoseDevicesStayKeepsItsWorker() throws {
    let root = try machine()
    let plugin = try camera(of: root).opened(policy: policy(root))
    let seen = try #require(plugin.renewal)
    #expect(try seen.renewed() == nil)
    try FileManager.default.createSymbolicLink(
      atPath: "\(root.path)/dev/video1", withDestinationPath: "/dev/full")
    let renewed = try #require(try seen.renewed())
    #expect(try seen.renewed() === renewed)
    #expect(try plugin.withDevicesOfNow("list") === renewed)
  }

  @Test func aPluginThatIsRemovedStillReachesWhatItReached() throws {
    let root = try machine()
    let log = CollectedLog()
    let plugin = try camera(of: root).opened(policy: policy(root), log: log)
    let renewal = try #require(plugin.renewal)
    func told() -> Int { log.lines.filter { $0.message.contains("cannot be reopened") }.count }
    let dev = "\(root.path)/dev"
    try FileManager.default.createSymbolicLink(atPath: "\(dev)/video1", withDestinationPath: "/dev/full")
    let renewed = try #require(try renewal.renewed())
    #expect(told() == 0)
    try FileManager.default.removeItem(atPath: plugin.found.folder)
    try FileManager.default.createSymbolicLink(atPath: "\(dev)/video2", withDestinationPath: "/dev/full")
    for _ in 0..<3 {
      #expect(try Camera.list(plugin).count == 1)
      #expect(try renewal.renewed() === renewed)
    }
    // Tried once for these devices, and once for the next.
    #expect(told() == 1, "\(log.lines)")
    try FileManager.default.removeItem(atPath: "\(dev)/video2")
    #expect(try renewal.renewed() === renewed)
    try FileManager.default.createSymbolicLink(atPath: "\(dev)/video3", withDestinationPath: "/dev/full")
    #expect(try renewal.renewed() === renewed)
    #expect(told() == 2, "\(log.lines)")
  }

  /// What opens nothing, but says why.
  private func refusing(_ code: PluginError.Code, root: TemporaryFolder, log: CollectedLog) -> DeviceRenewal {
    let path = root.path
    let look: @Sendable () -> DeviceSight = { DeviceSight(DeviceGrants(of: [.video], root: path)) }
    return DeviceRenewal(look(), look: look, logger: log.logger()) { () throws(PluginError) -> OpenPlugin in
      throw PluginError(code, place: "org.example.fixture", reason: "as the test says.", remedy: "None.")
    }
  }

  @Test(arguments: PluginError.Code.allCases)
  func onlyWhatIsWrongWithItsPackageIsNotThrownWhereItCannotBeOpenedAnew(_ code: PluginError.Code) throws {
    let root = try machine()
    let log = CollectedLog()
    let renewal = refusing(code, root: root, log: log)
    try FileManager.default.createSymbolicLink(
      atPath: "\(root.path)/dev/video1", withDestinationPath: "/dev/full")
    for _ in 0..<2 {
      let isForbidden = [
        .notEntitled, .quarantined, .disabled, .publisherRevoked, .pluginRevoked, .notAllowed,
        .unknownPublisher,
      ].contains(code)
      // Tried again by the next call.
      let mayPass = [.openFailed, .workerMissing, .workerFailed, .wallMissing].contains(code)
      if isForbidden || mayPass {
        let error = try #require(throws: PluginError.self) { _ = try renewal.renewed() }
        #expect(error.code == code && log.lines.isEmpty)
      } else {
        #expect(try renewal.renewed() == nil)
        #expect(log.lines.count == 1)
      }
    }
  }

  @Test func aConfigurationOfSoundThatIsReplacedIsAnotherSight() throws {
    let root = try machine()
    try root.write("# one", to: "etc/asound.conf")
    let look = { DeviceSight(DeviceGrants(of: [.sound], root: root.path) { _ in nil }) }
    let before = look()
    #expect(look() == before)
    try Data("# two".utf8).write(to: URL(filePath: "\(root.path)/etc/asound.conf"), options: .atomic)
    #expect(look() != before)
  }

  @Test func aFileOfTheSystemThatIsReplacedIsNoDevice() throws {
    let root = try machine()
    let log = CollectedLog()
    try root.write("video:x:44:", to: "etc/group")
    let renewal = refusing(.libraryMissing, root: root, log: log)
    // As groupadd does it: another file in its place.
    try Data("video:x:44:somebody".utf8).write(to: URL(filePath: "\(root.path)/etc/group"), options: .atomic)
    try root.write("1", to: "sys/class/video4linux/video7")
    #expect(try renewal.renewed() == nil)
    #expect(log.lines.isEmpty)
  }

  @Test func nobodyWaitsForAPluginThatIsReplacedToClose() throws {
    let root = try machine()
    var slow = try camera(of: root)
    slow.source = slow.source?.replacing(
      "{ free(plugin); }",
      with: """
        { free(plugin); for (int i = 0; i < 100 && access(ROOT "/dev/done", F_OK) != 0; i++) usleep(100000); }
        """)
    let plugin = try slow.opened(policy: policy(root))
    let renewal = try #require(plugin.renewal)
    let node = "\(root.path)/dev/video1"
    try FileManager.default.createSymbolicLink(atPath: node, withDestinationPath: "/dev/full")
    // Held by nobody but the renewal.
    _ = try renewal.renewed()
    try FileManager.default.removeItem(atPath: node)
    let start = ContinuousClock.now
    #expect(try renewal.renewed() == nil)
    // Closing takes 10 s, until it may end.
    #expect(ContinuousClock.now - start < .seconds(8))
    try root.write("", to: "dev/done")
    withExtendedLifetime(plugin) {}
  }

  @Test func whatIsGrantedFollowsFromTheClasses() throws {
    let root = try machine()
    try FileManager.default.createDirectory(atPath: "\(root.path)/dev/snd", withIntermediateDirectories: true)
    // What plays, what MIDI and firmware go through, and the timers are nobody's microphone.
    for node in [
      "pcmC0D0c", "controlC0", "controlC12", "pcmC1D10c", "pcmC0D0p", "hwC0D0", "midiC0D0", "seq", "timer",
      "controlC",
      "xpcmC0D0c", "pcmC0D0cx",
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root.path)/dev/snd/\(node)", withDestinationPath: "/dev/zero")
    }
    let variables = ["HOME": "/home/somebody", "ALSA_CONFIG_PATH": "/a/asound.conf:relative:/b"]
    let sound = DeviceGrants(of: [.sound], root: root.path) { variables[$0] }
    #expect(
      sound.usable
        == ["controlC0", "controlC12", "pcmC0D0c", "pcmC1D10c"].map { "\(root.path)/dev/snd/\($0)" })
    #expect(sound.readable.contains("/home/somebody/.asoundrc") && sound.readable.contains("/b"))
    #expect(!sound.readable.contains("relative") && !sound.readable.contains("/home/somebody"))
    #expect(sound.environment == variables)
    let video = DeviceGrants(of: [.video], root: root.path) { variables[$0] }
    #expect(video.usable == ["\(root.path)/dev/video0"] && video.environment.isEmpty)
    #expect(video.listable == ["\(root.path)/dev"])
    // Whoever is denied is told which group it takes.
    for grants in [sound, video] { #expect(grants.readable.contains("\(root.path)/etc/group")) }
    let cards = DeviceGrants(of: [.smartCards], root: root.path) { variables[$0] }
    #expect(cards.usable.isEmpty && cards.readable.isEmpty && cards.listable.isEmpty)
    #expect(cards.services == DeviceGrants.cardServices && cards.environment.isEmpty)
    #expect(DeviceGrants(of: []).kinds == 0)
  }

  @Test func thePlaceOfTheServiceForCardsIsWhatTheVariableNames() throws {
    let place = ["PCSCLITE_CSOCK_NAME": "/run/other/pcscd.comm"]
    let cards = DeviceGrants(of: [.smartCards], cardServices: ["/run/pcscd/pcscd.comm"]) { place[$0] }
    #expect(cards.services == ["/run/pcscd/pcscd.comm", "/run/other/pcscd.comm"])
    #expect(cards.environment == place)
    for none in ["", "relative/pcscd.comm"] {
      let cards = DeviceGrants(of: [.smartCards]) { _ in none }
      #expect(cards.services == DeviceGrants.cardServices && cards.environment.isEmpty, "\(none)")
    }
    #expect(DeviceGrants(of: [.video, .sound]) { place[$0] }.services.isEmpty)
    #expect(DeviceGrants(of: [.video, .sound]) { place[$0] }.environment.isEmpty)
  }
}

/// A service of this machine that greets whoever connects, until it ends.
private final class GreetingService {
  let path: String
  private let listening: Int32

  init(_ path: String, says greeting: String) throws {
    self.path = path
    listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listening, 8) == 0 else { throw MissingForTest("no socket at \(path)") }
    let descriptor = listening
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        _ = write(client, greeting, greeting.utf8.count)
        close(client)
      }
    }
  }

  func end() { shutdown(listening, Int32(SHUT_RDWR)) }

  deinit {
    end()
    close(listening)
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintModel
internal import ImprintTrust

/// What `imprint-check` does: it makes one check in its own process, and answers on descriptor 3.
public enum CheckMain {
  private static let channel: Int32 = 3

  /// Runs the program to its end.
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - faults: Makes allocations of this program fail.
  public static func run(_ arguments: [String], faults: AllocationFaults) -> Never {
    if arguments == ["reference"] {
      print(CheckReference.markdown, terminator: "")
      exit(0)
    }
    // What a plugin is tried with here is what it will meet in use: a debug build's checks find what a release refuses.
    EnforcedFlavour.raiseToRelease()
    if arguments == ["version"] {
      print(version)
      exit(0)
    }
    guard let wanted = WantedCheck(arguments), let check = CheckCatalog.check(wanted.check) else {
      tell("usage: imprint-check is started by `sdkctl plugin check`; run that.")
      exit(64)
    }
    guard let token = takeToken() else {
      tell("imprint-check: descriptor 3 is not the channel of a `sdkctl plugin check`; run that.")
      exit(64)
    }
    // Away from where a plugin that closes what it did not open would find it.
    let away = fcntl(channel, F_DUPFD_CLOEXEC, 100)
    guard away >= 0 else { exit(71) }
    close(channel)
    // What the plugin writes beside the point lies in the check's own folder then.
    for name in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      setenv(name, wanted.scratch, 1)
    }
    guard chdir(wanted.scratch) == 0 else { exit(71) }
    let subject = CheckSubject(
      wanted.place, scratch: wanted.scratch, faults: faults, isolation: wanted.isolation,
      device: wanted.device,
      tell: tell)
    let outcome = check.run(on: subject, seed: wanted.seed)
    let message = CheckAnswer(token: token, check: check.id, outcome: outcome).message
    let sent = message.withUnsafeBytes { send(away, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard sent == message.count else { exit(71) }
    // A usual end: what the plugin left for it is the plugin's to survive.
    exit(0)
  }

  /// What this program is, and whether it could be made to open a plugin without asking.
  private static var version: String {
    let mode = PluginTrust.off.mode
    return "imprint-check \(BuildInformation.text); "
      + (mode == nil ? BuildFlavour.release : .debug).enforcement
  }

  private static func takeToken() -> String? {
    var room = [UInt8](repeating: 0, count: 256)
    let count = recv(channel, &room, room.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: room[..<count], as: UTF8.self) : nil
  }

  private static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The arguments of `imprint-check run`.
struct WantedCheck {
  let check: String
  let seed: UInt64
  let place: PluginPlace
  let scratch: String
  let isolation: Isolation
  let device: String?

  init?(_ arguments: [String]) {
    guard arguments.first == "run" else { return nil }
    var values: [String: String] = [:]
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst() else { return nil }
      values[name] = value
    }
    guard let check = values["--check"], let seed = values["--seed"].flatMap({ UInt64($0) }),
      let folder = values["--folder"], let scratch = values["--scratch"],
      let isolation = values["--isolation"].flatMap(Isolation.init(rawValue:))
    else { return nil }
    self.check = check
    self.seed = seed
    place = PluginPlace(folder: folder, root: values["--root"])
    self.scratch = scratch
    self.isolation = isolation
    device = values["--device"]
  }
}

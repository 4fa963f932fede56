// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust

/// The program `imprint-check`: makes one check in its own process, and answers on descriptor 3.
public enum CheckMain {
  private static let channel: Int32 = 3

  /// Runs the program to its end.
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - faults: Makes allocations of this program fail.
  public static func run(_ arguments: [String], faults: AllocationFaults) -> Never {
    if arguments == ["reference"] {
      put(CheckReference.markdown, STDOUT_FILENO)
      exit(0)
    }
    // The conditions are those of use: a debug build's checks find what a release refuses.
    EnforcedFlavour.raiseToRelease()
    if arguments == ["version"] {
      put(version + "\n", STDOUT_FILENO)
      exit(0)
    }
    guard let wanted = WantedCheck(arguments), let check = CheckCatalog.check(wanted.check) else {
      tell("usage: imprint-check is started by `sdkctl plugin check`; run that.")
      exit(64)
    }
    guard let token = takeToken() else {
      tell("imprint-check: descriptor 3 is not the channel of `sdkctl plugin check`; run that instead.")
      exit(64)
    }
    // Moved to where a plugin that closes foreign descriptors does not hit it.
    let away = fcntl(channel, F_DUPFD_CLOEXEC, 100)
    guard away >= 0 else { exit(71) }
    close(channel)
    // So stray files of the plugin land in the check's own folder.
    for name in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      setenv(name, wanted.scratch, 1)
    }
    guard chdir(wanted.scratch) == 0 else { exit(71) }
    let subject = CheckSubject(
      wanted.place, scratch: wanted.scratch, faults: faults, isolation: wanted.isolation,
      device: wanted.device,
      tell: tell)
    let outcome = closeWalls(check, wanted) ?? check.run(on: subject, seed: wanted.seed)
    let message = CheckAnswer(token: token, check: check.id, outcome: outcome).message
    let sent = message.withUnsafeBytes { send(away, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard sent == message.count else { exit(71) }
    // A normal exit: the plugin's exit handlers must survive it.
    exit(0)
  }

  /// What this program is, and whether it could be made to open a plugin without authorization.
  private static var version: String {
    let mode = PluginTrust.off.mode
    return "imprint-check \(BuildInformation.text); "
      + (mode == nil ? BuildFlavour.release : .debug).enforcement
  }

  /// Before any of the plugin is mapped. A worker has walls of its own, which need what these close.
  /// - Returns: Why the check cannot be made.
  private static func closeWalls(_ check: ConformanceCheck, _ wanted: WantedCheck) -> CheckOutcome? {
    guard wanted.isolation == .inProcess else { return nil }
    let walls = CheckWalls(
      of: wanted.place, manifest: (try? wanted.place.found())?.manifest, scratch: wanted.scratch,
      device: wanted.device)
    guard let fault = walls.close(isWatched: check.id == SecurityChecks.undeclaredAccess.id) else {
      return nil
    }
    guard wanted.needsWalls else {
      tell("the plugin cannot be sandboxed here: \(fault).")
      return nil
    }
    return .failed(
      reason:
        "an examined plugin cannot be sandboxed here (Landlock, seccomp): \(fault).",
      place: "walls")
  }

  private static func takeToken() -> String? {
    var room = [UInt8](repeating: 0, count: 256)
    let count = recv(channel, &room, room.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: room[..<count], as: UTF8.self) : nil
  }

  private static func tell(_ line: String) {
    put(VisibleText.line(line) + "\n", STDERR_FILENO)
  }

  /// Writes all of a text; stops where the reader has gone.
  private static func put(_ text: String, _ descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
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
  /// Whether the check requires walls.
  let needsWalls: Bool

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
    needsWalls = values["--walls"] == "required"
  }
}

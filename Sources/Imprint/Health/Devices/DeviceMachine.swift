// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintFiles

/// Where a machine's devices are found. The roots are parameters, so that every finding can be tested without
/// the device.
struct DeviceMachine {
  /// `/dev`
  var devices = "/dev"
  /// `/proc`
  var processes = "/proc"
  /// pcscd's socket, unless `PCSCLITE_CSOCK_NAME` names another, as in pcsc-lite.
  var cardSocket = StandardFolder.variable("PCSCLITE_CSOCK_NAME") ?? "/run/pcscd/pcscd.comm"
  /// The time-out for pcscd's answer: one that systemd starts on demand scans its readers first.
  var cardPatience = Duration.seconds(3)

  /// Its nodes of a class, by name.
  func nodes(of kind: NodeClass) -> [DeviceNode] {
    let folder = kind.folder.isEmpty ? devices : "\(devices)/\(kind.folder)"
    return Self.names(in: folder).filter(kind.has).sorted().compactMap { name in
      let path = "\(folder)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      // The process's effective access, by owner, group, access list or capability.
      let isAllowed = faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
      return DeviceNode(
        path: path, group: status.st_gid, mode: status.st_mode & 0o777, isAllowed: isAllowed,
        number: UInt64(status.st_rdev))
    }
  }

  /// What grants this user access to a node.
  func remedy(for node: DeviceNode, group usual: String) -> String {
    let name = GroupNames.name(node.group)
    // Root's group is no remedy: its members may do far more.
    guard node.isForGroup, node.group != 0 else {
      return
        "Assign nodes of this kind to the group `\(usual)`, as udev's rules do, and add this user to that group."
    }
    let member = GroupNames.membership(node.group)
    if member.now {
      return "Check the container or the access control list that denies it: the group has permission."
    }
    return member.listed
      ? "Log out and in again: the user is in the group `\(name)`, but this session is not yet."
      : "Add the user to the group: `sudo usermod -aG \(name) $USER`; then log out and in again."
  }

  /// Programs that have a node open, as far as visible to this user: other users' are hidden, except for
  /// sound cards, which the kernel reports to everybody.
  func users(of node: DeviceNode) -> [NodeUser] {
    let own = Int(getpid())
    let seen = Self.names(in: processes).compactMap { Int($0) }.filter { process in
      let folder = "\(processes)/\(process)/fd"
      return Self.names(in: folder).contains { FileLink.target(of: "\(folder)/\($0)") == node.path }
    }
    return Set(seen + soundOwners(of: node)).subtracting([own]).sorted().map {
      NodeUser(process: $0, name: name(of: $0))
    }
  }

  /// What the kernel reports for the sound device `pcmC<card>D<device>c`: who records from its subdevices.
  private func soundOwners(of node: DeviceNode) -> [Int] {
    guard let match = node.path.wholeMatch(of: /.*\/pcmC(\d+)D(\d+)c/) else { return [] }
    let folder = "\(processes)/asound/card\(match.1)/pcm\(match.2)c"
    return Self.names(in: folder).compactMap { subdevice in
      guard let thread = number("owner_pid", in: "\(folder)/\(subdevice)/status") else { return nil }
      // The thread that opened it; people know the name of its process.
      return number("Tgid", in: "\(processes)/\(thread)/status") ?? thread
    }
  }

  /// The number after a key and a colon at the beginning of a line.
  private func number(_ word: String, in path: String) -> Int? {
    for line in Self.text(of: path).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == word else { continue }
      return Int(parts[1].filter { !$0.isWhitespace }).flatMap { $0 > 0 ? $0 : nil }
    }
    return nil
  }

  private func name(of process: Int) -> String {
    let name = Self.text(of: "\(processes)/\(process)/comm").prefix { $0 != "\n" && $0 != "\0" }
    return name.isEmpty ? "a program" : String(name)
  }

  /// The beginning of a small kernel file; empty where it cannot be read.
  private static func text(of path: String) -> String {
    String(decoding: (try? RegularFile(path).bytes(count: 4096)) ?? [], as: UTF8.self)
  }

  private static func names(in folder: String) -> [String] { (try? FolderNames.of(folder)) ?? [] }
}

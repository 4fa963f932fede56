// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintFiles

/// Where devices lie on a machine. The roots are parameters, so that every finding can be tried without the device.
struct DeviceMachine {
  /// `/dev`
  var devices = "/dev"
  /// `/proc`
  var processes = "/proc"
  /// pcscd's, unless `PCSCLITE_CSOCK_NAME` names another, as pcsc-lite has it.
  var cardSocket = StandardFolder.variable("PCSCLITE_CSOCK_NAME") ?? "/run/pcscd/pcscd.comm"

  /// Its nodes of a class, by name.
  func nodes(of kind: NodeClass) -> [DeviceNode] {
    let folder = kind.folder.isEmpty ? devices : "\(devices)/\(kind.folder)"
    return Self.names(in: folder).filter(kind.has).sorted().compactMap { name in
      let path = "\(folder)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      // What the process may do in effect, by owner, group, access list or capability.
      let isAllowed = faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
      return DeviceNode(
        path: path, group: status.st_gid, mode: status.st_mode & 0o777, isAllowed: isAllowed,
        number: UInt64(status.st_rdev))
    }
  }

  /// What gives this user the right to a node.
  func remedy(for node: DeviceNode, group usual: String) -> String {
    let name = GroupNames.name(node.group)
    // Root's group is no answer: who is in it may do far more.
    guard node.isForGroup, node.group != 0 else {
      return
        "Give nodes of this kind to the group `\(usual)`, as udev's rules do, and this user to that group."
    }
    let member = GroupNames.membership(node.group)
    if member.now {
      return "Look at the container or the access list that refuses it: the group's right is there."
    }
    return member.listed
      ? "Log out and in again: the user is in the group `\(name)`, this session is not yet."
      : "Add the user to the group: `sudo usermod -aG \(name) $USER`; then log out and in again."
  }

  /// Programs that have a node open, as far as this user may see: those of other users are hidden.
  func users(of node: DeviceNode) -> [NodeUser] {
    let own = Int(getpid())
    return Self.names(in: processes).compactMap { Int($0) }.sorted().filter { $0 != own }
      .compactMap { process in
        let folder = "\(processes)/\(process)/fd"
        let isUser = Self.names(in: folder).contains { Self.target(of: "\(folder)/\($0)") == node.path }
        return isUser ? NodeUser(process: process, name: name(of: process)) : nil
      }
  }

  private func name(of process: Int) -> String {
    let path = "\(processes)/\(process)/comm"
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "a program" }
    defer { close(file) }
    // The kernel keeps 15 characters.
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  private static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let length = readlink(link, start, room.count)
      guard length > 0, length < room.count else { return nil }
      return String(decoding: UnsafeRawBufferPointer(room).prefix(length), as: UTF8.self)
    }
  }
}

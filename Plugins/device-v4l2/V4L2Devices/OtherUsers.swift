// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemDevices

/// Which programs have a node open, as far as this process may see.
struct OtherUsers {
  /// Such as `cheese (4711)`.
  let names: [String]

  /// More would fill a message that is cut anyway.
  private static let most = 4

  init(of path: String, folders: SystemFolders) {
    var found: [String] = []
    guard let node = resolved(path) else {
      names = []
      return
    }
    for process in SystemDevices.names(in: folders.proc) where process.allSatisfy(\.isNumber) {
      let open = "\(folders.proc)/\(process)/fd"
      let uses = SystemDevices.names(in: open).count { link(of: "\(open)/\($0)") == node }
      let isOwn = process == String(getpid())
      // One of this program's own is that of whoever asks.
      guard uses > (isOwn ? 1 : 0) else { continue }
      let name = text(of: "\(folders.proc)/\(process)/comm", limit: 64) ?? "a program"
      found.append(isOwn ? "this program itself" : "\(name) (\(process))")
      if found.count == OtherUsers.most { break }
    }
    names = found
  }
}

private func link(of path: String) -> String? {
  let text = String(unsafeUninitializedCapacity: Int(PATH_MAX)) { room in
    room.withMemoryRebound(to: CChar.self) { room in
      room.baseAddress.map { max(readlink(path, $0, room.count), 0) } ?? 0
    }
  }
  return text.isEmpty ? nil : text
}

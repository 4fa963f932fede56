// SPDX-License-Identifier: Apache-2.0
private import CImprintLinux
private import Glibc

/// The Swift run-time libraries of the running program.
enum SwiftRuntime {
  /// The folder they were loaded from: as passed to the loader, and with links resolved. Empty where they are
  /// linked statically.
  static let folders: [String] = {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = imp_libraries_swift(&room, room.count)
    guard length > 0 else { return [] }
    let folder = String(decoding: room[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard folder.hasPrefix("/"), let real = realpath(folder, nil) else { return [] }
    defer { free(real) }
    let resolved = String(cString: real)
    return resolved == folder ? [folder] : [folder, resolved]
  }()
}

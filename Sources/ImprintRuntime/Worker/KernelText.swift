// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Texts that the kernel writes while they are read.
enum KernelText {
  /// At most the first MiB; `nil` for what cannot be read.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var count = 1
    while count > 0, bytes.count < 1 << 20 {
      let part = [UInt8](unsafeUninitializedCapacity: 16 << 10) {
        count = Glibc.read(file, $0.baseAddress, $0.count)
        $1 = max(count, 0)
      }
      bytes += part
    }
    return count < 0 ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Synchronization

/// The smallest host that plugins with networks open with: it lends files, unchecked, from the cache.
enum TinyHost {
  // Constant once made.
  nonisolated(unsafe) static let table: UnsafePointer<imp_host> = {
    let table = UnsafeMutablePointer<imp_host>.allocate(capacity: 1)
    table.initialize(
      to: imp_host(
        size: UInt32(MemoryLayout<imp_host>.size), abi_version: 1, name: imp_text(), version: imp_text(),
        context: nil,
        ability: { _, id in
          String(cString: id) == IMP_HOST_FILES_ID ? UnsafeRawPointer(TinyHost.files) : nil
        }))
    return UnsafePointer(table)
  }()

  nonisolated(unsafe) private static let files: UnsafePointer<imp_host_files> = {
    let table = UnsafeMutablePointer<imp_host_files>.allocate(capacity: 1)
    table.initialize(
      to: imp_host_files(
        size: UInt32(MemoryLayout<imp_host_files>.size), reserved: 0,
        model: { _, name, bytes in
          guard let lent = lend(text(name)) else { return IMP_E_MODEL }
          bytes.pointee = lent.bytes
          return IMP_OK
        },
        runtime_folder: { _, _, path in
          let bytes = Array(Cache.openVINO.utf8)
          path.pointee.length = bytes.count
          guard path.pointee.capacity >= bytes.count else { return IMP_RETRY_SHORT_BUFFER }
          path.pointee.data?.update(from: bytes, count: bytes.count)
          return IMP_OK
        }))
    return UnsafePointer(table)
  }()

  /// Bytes that stay where they are until the process ends.
  struct Lent: @unchecked Sendable {
    let bytes: imp_bytes
  }

  private static let lentFiles = Mutex<[String: Lent]>([:])

  static func lend(_ name: String) -> Lent? {
    lentFiles.withLock { files in
      if let known = files[name] { return known }
      guard let data = FileManager.default.contents(atPath: Cache.model(name).path) else { return nil }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: data.count, alignment: 64)
      data.copyBytes(to: UnsafeMutableRawBufferPointer(start: memory, count: data.count))
      let lent = Lent(
        bytes: imp_bytes(data: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), length: data.count))
      files[name] = lent
      return lent
    }
  }

  private static func text(_ text: imp_text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
  }
}

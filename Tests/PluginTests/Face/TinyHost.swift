// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Synchronization

/// The smallest host that plugins with networks open with: it lends files, unchecked, from the cache.
enum TinyHost {
  // Constant once made.
  nonisolated(unsafe) static let table = host(context: nil)

  /// One whose manifest says that a tracker's detectors are asked about every fifth frame.
  nonisolated(unsafe) static let sparing: UnsafePointer<imp_host> = {
    let parameter = UnsafeMutablePointer<imp_parameter>.allocate(capacity: 1)
    parameter.initialize(
      to: imp_parameter(
        size: UInt32(MemoryLayout<imp_parameter>.size), type: UInt32(IMP_PARAMETER_INTEGER), integer: 5,
        number: 0, text: imp_text()))
    return host(context: parameter)
  }()

  /// - Parameter context: its `searchEvery`.
  private static func host(context: UnsafeMutableRawPointer?) -> UnsafePointer<imp_host> {
    let table = UnsafeMutablePointer<imp_host>.allocate(capacity: 1)
    table.initialize(
      to: imp_host(
        size: UInt32(MemoryLayout<imp_host>.size), abi_version: 1, name: imp_text(), version: imp_text(),
        context: context,
        ability: { _, id in
          switch String(cString: id) {
          case IMP_HOST_FILES_ID: UnsafeRawPointer(TinyHost.files)
          case IMP_HOST_PARAMETERS_ID: UnsafeRawPointer(TinyHost.parameters)
          default: nil
          }
        }))
    return UnsafePointer(table)
  }

  nonisolated(unsafe) private static let parameters: UnsafePointer<imp_host_parameters> = {
    let table = UnsafeMutablePointer<imp_host_parameters>.allocate(capacity: 1)
    table.initialize(
      to: imp_host_parameters(
        size: UInt32(MemoryLayout<imp_host_parameters>.size), reserved: 0,
        value: { host, name in
          guard text(name) == "searchEvery" else { return nil }
          return host.pointee.context.map { UnsafePointer($0.assumingMemoryBound(to: imp_parameter.self)) }
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

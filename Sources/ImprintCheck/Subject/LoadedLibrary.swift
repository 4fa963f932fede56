// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc

/// A plugin's library in this process, as loaded. Never unloaded.
struct LoadedLibrary {
  let path: String
  let handle: UnsafeMutableRawPointer
  /// The result of `imp_plugin_entry`, unvalidated.
  let entry: UnsafePointer<imp_entry>

  /// Calls the entry function of a loaded library.
  /// - Throws: ``CheckFailure`` where it has none.
  init(_ handle: UnsafeMutableRawPointer, path: String) throws {
    self.handle = handle
    guard let symbol = dlsym(handle, "imp_plugin_entry") else {
      throw CheckFailure("it does not export imp_plugin_entry.", place: path)
    }
    typealias Entry = @convention(c) () -> UnsafePointer<imp_entry>?
    guard let entry = unsafeBitCast(symbol, to: Entry.self)() else {
      throw CheckFailure("imp_plugin_entry returned null: it cannot run here.", place: path)
    }
    self.entry = entry
    self.path = path
  }

  /// Loads it and does nothing more. ``CheckSubject/load()`` alone calls this.
  static func load(_ path: String) throws -> UnsafeMutableRawPointer {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      let said = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw CheckFailure("dlopen failed: \(said).", place: path)
    }
    return handle
  }
}

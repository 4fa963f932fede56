// SPDX-License-Identifier: Apache-2.0
public import CImprint
import Glibc

/// A plugin as a host opens it, from its C entry on.
public final class OpenedEntry {
  public let host: TestHost
  public let entry: UnsafePointer<imp_entry>
  public let plugin: OpaquePointer

  /// - Throws: the status that `open` answered.
  public init(_ entry: UnsafePointer<imp_entry>, host: TestHost = TestHost()) throws {
    var plugin: OpaquePointer?
    let status = entry.pointee.open(entry, host.raw, &plugin)
    guard status == IMP_OK, let plugin else {
      throw StatusError(status: status, words: host.last?.words ?? "")
    }
    self.host = host
    self.entry = entry
    self.plugin = plugin
  }

  deinit { entry.pointee.close(plugin) }

  /// - Throws: where the plugin has no such ability.
  public func table<T>(_ id: String, as type: T.Type = T.self) throws -> T {
    guard let table = entry.pointee.ability(plugin, id) else {
      throw StatusError(status: IMP_E_ABILITY, words: id)
    }
    return table.load(as: T.self)
  }
}

/// A status that is not OK, with the words for it.
public struct StatusError: Error, CustomStringConvertible {
  public let status: imp_status
  public let words: String

  public init(status: imp_status, words: String) {
    self.status = status
    self.words = words
  }

  public var description: String { "\(status): \(words)" }
}

/// Finds the libraries that were built beside the tests.
public enum PluginLibrary {
  /// The entry of a plugin by its product's name, such as `NullMatcher`.
  /// - Throws: where there is no such library, or it has no entry.
  public static func entry(_ product: String) throws -> UnsafePointer<imp_entry> {
    let path = try folder() + "/lib\(product).so"
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
      let symbol = dlsym(library, "imp_plugin_entry")
    else {
      throw StatusError(status: IMP_E_FILE, words: dlerror().map { String(cString: $0) } ?? path)
    }
    typealias Entry = @convention(c) () -> UnsafePointer<imp_entry>?
    guard let entry = unsafeBitCast(symbol, to: Entry.self)() else {
      throw StatusError(status: IMP_E_INTERNAL, words: "\(path) cannot run")
    }
    return entry
  }

  /// The folder of the running program: build tools put libraries and tests side by side.
  private static func folder() throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    guard length > 0, let slash = path[..<length].lastIndex(of: CChar(UInt8(ascii: "/"))) else {
      throw StatusError(status: IMP_E_FILE, words: "/proc/self/exe cannot be read")
    }
    return String(decoding: path[..<slash].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintModel
internal import Logging
private import Synchronization

/// `imprint.host.cache/1`: what one plugin keeps from process to process.
///
/// Not for a plugin in a worker: what such a process writes would be used by later ones, and its walls are
/// there because it may be hostile.
final class HostCache: Sendable {
  private let cache: PluginCache
  private let plugin: ContentHash
  private let logger: Logger
  /// What was lent, until the plugin is closed.
  private let lent = Mutex<[ContentHash: CacheEntry]>([:])

  /// - Returns: `nil` where the system does not say what processor this is.
  init?(_ cache: PluginCache, of trusted: TrustedPlugin, logger: Logger) {
    guard let processor = cache.processor else { return nil }
    self.cache = cache
    self.logger = logger
    let found = trusted.found
    plugin = Self.hash(
      [Array("imprint.host.cache/1".utf8), Array(found.manifest.id.utf8)]
        + [trusted.library.sha256.bytes, found.manifestHash.bytes, Array(processor.utf8)])
  }

  // Each part with its length, so that no two lists have the same bytes.
  private static func hash(_ parts: [[UInt8]]) -> ContentHash {
    var hasher = ContentHasher()
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).littleEndian) { hasher.add($0) }
      part.withUnsafeBytes { hasher.add($0) }
    }
    return hasher.hash
  }

  private func name(_ key: imp_bytes) -> ContentHash? {
    guard key.length > 0, key.length <= IMP_CACHE_KEY_LENGTH, let data = key.data else { return nil }
    return Self.hash([plugin.bytes, Array(UnsafeRawBufferPointer(start: data, count: key.length))])
  }

  private func find(_ key: imp_bytes) -> CacheEntry? {
    guard let name = name(key) else { return nil }
    // Only host code runs under this lock.
    return lent.withLock { lent in
      if let known = lent[name] { return known }
      do throws(PluginCacheError) {
        let entry = try cache.find(name)
        lent[name] = entry
        return entry
      } catch {
        log("something that was kept is not used", error)
        return nil
      }
    }
  }

  private func keep(_ key: imp_bytes, _ bytes: imp_bytes) {
    guard let name = name(key), bytes.length > 0, bytes.length <= CacheEntry.longest, let data = bytes.data
    else { return }
    do throws(PluginCacheError) {
      try cache.keep(UnsafeRawBufferPointer(start: data, count: bytes.length), as: name)
    } catch {
      log("something is not kept", error)
    }
  }

  private func log(_ what: String, _ error: PluginCacheError) {
    logger.debug("\(what): \(error.place): \(error.reason) \(error.remedy)")
  }

  static var table: imp_host_cache {
    imp_host_cache(
      size: UInt32(MemoryLayout<imp_host_cache>.size), reserved: 0,
      find: { host, key, bytes in
        let found = HostLink.of(host)?.cache?.find(key)?.bytes
        bytes.pointee = imp_bytes(
          data: found?.baseAddress?.assumingMemoryBound(to: UInt8.self), length: found?.count ?? 0)
      },
      keep: { host, key, bytes in HostLink.of(host)?.cache?.keep(key, bytes) })
  }
}

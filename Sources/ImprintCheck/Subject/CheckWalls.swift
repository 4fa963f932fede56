// SPDX-License-Identifier: Apache-2.0
internal import CCheckWatch
internal import Glibc
internal import ImprintManifest

/// What a check's process may still do once it contains the plugin's code: read the plugin, the system's
/// libraries and what its kind of devices needs, write into the check's own folder, and neither access the
/// memory of any other process nor signal it (on an older kernel it may, see ``holdSignals``: a killed
/// examiner signs nothing).
///
/// It may read nothing else of its user's, above all no keys.
struct CheckWalls {
  private var readable = [
    "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/bin", "/sbin", "/proc", "/sys", "/etc/ld.so.cache",
    "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone",
    "/etc/passwd",
    "/etc/group", "/etc/nsswitch.conf", "/etc/hosts", "/etc/host.conf", "/etc/resolv.conf", "/etc/services",
    "/etc/locale.alias", "/etc/alternatives", "/etc/ssl/certs",
  ]
  private var listable: [String] = []
  private var usable = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"]
  private var writable: [String]
  private var services = false

  /// - Parameters:
  ///   - manifest: `nil` where it cannot be read: then it has no devices.
  ///   - scratch: The check's own folder.
  ///   - device: The one in use, such as a recording, which is a file.
  init(of place: PluginPlace, manifest: PluginManifest?, scratch: String, device: String? = nil) {
    writable = [scratch]
    readable += Self.granted(place)
    if let device, device.hasPrefix("/"), !device.hasPrefix("/dev/") { readable.append(device) }
    guard let manifest else { return }
    if manifest.provides(.camera) {
      listable.append("/dev")
      readable += ["/run/udev"]
      usable +=
        ["/dev/v4l", "/dev/media", "/dev/dma_heap"] + Self.nodes("/dev", "video")
        + Self.nodes("/dev", "media")
    }
    if manifest.provides(.microphone) {
      readable += ["/run/udev", "/etc/alsa", "/etc/asound.conf", "\(place.root)/lib/alsa-lib"]
      readable += Self.folders(in: "ALSA_CONFIG_PATH")
      usable += ["/dev/snd", "/dev/aloadSEQ"]
    }
    if manifest.provides(.cardReader) {
      readable += ["/run/pcscd", "/var/run/pcscd", "/etc/reader.conf.d"]
      services = true
    }
  }

  /// Whether this kernel's walls block signals to other processes: Linux 6.12 and later.
  static var holdSignals: Bool { imp_check_walls_hold_signals() == 1 }

  /// Enforces them for the calling thread, and for all that it starts.
  /// - Parameter isWatched: Whether ``SystemWatch`` follows.
  /// - Returns: Why they cannot be enforced; `nil` where they are.
  func close(isWatched: Bool) -> String? {
    let lists = [readable, listable, usable, writable].map { list in
      list.map { UnsafePointer<CChar>(strdup($0)) } + [nil]
    }
    // The strings are never freed: this happens once per process.
    let status = lists[0].withUnsafeBufferPointer { readable in
      lists[1].withUnsafeBufferPointer { listable in
        lists[2].withUnsafeBufferPointer { usable in
          lists[3].withUnsafeBufferPointer { writable in
            var walls = imp_check_walls(
              readable: readable.baseAddress, listable: listable.baseAddress, usable: usable.baseAddress,
              writable: writable.baseAddress, services: services ? 1 : 0, is_watched: isWatched ? 1 : 0)
            return imp_check_close_walls(&walls)
          }
        }
      }
    }
    return status == 0 ? nil : String(cString: strerror(-status))
  }

  /// Whether a plugin under test could read a file, in its own process or in a worker.
  static func canRead(_ file: String, of place: PluginPlace) -> Bool {
    let folders = CheckWalls(of: place, manifest: nil, scratch: "/nowhere").readable
    return folders.contains { folder in
      guard let real = try? CheckWaivers.real(folder) else { return false }
      return file == real || file.hasPrefix(real + "/")
    }
  }

  private static func granted(_ place: PluginPlace) -> [String] {
    // The root itself is not granted: it may be any folder above a plugin that is not installed.
    [place.folder, "\(place.root)/runtimes"]
      + (CheckFiles.programFolder.map { [$0, "\($0)/../libexec/imprint"] } ?? [])
      + folders(in: "LD_LIBRARY_PATH")
  }

  private static func nodes(_ folder: String, _ prefix: String) -> [String] {
    ((try? CheckFiles.names(in: folder)) ?? []).filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
  }

  /// The folders that an environment variable lists, or those of the files that it lists.
  private static func folders(in variable: String) -> [String] {
    guard let text = getenv(variable) else { return [] }
    return String(cString: text).split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }.map {
      path in
      CheckFiles.isFolder(path) ? path : path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }.filter { !$0.isEmpty }
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import ImprintFiles
internal import ImprintManifest
internal import Glibc

/// The access granted to a worker for its plugin's devices: those present when it starts.
struct DeviceGrants: Sendable, Equatable {
  /// Files and folders that it may read, recursively.
  private(set) var readable: [String] = []
  /// Those of them that determine which devices there are.
  private(set) var configuration: [String] = []
  /// Folders that it may list.
  private(set) var listable: [String] = []
  /// Device nodes that it may open, write to and control.
  private(set) var usable: [String] = []
  /// Environment variables that it is started with.
  private(set) var environment: [String: String] = [:]
  /// The sum of `IMP_DEVICE_...`.
  private(set) var kinds: UInt32 = 0
  /// Sockets of services that the host connects it to.
  private(set) var services: [String] = []

  /// - Parameters:
  ///   - root: the folder in which `/dev` and others are searched; empty for the system's.
  ///   - cardServices: where pcscd listens, unless a variable overrides it.
  ///   - variables: this program's environment.
  init(
    of classes: [PluginDeviceClass], root: String = "", cardServices: [String] = Self.cardServices,
    variables: (String) -> String? = Self.variable
  ) {
    for device in classes {
      switch device {
      case .video: addVideo(root)
      case .sound: addSound(root, variables)
      case .smartCards: addSmartCards(cardServices, variables)
      }
    }
  }

  /// Where pcscd listens; the second is the same on every system that has `/run`.
  static let cardServices = ["/run/pcscd/pcscd.comm", "/var/run/pcscd/pcscd.comm"]

  // The host connects the socket: no files are needed.
  private mutating func addSmartCards(_ places: [String], _ variables: (String) -> String?) {
    kinds |= UInt32(IMP_DEVICE_SERVICE)
    services = places
    // Read by pcsc-lite in the worker, as it would be in this program.
    if let place = variables("PCSCLITE_CSOCK_NAME"), place.hasPrefix("/") {
      environment["PCSCLITE_CSOCK_NAME"] = place
      services.append(place)
    }
  }

  // A device's place on the bus and its serial number are stored above its own folder; the folders of devices
  // connected later are not known yet. Errors about a node without permission name the group that has it.
  private static let ofEachDevice = ["/sys/devices", "/sys/dev/char", "/etc/group"]

  private mutating func addVideo(_ root: String) {
    kinds |= UInt32(IMP_DEVICE_NODES | IMP_DEVICE_EVENTS)
    listable.append("\(root)/dev")
    readable += (Self.ofEachDevice + ["/sys/class/video4linux", "/sys/bus/usb"]).map {
      root + $0
    }
    for name in Self.names(in: "\(root)/dev")
    where name.hasPrefix("video") && name.dropFirst(5).allSatisfy(\.isNumber) {
      addNode("\(root)/dev/\(name)")
    }
  }

  private mutating func addSound(_ root: String, _ variables: (String) -> String?) {
    kinds |= UInt32(IMP_DEVICE_NODES | IMP_DEVICE_EVENTS)
    listable.append("\(root)/dev/snd")
    readable += (Self.ofEachDevice + ["/sys/class/sound", "/proc/asound"]).map { root + $0 }
    configuration += ["/etc/asound.conf"].map { root + $0 }
    readable += ["/usr/share/alsa", "/etc/alsa"].map { root + $0 }
    for name in Self.names(in: "\(root)/dev/snd") where Self.isForCapture(name) {
      addNode("\(root)/dev/snd/\(name)")
    }
    // The user's ALSA configuration, as this program would read it.
    if let home = variables("HOME"), home.hasPrefix("/") {
      environment["HOME"] = home
      configuration += ["\(home)/.asoundrc", "\(home)/.config/alsa"]
    }
    if let files = variables("ALSA_CONFIG_PATH"), !files.isEmpty {
      environment["ALSA_CONFIG_PATH"] = files
      configuration += files.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
    readable += configuration
  }

  /// A card's control node, which ALSA queries, and its capture nodes. Not playback, MIDI, the sequencer,
  /// firmware, or the timer, which is only for mixing.
  private static func isForCapture(_ name: String) -> Bool {
    name.wholeMatch(of: /controlC[0-9]+|pcmC[0-9]+D[0-9]+c/) != nil
  }

  private mutating func addNode(_ path: String) {
    if imp_wall_is_device(path) == 1 { usable.append(path) }
  }

  private static func names(in folder: String) -> [String] { (try? FolderNames.of(folder)) ?? [] }

  private static func variable(_ name: String) -> String? { StandardFolder.variable(name) }
}

/// A snapshot of the devices that would be granted, and of the files that determine them: differs where one
/// was connected, disconnected, or replaced under the same name. Excludes other grants: system files are
/// replaced at any time, and none of them is a missed device.
struct DeviceSight: Sendable, Equatable {
  private let paths: [String]
  /// Landlock uses these, not names.
  private let files: [FileIdentity?]

  init(_ grants: DeviceGrants) {
    paths = grants.usable + grants.configuration
    files = paths.map { path in
      var (device, inode): (UInt64, UInt64) = (0, 0)
      guard imp_wall_identity(path, &device, &inode) == 0 else { return nil }
      return FileIdentity(device: device, inode: inode)
    }
  }
}

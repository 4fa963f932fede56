// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import ImprintFiles
internal import ImprintManifest
internal import Glibc

/// What a worker is let through to for the devices of its plugin: those that are there when it starts.
struct DeviceGrants: Sendable, Equatable {
  /// Files, and folders with all below, that it reads.
  private(set) var readable: [String] = []
  /// Those of them that say which devices there are.
  private(set) var configuration: [String] = []
  /// Folders whose names it sees.
  private(set) var listable: [String] = []
  /// Nodes that it opens, writes to and controls.
  private(set) var usable: [String] = []
  /// Variables that it is started with.
  private(set) var environment: [String: String] = [:]
  /// The sum of `IMP_DEVICE_...`.
  private(set) var kinds: UInt32 = 0
  /// Sockets of services that the host connects it to.
  private(set) var services: [String] = []

  /// - Parameters:
  ///   - root: the folder that `/dev` and others are looked for in; empty for the system's.
  ///   - cardServices: where pcscd listens, unless a variable names another place.
  ///   - variables: this program's.
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

  // The socket is the host's to connect: nothing of the files is needed.
  private mutating func addSmartCards(_ places: [String], _ variables: (String) -> String?) {
    kinds |= UInt32(IMP_DEVICE_SERVICE)
    services = places
    // What pcsc-lite in the worker goes by, as it would in this program.
    if let place = variables("PCSCLITE_CSOCK_NAME"), place.hasPrefix("/") {
      environment["PCSCLITE_CSOCK_NAME"] = place
      services.append(place)
    }
  }

  // A device's place on the bus and its serial number are above its own folder; the folders of those that
  // come later are not known yet.
  // Who may not use a node is told which group may.
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
    // What ALSA reads of the user's, as this program would.
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

  /// A card's control, by which ALSA finds out what it has, and what it captures by. Not what it plays by,
  /// MIDI, the sequencer, firmware, or the timer, which is for mixing alone.
  private static func isForCapture(_ name: String) -> Bool {
    name.wholeMatch(of: /controlC[0-9]+|pcmC[0-9]+D[0-9]+c/) != nil
  }

  private mutating func addNode(_ path: String) {
    if imp_wall_is_device(path) == 1 { usable.append(path) }
  }

  private static func names(in folder: String) -> [String] { (try? FolderNames.of(folder)) ?? [] }

  private static func variable(_ name: String) -> String? { StandardFolder.variable(name) }
}

/// The devices that would be granted at a moment, and what says which there are: another sight where one
/// came, went, or is another under the same name. Not what else is granted: files of the system are put in
/// the place of others at any time, and none of them is a device that is missed.
struct DeviceSight: Sendable, Equatable {
  private let paths: [String]
  /// Landlock goes by these, not by names.
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

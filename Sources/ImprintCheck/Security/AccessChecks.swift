// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime

/// The plugin's system calls.
extension SecurityChecks {
  static let undeclaredAccess = ConformanceCheck(
    .security, "undeclared-access",
    "It uses no network, writes no file and reads only its own unless its manifest declares it, and starts "
      + "no "
      + "process.", deadline: .seconds(60), isolations: [.inProcess]
  ) { subject, _ in
    let found = try subject.found()
    // The host's own run-time folder, not the library's statement: else that could name the whole machine.
    let folders =
      LibraryLinkage.declaredFolders.map { "\($0)/" } + [found.folder, "\(found.root.path)/runtimes"]
    var rules = SystemWatch.Rules(readable: folders + system, writable: ["/dev/null"])
    allowDevices(of: found.manifest, scratch: subject.scratch, in: &rules)
    rules.readable += subject.soundPaths(of: found)
    rules.network = found.manifest.dataUse.egress == .network
    if found.manifest.dataUse.retention == .files { rules.writable.append(subject.scratch) }
    let host = try subject.host()
    // The check writes its own files beforehand: a recording for cameras that play files.
    if found.manifest.provides(.camera) { _ = try Recording.write(in: subject.scratch) }
    if found.manifest.provides(.microphone) { _ = try SoundFile.write(in: subject.scratch) }
    if found.manifest.provides(.fingerReader) { _ = try FingerRecording.write(in: subject.scratch) }
    try SystemWatch.start(rules)
    let plugin = try subject.open(host)
    try exercise(plugin, subject)
    plugin.close()
    let refusals = SystemWatch.refusals()
    for refusal in refusals { subject.note(refusal) }
    try expect(
      refusals.isEmpty,
      "it attempted accesses that its manifest's `dataUse` does not declare, and that were denied: "
        + refusals.prefix(3).joined(separator: "; ") + (refusals.count > 3 ? "; and more." : "."))
  }

  /// What every program on Linux reads: libraries, time zones, CPU features.
  private static let system = [
    "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/local/lib/", "/etc/ld.so", "/proc/",
    "/sys/devices/system/",
    "/sys/fs/cgroup", "/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/etc/localtime",
    "/usr/share/zoneinfo",
    "/usr/share/locale", "/etc/locale",
  ]

  /// Paths needed to find and use its kind of devices.
  private static func allowDevices(
    of manifest: PluginManifest, scratch: String, in rules: inout SystemWatch.Rules
  ) {
    func environment(_ name: String) -> [String] { getenv(name).map { [String(cString: $0)] } ?? [] }
    if manifest.provides(.camera) {
      rules.readable += [
        "/dev/", "/sys/class/", "/sys/bus/", "/sys/devices/", "/run/udev", "/etc/group", scratch,
      ]
      rules.writable += ["/dev/video"]
    }
    if manifest.provides(.microphone) {
      rules.readable += [
        "/dev/snd", "/dev/aload", "/sys/class/sound", "/sys/devices/", "/run/udev", "/etc/group", scratch,
      ]
      rules.readable +=
        ["/usr/share/alsa", "/etc/alsa", "/etc/asound.conf"] + environment("ALSA_CONFIG_PATH")
      rules.writable += ["/dev/snd/"]
    }
    if manifest.provides(.cardReader) {
      rules.services += ["/run/pcscd/", "/var/run/pcscd/"] + environment("PCSCLITE_CSOCK_NAME")
    }
    if manifest.provides(.fingerReader) { rules.readable.append(scratch) }
    rules.kernelEvents = manifest.provides(.deviceWatch)
  }
}

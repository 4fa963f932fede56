// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// Opening for hosts of every kind: older, newer, broken.
extension LoadChecks {
  static let opensAndCloses = ConformanceCheck(
    .load, "opens-and-closes", "It opens for a host with all abilities, twice at a time, and closes.",
    rules: ["R-09"]
  ) { subject, _ in
    let (first, second) = (try subject.open(), try subject.open())
    first.close()
    // The open plugin still answers.
    for id in try subject.manifest.provides.map(\.description) {
      try expect(
        second.entry.pointee.ability(second.plugin, id) != nil,
        "it returned null for \(id) after another instance was closed.", place: "ability")
    }
    second.close()
  }

  static let releasedHosts = ConformanceCheck(
    .load, "released-hosts", "It opens for every released host whose contract version is in its range.",
    rules: ["R-03"]
  ) { subject, _ in
    let range = try subject.manifest.abi
    for version in 1...UInt32(IMP_ABI_VERSION) where range.contains(version) {
      subject.note("a host of contract version \(version)")
      try subject.open(subject.host(.init(abiVersion: version))).close()
    }
  }

  static let futureHost = ConformanceCheck(
    .load, "future-host",
    "It opens for a newer host with more contract versions and unknown abilities.",
    rules: ["R-03", "R-07"]
  ) { subject, _ in
    // The newest version both speak: the host's range reaches further than the plugin's.
    let agreed = try subject.manifest.abi.upperBound
    let host = try subject.host(
      .init(additional: ["imprint.host.future/1", "imprint.host.log/2"], abiVersion: agreed))
    try subject.open(host).close()
  }

  static let disjointRange = ConformanceCheck(
    .load, "disjoint-range", "It refuses hosts of a contract version outside its range.",
    rules: ["R-03", "R-07"]
  ) { subject, _ in
    let range = try subject.manifest.abi
    for version in [range.upperBound &+ 1, UInt32.max, range.lowerBound &- 1] where !range.contains(version) {
      try refuses(
        subject, .init(abiVersion: version), with: IMP_E_ABI, "a host of contract version \(version)")
    }
  }

  static let wrongHostSize = ConformanceCheck(
    .load, "wrong-host-size", "It refuses a host with a wrong size field.", rules: ["R-20"],
    isolations: [.inProcess]
  ) { subject, _ in
    for change in [8, -8, 1, -Int(MemoryLayout<imp_host>.size)] {
      try refuses(
        subject, .init(hostSizeChange: change), with: IMP_E_ABI,
        "a host with size \(MemoryLayout<imp_host>.size + change)")
    }
  }

  static let wrongTableSize = ConformanceCheck(
    .load, "wrong-table-size",
    "It uses no host table with a wrong size field: it refuses with IMP_E_ABI, or does not request it.",
    rules: ["R-20"], isolations: [.inProcess]
  ) { subject, _ in
    for id in HostAbilityIDs.all(for: try subject.manifest) {
      for change in [8, -4] {
        let host = try subject.host(.init(tableSizeChange: [id: change]))
        let status = try attempt(subject, host)
        let wasAsked = host.record.abilities.contains(id)
        try expect(
          wasAsked ? status == IMP_E_ABI : status == IMP_OK || status == IMP_E_ABI,
          "it returned \(host.explained(status)) to a host whose \(id) has the wrong size.", place: "open")
      }
    }
  }

  static let reservedIgnored = ConformanceCheck(
    .load, "reserved-ignored", "It ignores the values of reserved fields.", rules: ["R-21"],
    isolations: [.inProcess]
  ) { subject, random in
    try subject.open(subject.host(.init(reserved: UInt32.random(in: 1 ... .max, using: &random)))).close()
  }

  /// Opens and closes; returns open's status.
  private static func attempt(_ subject: CheckSubject, _ host: ProbeHost) throws -> imp_status {
    let entry = try subject.entry()
    var made: OpaquePointer?
    let status = entry.pointee.open(entry, host.pointer, &made)
    if status == IMP_OK, let made { entry.pointee.close(made) }
    return status
  }

  private static func refuses(
    _ subject: CheckSubject, _ settings: ProbeHost.Settings, with wanted: imp_status, _ words: String
  ) throws {
    let host = try subject.host(settings)
    let entry = try subject.entry()
    var made = Self.untouched
    let status = entry.pointee.open(entry, host.pointer, &made)
    try expect(
      status == wanted, "it returned \(host.explained(status)) to \(words), not \(StatusName.of(wanted)).",
      place: "open")
    try expect(made == Self.untouched, "it refused but wrote an output.", place: "open")
  }

  /// The output's initial value: a refusal must leave it unchanged.
  private static var untouched: OpaquePointer? { OpaquePointer(bitPattern: 0x5eed) }
}

/// The host abilities of this contract.
enum HostAbilityIDs {
  static func all(for plugin: PluginManifest) -> [String] {
    [IMP_HOST_LOG_ID, IMP_HOST_REPORT_ID, IMP_HOST_FILES_ID, IMP_HOST_ENTITLEMENT_ID, IMP_HOST_CACHE_ID]
      + (plugin.library.ofMany == nil ? [] : [IMP_HOST_PARAMETERS_ID])
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// Abilities: those the plugin has, those it lacks, and those it needs of the host.
extension LoadChecks {
  static let listedIDs = ConformanceCheck(
    .load, "listed-ids", "It returns a table of the contract's size for every ability that it lists.",
    rules: ["R-11", "R-20"]
  ) { subject, _ in
    let plugin = try subject.open()
    for ability in try subject.manifest.provides {
      let id = ability.description
      guard let table = plugin.entry.pointee.ability(plugin.plugin, id) else {
        throw CheckFailure("it returned null for \(id), which its manifest lists.", place: "ability")
      }
      try expect(
        plugin.entry.pointee.ability(plugin.plugin, id) == table,
        "it returned a different table of \(id) the second time.", place: "ability")
      guard let size = ContractTables.table(of: id)?.size else { continue }
      let found = table.load(as: UInt32.self)
      try expect(
        found == size, "the table of \(id) has size \(found); this contract has \(size).", place: "ability")
      for offset in stride(from: 8, to: size, by: 8) {
        try expect(
          table.load(fromByteOffset: offset, as: UInt.self) != 0,
          "the table of \(id) has a null function at byte \(offset).", place: "ability")
      }
    }
    plugin.close()
  }

  static let unknownIDs = ConformanceCheck(
    .load, "unknown-ids",
    "It returns null for ids that it does not list: unknown, empty, with trailing garbage.",
    rules: ["R-11"]
  ) { subject, random in
    let plugin = try subject.open()
    let listed = try subject.manifest.provides.map(\.description)
    var ids = ["", " ", "/", "imprint", "imprint.future/1", String(repeating: "a", count: 65_536)]
    for id in listed {
      ids += [id + " ", id + "0", id + "x", " " + id, id + "/1", String(id.dropLast()), id.uppercased()]
      ids += ["\(id.prefix { $0 != "/" })/2", "\(id.prefix { $0 != "/" })/0", id + "\n", id + "é"]
      // Bytes that are no text.
      for _ in 0..<50 {
        var bytes = Array(id.utf8)
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 1...255, using: &random)
        try answersNull(plugin, bytes, unless: listed)
      }
    }
    for id in ids { try answersNull(plugin, Array(id.utf8), unless: listed) }
    plugin.close()
  }

  static let optionalAbilityWithheld = ConformanceCheck(
    .load, "optional-ability-withheld",
    "It opens for hosts that lack an ability which its manifest does not require.", rules: ["R-04"]
  ) { subject, _ in
    let manifest = try subject.manifest
    let needed = manifest.needs.host.map(\.description)
    let optional = HostAbilityIDs.all(for: manifest).filter { !needed.contains($0) }
    guard !optional.isEmpty else { throw CheckSkip("its manifest requires all host abilities.") }
    for id in optional {
      subject.note("a host without \(id)")
      try subject.open(subject.host(.init(withheld: [id]))).close()
    }
    try subject.open(subject.host(.init(withheld: Set(optional)))).close()
  }

  static let requiredAbilityRefused = ConformanceCheck(
    .load, "required-ability-refused",
    "It returns IMP_E_ABILITY to hosts that lack an ability which its manifest requires.",
    rules: ["R-04"]
  ) { subject, _ in
    let needed = try subject.manifest.needs.host.map(\.description)
    guard !needed.isEmpty else { throw CheckSkip("its manifest requires no host ability.") }
    let entry = try subject.entry()
    for id in needed {
      let host = try subject.host(.init(withheld: [id]))
      var made: OpaquePointer?
      let status = entry.pointee.open(entry, host.pointer, &made)
      try expect(
        status == IMP_E_ABILITY, "it returned \(host.explained(status)) to a host without \(id).",
        place: "open")
    }
  }

  private static func answersNull(_ plugin: ProbePlugin, _ id: [UInt8], unless listed: [String]) throws {
    guard !listed.contains(where: { Array($0.utf8) == id }) else { return }
    let memory = try GuardedMemory(id + [0])
    let answer = memory.bytes.withMemoryRebound(to: CChar.self) { text in
      text.baseAddress.flatMap { plugin.entry.pointee.ability(plugin.plugin, $0) }
    }
    try expect(
      answer == nil, "it returned a table for \"\(String(decoding: id.prefix(80), as: UTF8.self))\".",
      place: "ability")
  }
}

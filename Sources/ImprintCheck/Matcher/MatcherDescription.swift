// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintModel

extension MatcherChecks {
  static let describes = ConformanceCheck(
    .matcher, "describes-its-algorithm",
    "What describe says of the algorithm is what the manifest says, always.",
    scope: scope
  ) { subject, _ in
    let plugin = try subject.open()
    let table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
    let info = table.describe(plugin.plugin).pointee
    guard info.size == structSize(imp_matcher_info.self) else {
      throw CheckFailure(
        "its size field is \(info.size); this contract's is \(structSize(imp_matcher_info.self)).",
        place: "matcher.describe")
    }
    guard let declared = try subject.manifest.matcher else {
      throw CheckFailure("the manifest has no matcher section.", place: "plugin.yaml")
    }
    func same<T: Equatable>(_ field: String, _ said: T, _ manifest: T) throws {
      guard said != manifest else { return }
      throw CheckFailure("describe says \(said), and the manifest \(manifest).", place: "matcher.\(field)")
    }
    try same("algorithm", String(cString: info.algorithm), declared.algorithm)
    try same("writes", info.writes_version, declared.writes.version)
    try same("reads.min", info.reads_version_min, declared.reads.lowerBound)
    try same("reads.max", info.reads_version_max, declared.reads.upperBound)
    try same("templateBytes", Int(info.template_bytes_max), declared.templateBytes.maximum)
    if case .exactly(let bytes) = declared.templateBytes {
      try same("templateBytes", Int(info.template_bytes_fixed), bytes)
    } else {
      try same("templateBytes", info.template_bytes_fixed, 0)
    }
    try same("needsFace", info.needs_face, declared.needsFace ? 1 : 0)
    try same("symmetric", info.symmetric, declared.isSymmetric ? 1 : 0)
    try same("similarity.min", info.similarity_min, declared.similarities.lowerBound)
    try same("similarity.max", info.similarity_max, declared.similarities.upperBound)
    let other = table.describe(plugin.plugin)
    try expect(
      other.pointee.algorithm == info.algorithm && other.pointee.writes_version == info.writes_version,
      "a second call gave another description; it is to stay constant until close.", place: "matcher.describe"
    )
  }

  static let options = ConformanceCheck(
    .matcher, "refuses-options", "Options out of their range are refused, and no matcher is made.",
    rules: ["R-22"], scope: scope
  ) { subject, _ in
    let plugin = try subject.open()
    let table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
    var made = OpaquePointer(bitPattern: 0x5A5A)
    var options = imp_matcher_options(size: structSize(imp_matcher_options.self), threads: 0)
    let answer = CallAnswer(table.create(plugin.plugin, &options, &made), plugin.host)
    try expect(answer, isOneOf: [IMP_E_ARGUMENT], "matcher.create", "for 0 threads (1 is the least)")
    try expect(
      made == OpaquePointer(bitPattern: 0x5A5A),
      "it refused 0 threads and changed *matcher all the same (R-22).",
      place: "matcher.create")
  }

  static let sizeFields = ConformanceCheck(
    .matcher, "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20", "R-22"], scope: scope
  ) { subject, _ in
    let plugin = try subject.open()
    let table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
    func refused(_ status: imp_status, _ call: String, _ name: String) throws {
      try expect(
        CallAnswer(status, plugin.host), isOneOf: [IMP_E_ABI], call,
        "for an \(name) whose size field is not its size (R-20)")
    }
    for change in [-8, 8] {
      var made: OpaquePointer?
      let size = UInt32(Int(structSize(imp_matcher_options.self)) + change)
      var options = imp_matcher_options(size: size, threads: 1)
      try refused(table.create(plugin.plugin, &options, &made), "matcher.create", "imp_matcher_options")
    }
    let probe = try MatcherProbe(plugin)
    let picture = CheckPicture.person(0)
    let template = try probe.template(of: picture)
    for change in [-8, 8] {
      func wrong(_ size: inout UInt32) { size = UInt32(Int(size) + change) }
      let image = try LentPicture(picture) { wrong(&$0.size) }
      try refused(try probe.extract(image).answer.status, "matcher.extract", "imp_image")
      let extraction = try probe.extract(try LentPicture(picture)) { wrong(&$0.size) }
      try refused(extraction.answer.status, "matcher.extract", "imp_extraction")
      var gallery = probe.gallery([template])
      wrong(&gallery.size)
      try refused(try probe.search(template, gallery).answer.status, "matcher.compare_many", "imp_gallery")
    }
  }
}

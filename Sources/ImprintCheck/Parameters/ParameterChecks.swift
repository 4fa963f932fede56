// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintRuntime

extension CheckGroup {
  public static let parameters = CheckGroup(
    "parameters", "Libraries that serve several plugins, and the parameters of each.")
}

/// Group `parameters`: that each plugin follows its own parameters, beside others of its library.
///
/// The host validates a manifest's parameters against the library's declaration before it opens a plugin; a
/// library must not depend on that.
enum ParameterChecks {
  static let all: [ConformanceCheck] = [
    areDeclared, requiredOnes, optionalOnes, endsOfRanges, openingsDoNotShare,
  ]

  private static let scope = CheckScope("plugins of a library of many") { $0.library.ofMany != nil }

  private static func check(
    _ what: String, _ title: String, rules: [String] = [],
    _ run: @escaping @Sendable (CheckSubject, Parameters) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(.parameters, what, title, rules: rules, deadline: .seconds(60), scope: scope) {
      subject, _ in
      guard let (declared, given) = try subject.parameters() else {
        throw CheckFailure("its descriptor declares no parameters.", place: "describe")
      }
      try run(subject, Parameters(declared: declared, given: given))
    }
  }

  static let areDeclared = check(
    "are-declared",
    "The library's declaration is valid, does not change, and contains the manifest's parameters."
  ) { subject, parameters in
    try subject.open().close()
    let again = try subject.parameters()?.declared
    try expect(
      again == parameters.declared, "it declares different parameters after it was opened.", place: "describe"
    )
  }

  static let requiredOnes = check(
    "required-must-be-there",
    "Without a required parameter it returns IMP_E_ARGUMENT, and opens nothing.", rules: ["R-22"]
  ) { subject, parameters in
    let required = parameters.declared.filter(\.isRequired).map(\.name)
    if required.isEmpty { throw CheckSkip("its library has no required parameter.") }
    for name in required {
      let untouched = OpaquePointer(bitPattern: 0x5eed)
      let opened = try open(subject, parameters.without(name), "without `\(name)`", untouched)
      opened.close()
      try expect(
        opened.answer, isOneOf: [IMP_E_ARGUMENT], "open",
        "without the parameter `\(name)`, which it requires,")
      try expect(opened.made == untouched, "it refused but wrote an output (R-22).", place: "open")
    }
  }

  static let optionalOnes = check(
    "others-may-be-left-out", "It opens without each optional parameter, and without all of them."
  ) { subject, parameters in
    let optional = parameters.declared.filter { !$0.isRequired }.map(\.name)
    if optional.isEmpty { throw CheckSkip("its library has no optional parameter.") }
    for names in optional.map({ [$0] }) + [optional] {
      let opened = try open(subject, parameters.without(names), "without \(names.joined(separator: ", "))")
      opened.close()
      try expectSuccess(
        opened.answer, "open", "without \(names.joined(separator: ", ")), which may be omitted,")
    }
  }

  static let endsOfRanges = check(
    "takes-the-ends-of-ranges",
    "With a value at an end of its range it opens and works, or refuses with a status."
  ) { subject, parameters in
    let ends = parameters.atTheirEnds
    if ends.isEmpty { throw CheckSkip("none of its parameters has a range.") }
    for (words, changed) in ends {
      let opened = try open(subject, changed, "with \(words)")
      try expect(
        opened.answer, isOneOf: [IMP_OK, IMP_E_ARGUMENT, IMP_E_UNSUPPORTED, IMP_E_MODEL, IMP_E_FILE], "open",
        "with \(words)")
      if let plugin = opened.plugin { try Workload.once(plugin, subject) }
      opened.close()
    }
  }

  static let openingsDoNotShare = check(
    "openings-do-not-share",
    "Its lists and results depend only on its own parameters, whatever other plugin of its library is open.",
    rules: ["R-42"]
  ) { subject, parameters in
    let plugin = try subject.open()
    let alone = try answers(of: plugin, subject)
    guard !alone.isEmpty else {
      throw CheckSkip("none of its abilities returns results that could be compared.")
    }
    for (words, changed) in parameters.others {
      let other = try open(subject, changed, "beside it, with \(words)")
      // What it does with them is not specified.
      if let plugin = other.plugin { _ = try? answers(of: plugin, subject) }
      try same(alone, try answers(of: plugin, subject), "beside one that was opened with \(words)")
      other.close()
      try same(alone, try answers(of: plugin, subject), "after one with \(words) was closed")
    }
    try same(
      alone, try answers(of: subject.open(), subject), "opened once more with the same parameters")
  }

  private static func same(_ one: [UInt8], _ other: [UInt8], _ when: String) throws {
    guard let place = Difference.words(one, other) else { return }
    throw CheckFailure("\(when) it gives different results: \(place) (R-42).", place: "open")
  }

  /// The formats and forms it lists, and its objects' answers.
  private static func answers(of plugin: ProbePlugin, _ subject: CheckSubject) throws -> [UInt8] {
    let manifest = try subject.manifest
    var bytes: [UInt8] = []
    for checks in CheckCatalog.ofAbilities where manifest.provides(checks.ability) {
      if let listing = checks as? any ListingCheckGroup.Type { bytes += try listing.listed(by: plugin) }
      for trial in try checks.trials.objects?(plugin) ?? [] {
        for call in try trial.make(1) {
          do { bytes += try call() } catch is CheckSkip { continue }
        }
      }
    }
    return bytes
  }

  /// One opening, with its parameters.
  private struct Opening {
    let answer: CallAnswer
    let made: OpaquePointer?
    let plugin: ProbePlugin?

    func close() { plugin?.close() }
  }

  private static func open(
    _ subject: CheckSubject, _ given: [ParameterSetting], _ words: String, _ before: OpaquePointer? = nil
  ) throws -> Opening {
    subject.note("open \(words)")
    let host = try subject.host(.init(parameters: given))
    let entry = try subject.entry()
    var made = before
    let status = entry.pointee.open(entry, host.pointer, &made)
    let plugin =
      status == IMP_OK ? made.map { ProbePlugin(entry, $0, host: host, isolation: subject.isolation) } : nil
    return Opening(answer: CallAnswer(status, host), made: made, plugin: plugin)
  }
}

/// The parameters that a library declares, and those that the manifest gives.
private struct Parameters {
  let declared: [ParameterDeclaration]
  let given: [ParameterSetting]

  func without(_ name: String) -> [ParameterSetting] { without([name]) }

  func without(_ names: [String]) -> [ParameterSetting] { given.filter { !names.contains($0.parameterName) } }

  /// With one of them replacing the manifest's.
  private func with(_ setting: ParameterSetting) -> [ParameterSetting] {
    without(setting.parameterName) + [setting]
  }

  typealias Changed = (words: String, given: [ParameterSetting])

  /// Each with a range at both bounds, and each boolean with both values.
  var atTheirEnds: [Changed] {
    declared.flatMap { parameter -> [Changed] in
      let (name, range) = (parameter.name, parameter.range)
      return switch parameter.kind {
      case .boolean: [false, true].map { ("\(name) \($0)", with(.boolean(name, $0))) }
      case .integer:
        [Int(range.lowerBound), Int(range.upperBound)].map { ("\(name) \($0)", with(.integer(name, $0))) }
      case .number: [range.lowerBound, range.upperBound].map { ("\(name) \($0)", with(.number(name, $0))) }
      case .text: []
      }
    }
  }

  /// Other parameters than the manifest's, for another plugin of the same library.
  var others: [Changed] {
    let texts = declared.filter { $0.kind == .text }.map { parameter -> Changed in
      let text = String("example.other".prefix(parameter.longest))
      return ("\(parameter.name) \(text)", with(.text(parameter.name, text)))
    }
    let left = declared.filter { !$0.isRequired }.map(\.name)
    return atTheirEnds + texts + (left.isEmpty ? [] : [("no optional parameter", without(left))])
  }
}

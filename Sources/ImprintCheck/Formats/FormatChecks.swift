// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The checks of plugins with an ability that lists template formats.
protocol FormatCheckGroup: ListingCheckGroup
where Probe: FormatProbe<Contract> {
  associatedtype Contract: FormatContract
}

extension FormatCheckGroup {
  /// Checks of formats and options, whatever the ability does with them.
  static var ofFormats: [ConformanceCheck] { ofListing + [equalsManifest] }

  static func problem(
    of format: Contract.Format, named name: String, _ plugin: ProbePlugin
  ) throws -> String? {
    if format.firstVersion == 0 { return "version 0; versions start at 1" }
    // It is stored in the templates' envelopes.
    if TemplateFormat(algorithm: name, version: format.firstVersion) == nil {
      return "a name that is not 1 to 63 of a-z, 0-9, . and -"
    }
    let most = 1...UInt32(Template.maximumPayload)
    if !most.contains(format.template_bytes_max) {
      return "template_bytes_max \(format.template_bytes_max); \(most) is expected"
    }
    if format.template_bytes_fixed != 0, format.template_bytes_fixed != format.template_bytes_max {
      return "template_bytes_fixed \(format.template_bytes_fixed), and template_bytes_max "
        + "\(format.template_bytes_max); for a fixed length both must be equal"
    }
    return Contract.problem(of: format)
  }

  static func facts(of format: Contract.Format) throws -> [UInt8] {
    let numbers = withUnsafeBytes(of: format) { $0.dropLast(MemoryLayout<Contract.Format.Name>.size) }
    return Array(numbers) + Array(try Probe.name(of: format).utf8)
  }

  static var equalsManifest: ConformanceCheck {
    ConformanceCheck(
      group, "formats-equal-manifest", "The formats that it lists are those of its manifest.", scope: scope
    ) { subject, _ in
      let declared = Contract.declared(by: try subject.manifest)
      var listed: [String: String] = [:]
      for format in try Probe.list(subject.open()).whole() {
        listed[try Probe.name(of: format)] = Contract.words(of: format)
      }
      for name in Set(listed.keys).union(declared.keys).sorted() where listed[name] != declared[name] {
        throw CheckFailure(
          "of the format \(name) it lists \(listed[name] ?? "nothing"), but its manifest "
            + "\(declared[name] ?? "nothing").", place: Probe.place("formats"))
      }
    }
  }

  /// - Parameters:
  ///   - call: The call: `matcher.compare`.
  ///   - answers: An object's answers, as bytes.
  static func sameAfterRestart(
    _ title: String, _ call: String, _ answers: @escaping @Sendable (Probe) throws -> [UInt8]
  ) -> ConformanceCheck {
    sameAfterRestart(title, call) { subject, made in try each(subject) { made += try answers($0) } }
  }
}

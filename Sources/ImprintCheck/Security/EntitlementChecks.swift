// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintLicense
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust
internal import Logging

/// A plugin's behaviour under a licence that does not cover it.
extension SecurityChecks {
  private static let licensed = CheckScope("plugins that name licence features") { !$0.features.isEmpty }

  static let missingFeature = ConformanceCheck(
    .security, "missing-feature",
    "Without one of its features it works as far as possible, or returns IMP_E_ENTITLEMENT; it never ends "
      + "the process.",
    rules: ["R-29", "R-30"], deadline: .seconds(60), scope: licensed
  ) { subject, _ in
    for feature in try subject.manifest.features {
      try survives(subject, .init(refusedFeatures: [feature]), "a licence without \(feature)")
    }
  }

  static let endedLicense = ConformanceCheck(
    .security, "ended-licence",
    "With an expired licence it returns a status; it never ends the process.",
    rules: ["R-29", "R-30"], deadline: .seconds(60)
  ) { subject, _ in
    let features = Set(try subject.manifest.features)
    // With a clock that was set back, a licence may end in the future, or before it began.
    for end: Int64 in [1, 0, -1, .min, .max] {
      try survives(
        subject, .init(refusedFeatures: features, validUntil: end), "a licence that ends at second \(end)")
    }
  }

  static let noLicense = ConformanceCheck(
    .security, "no-licence", "Without a licence it returns a status; it never ends the process.",
    rules: ["R-29", "R-30"], deadline: .seconds(60)
  ) { subject, _ in
    try survives(subject, .init(hasLicense: false), "no licence")
  }

  static let entitlementLeft = ConformanceCheck(
    .security, "entitlement-left",
    "It opens for a host that grants all features, and does not modify the entitlement.",
    rules: ["R-29"], isolations: [.inProcess]
  ) { subject, _ in
    let host = try subject.host()
    let before = host.entitlementBytes
    let plugin = try subject.open(host)
    try exercise(plugin, subject)
    plugin.close()
    try expect(
      host.entitlementBytes == before, "it has modified memory lent by the host.", place: "entitlement")
  }

  static let refusedLicense = ConformanceCheck(
    .security, "refused-licence",
    "If the licence has expired, is for another device, or the clock was set back, none of its code runs, "
      + "but it "
      + "is still listed.", scope: licensed, isolations: [.inProcess]
  ) { subject, _ in
    // Trusted, so that only the licence stops it.
    let (copy, publisher) = (try subject.copy(), try ThrowawayPublisher("Publisher"))
    try publisher.sign(copy)
    let trust = try publisher.trust(in: subject.scratch)
    let reasons = [
      "it has expired.", "it is for another device.", "the clock was set back.", "it lacks the feature.",
    ]
    for reason in reasons {
      let provider = NoLicense(reason: reason, remedy: "Get another one.")
      let catalog = copy.catalog
      guard let found = catalog.plugin(withID: copy.id) else {
        throw CheckFailure("it is not listed.", place: copy.id)
      }
      try expect(
        LicenseState(of: found.manifest, by: provider).verdict == .refused,
        "its licence state is not 'refused'.",
        place: copy.id)
      let runtime = PluginRuntime(
        catalog: catalog, trust: trust, entitlements: provider,
        logger: Logger(label: "imprint-check") { _ in
          SwiftLogNoOpLogHandler()
        }, hostName: "imprint-check", hostVersion: "1.0.0")
      do {
        _ = try runtime.openBlocking(found)
      } catch let error as PluginError {
        try expect(error.code == .notEntitled, "it is refused for another reason: \(error)", place: copy.id)
        try expect(
          error.reason.contains(reason), "the error does not state the reason: \(error)", place: copy.id)
        continue
      }
      throw CheckFailure("it is opened.", place: copy.id)
    }
    let maps = String(decoding: try CheckFiles.readStream("/proc/self/maps"), as: UTF8.self)
    // Loaded from its folder or from a copy in memory, it has its file's name.
    let library = try subject.manifest.library.file
    try expect(
      !maps.contains(copy.place.folder) && !maps.contains(library), "its library was loaded.", place: copy.id)
  }

  /// Opens and uses the plugin with a host: every answer must be a status that the contract allows.
  private static func survives(
    _ subject: CheckSubject, _ settings: ProbeHost.Settings, _ words: String
  ) throws {
    let host = try subject.host(settings)
    let entry = try subject.entry()
    var made: OpaquePointer?
    subject.note("opening with \(words)")
    let status = entry.pointee.open(entry, host.pointer, &made)
    guard status == IMP_OK, let made else {
      try expect(
        status == IMP_E_ENTITLEMENT, "it returned \(host.explained(status)) to \(words).", place: "open")
      try expect(made == nil, "it refused but returned a plugin.", place: "open")
      return
    }
    let plugin = ProbePlugin(entry, made, host: host, isolation: subject.isolation)
    defer { plugin.close() }
    do {
      try exercise(plugin, subject)
    } catch let failure as CheckFailure where failure.reason.contains("IMP_E_ENTITLEMENT") {
      // As it may.
    }
  }
}

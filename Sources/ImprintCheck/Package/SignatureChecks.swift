// SPDX-License-Identifier: Apache-2.0
internal import ImprintCertificates
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust

/// Signing the plugin with a throw-away key, and the refusals that must follow.
extension PackageChecks {
  static let signable = ConformanceCheck(
    .package, "signable",
    "Signed, it is accepted where signatures are required and its publisher is allowed.",
    deadline: .seconds(60)
  ) { subject, _ in
    let (copy, publisher) = (try subject.copy(), try ThrowawayPublisher("Publisher"))
    try publisher.sign(copy)
    let verdict = try publisher.judge(copy, in: subject.scratch)
    try expect(verdict.allowance == .publisher, "it was allowed for a reason other than its publisher.")
  }

  static let changedLibraryRefused = changed(
    "changed-library-refused", "Signed, it is refused once one bit of its library has changed."
  ) { copy, random in
    let file = try copy.place.found().manifest.library.file
    try copy.flip(file, in: &random)
  }

  static let changedModelRefused = changed(
    "changed-model-refused", "Signed, it is refused once one bit of a model has changed."
  ) { copy, random in
    guard let model = try copy.place.found().manifest.models.randomElement(using: &random) else {
      throw CheckSkip("it has no models.")
    }
    try copy.flip("models/\(model.file)", in: &random)
  }

  static let changedManifestRefused = changed(
    "changed-manifest-refused",
    "Signed, it is refused once one character of its manifest's comments has changed."
  ) { copy, _ in
    // The content keeps its meaning: only the signature can reveal the change.
    try copy.append("# x")
  }

  static let addedFileRefused = changed(
    "added-file-refused", "Signed, it is refused once a file has been added to its folder."
  ) { copy, _ in
    try CheckFiles.write([0x2A], to: "\(copy.place.folder)/added.bin")
  }

  static let unsignedRefused = ConformanceCheck(
    .package, "unsigned-refused", "Without a signature it is refused where signatures are required.",
    deadline: .seconds(60)
  ) { subject, _ in
    let (copy, publisher) = (try subject.copy(), try ThrowawayPublisher("Publisher"))
    CheckFiles.remove("\(copy.place.folder)/\(PluginContents.signatureName)")
    try refuses([.notSigned]) { try publisher.judge(copy, in: subject.scratch) }
  }

  static let unknownPublisherRefused = ConformanceCheck(
    .package, "unknown-publisher-refused", "Signed by a publisher without a trusted root, it is refused.",
    deadline: .seconds(60)
  ) { subject, _ in
    let (copy, publisher) = (try subject.copy(), try ThrowawayPublisher("Publisher"))
    try publisher.sign(copy)
    try refuses([.unknownPublisher]) { try publisher.judge(copy, in: subject.scratch, knowsRoot: false) }
    // The same name with another root.
    let impostor = try ThrowawayPublisher("Publisher")
    try refuses([.unknownPublisher]) { try impostor.judge(copy, in: subject.scratch) }
  }

  static let expiredKeyRefused = ConformanceCheck(
    .package, "expired-key-refused", "Signed with a key whose certificate has expired, it is refused.",
    deadline: .seconds(60)
  ) { subject, _ in
    let copy = try subject.copy()
    let past = ThrowawayPublisher.now - 1_000_000
    let publisher = try ThrowawayPublisher(
      "Publisher", validity: .init(notBefore: past, notAfter: past + 1000))
    try refuses([.key]) { try publisher.sign(copy) }
  }

  static let revokedRefused = ConformanceCheck(
    .package, "revoked-refused",
    "Signed, it is refused once its certificate, its contents or its version is revoked.",
    deadline: .seconds(60)
  ) { subject, _ in
    let (copy, publisher) = (try subject.copy(), try ThrowawayPublisher("Publisher"))
    try publisher.sign(copy)
    let (manifest, contents) = (try subject.manifest, try ReadPlugin.read(copy.place.folder).contents)
    func list(_ change: (inout RevocationList) -> Void) throws -> String {
      var list = RevocationList(name: "check", number: 1, time: ThrowawayPublisher.now)
      change(&list)
      return try list.signed(with: publisher.key)
    }
    let certificate = ContentHash(of: publisher.signingCertificate)
    let next = SemanticVersion(
      major: manifest.version.major + 1, minor: 0, patch: 0)
    let lists: [(TrustError.Code, String)] = [
      (.publisherRevoked, try list { $0.certificates = [.sha256(certificate)] }),
      (.pluginRevoked, try list { $0.plugins = [contents.sha256] }),
      (.pluginRevoked, try list { $0.versions = [.init(plugin: manifest.id, below: next)] }),
    ]
    for (code, list) in lists {
      try refuses([code]) { try publisher.judge(copy, in: subject.scratch, revocations: list) }
    }
  }

  private static func changed(
    _ what: String, _ title: String,
    change: @escaping @Sendable (PluginCopy, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(.package, what, title, deadline: .seconds(60)) { subject, random in
      let (copy, publisher) = (try subject.copy(), try ThrowawayPublisher("Publisher"))
      try publisher.sign(copy)
      _ = try publisher.judge(copy, in: subject.scratch)
      try change(copy, &random)
      try refuses([.contentsDiffer]) { try publisher.judge(copy, in: subject.scratch) }
    }
  }

  private static func refuses<Value>(_ codes: [TrustError.Code], _ body: () throws -> Value) throws {
    do {
      _ = try body()
    } catch let error as TrustError {
      try expect(
        codes.contains(error.code),
        "it is refused for another reason: \(error.reason) [\(error.code.rawValue)]",
        place: error.place)
      return
    }
    throw CheckFailure("it is accepted.", place: "signature")
  }
}

extension PluginCopy {
  /// Flips one random bit of a file.
  fileprivate func flip(_ file: String, in random: inout CheckRandom) throws {
    let count = try CheckFiles.read("\(place.folder)/\(file)").count
    guard count > 0 else { throw CheckSkip("\(file) is empty.") }
    try flip(file, at: Int.random(in: 0..<count, using: &random))
  }
}

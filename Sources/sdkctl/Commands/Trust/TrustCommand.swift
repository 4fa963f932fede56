// SPDX-License-Identifier: Apache-2.0

struct TrustCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Shows and changes the trust settings: which plugins may be used.",
    subcommands: [
      TrustShowCommand.self, TrustRootCommand.self, TrustSignaturesCommand.self, TrustConformanceCommand.self,
      TrustRevocationsCommand.self,
    ])
}

struct TrustShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the effective trust settings.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let trust = global.pluginTrust
    let policy = try trust.policy.get()
    for note in trust.notes { console.tell("warning: \(note)") }
    var pairs = [
      ("build", "\(BuildInformation.flavour.rawValue): \(BuildInformation.flavour.enforcement)"),
      ("signatures", policy.mode.rawValue),
      ("conformance", policy.requiresConformance ? "required" : "optional"),
    ]
    pairs += policy.waived.sorted().map { ("accepted waiver", $0) }
    pairs += policy.files.map { ("settings", "\($0.path) (\($0.origin.rawValue))") }
    pairs += policy.roots.map { ("root", $0.name) }
    pairs += policy.publishers.map { ("publisher", $0.text) }
    pairs += policy.allowed.map {
      ("allowed", "\($0.plugin) \($0.sha256.hex)\($0.note.map { " (\($0))" } ?? "")")
    }
    pairs += policy.revocations.map {
      (
        "revocations",
        "\($0.name) number \($0.number) of \(Clock.day($0.time)): \($0.certificates.count) certificates, "
          + "\($0.plugins.count) plugins, \($0.versions.count) ranges of versions"
      )
    }
    return Report(text: facts(pairs), json: Self.json(of: policy, trust.notes))
  }

  private static func json(of policy: TrustPolicy, _ notes: [String]) -> JSONValue {
    [
      "flavour": BuildInformation.flavour.rawValue, "signatures": policy.mode.rawValue,
      "conformance": policy.requiresConformance ? "required" : "optional", "waived": policy.waived.sorted(),
      "settings": policy.files.json { ["path": $0.path, "origin": $0.origin.rawValue] },
      "roots": policy.roots.map(\.name),
      "publishers": policy.publishers.json {
        ["name": $0.name, "key": $0.key?.hex, "ids": $0.ids.map(\.text)]
      }, "allowed": policy.allowed.json { ["plugin": $0.plugin, "sha256": $0.sha256.hex, "note": $0.note] },
      "revocations": policy.revocations.json {
        ["list": $0.name, "number": $0.number, "time": Int($0.time)]
      }, "notes": notes,
    ]
  }
}

extension TrustSettings.Publisher {
  fileprivate var text: String {
    let ids = ids.isEmpty ? nil : "ids \(ids.map(\.text).joined(separator: " "))"
    return [name.map { "'\($0)'" }, key.map { "key \($0.hex)" }, ids].compactMap { $0 }.joined(
      separator: ", ")
  }
}

struct TrustRootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "root", abstract: "Adds and removes trusted root certificates.",
    subcommands: [TrustRootAddCommand.self, TrustRootRemoveCommand.self])
}

struct TrustRootAddCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Trusts the root certificates in a file to identify publishers.",
    discussion: "This does not allow the publishers they certify: see sdkctl plugin allow --publisher.")

  @Argument(help: "A PEM file. It is not copied; nobody else may have write access to it.")
  var file: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func change(_ trust: inout TrustChange) throws { try trust.addRoot(path: Files.absolute(file)) }
}

struct TrustRootRemoveCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "No longer trusts the root certificates in a file.",
    discussion: "A revocation list that chains only to them is removed too, and this is reported.")

  @Argument(help: "The path given to `trust root add`.")
  var file: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func change(_ trust: inout TrustChange) throws { try trust.removeRoot(path: Files.absolute(file)) }
}

struct TrustSignaturesCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "signatures", abstract: "Sets how plugins without a valid signature are treated.",
    discussion: """
      require: they are refused. warn: they are opened if their contents are allowed. off: signatures are \
      not checked. A release build rejects settings with the last two.
      """)

  @Argument(help: "require, warn or off.")
  var mode: SignatureMode

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func change(_ trust: inout TrustChange) throws {
    if BuildInformation.flavour == .release, mode != .require {
      throw TrustError(
        .settings, place: "signatures: \(mode.rawValue)",
        reason: "this is a release build, which requires signatures.", remedy: "Use a debug build.")
    }
    trust.setSignatures(mode)
  }
}

extension SignatureMode: ExpressibleByArgument {}

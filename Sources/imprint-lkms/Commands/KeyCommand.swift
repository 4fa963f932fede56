// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintLicense

struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "API keys, with which devices authenticate.",
    subcommands: [KeyCreateCommand.self, KeyListCommand.self, KeyRevokeCommand.self])
}

struct KeyCreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Creates a key for a profile. It is shown only once, and not stored.")

  @Argument(help: "The profile.")
  var profile: String

  @Option(help: ArgumentHelp("Your name for it.", valueName: "text"))
  var label = ""

  @Option(help: ArgumentHelp("When it expires, from now; left out: never.", valueName: "time"))
  var expiresIn: TimeSpan?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write it to a new file that only you may read, and do not print it.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    if let output, access(output, F_OK) == 0 {
      throw CommandError(
        .file, place: output, reason: "it is there already, and no key is overwritten.",
        remedy: "Name a new file.")
    }
    let database = try global.database()
    let (record, key) = try await database.createKey(
      profile: profile, label: label, expires: expiresIn.map { Clock.now + $0.seconds })
    if let output {
      do {
        try Files.write(Array("\(key.secret)\n".utf8), to: output)
      } catch {
        // The key was not delivered, so revoke it.
        try await database.revokeKey(record.id)
        throw error
      }
    }
    let shown = output.map { "written to \($0)" } ?? key.secret
    return Report(
      text: "\(console.styled("made", .green)) key \(record.id) for \(profile)\n\(shown)",
      json: [
        "id": record.id, "profile": profile, "key": output == nil ? key.secret : nil, "file": output,
        "expires": record.expires.map { Clock.text($0) },
      ])
  }
}

struct KeyListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists keys, without their secrets.")

  @Option(help: ArgumentHelp("Only those of a profile.", valueName: "name"))
  var profile: String?

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let keys = try await global.database().keys(profile: profile)
    var table = Table(["KEY", "PROFILE", "STATE", "CREATED", "LABEL"])
    for key in keys {
      table.add([key.id, key.profile, Self.state(of: key), Clock.day(key.created), key.label])
    }
    return Report(
      text: keys.isEmpty ? "no keys" : table.text,
      json: ["keys": keys.map(Self.json(of:))])
  }

  private static func state(of key: APIKeyRecord) -> String {
    if let revoked = key.revoked { return "revoked \(Clock.day(revoked))" }
    guard let expires = key.expires else { return "good" }
    return (expires > Clock.now ? "good until " : "expired ") + Clock.day(expires)
  }

  private static func json(of key: APIKeyRecord) -> JSONValue {
    [
      "id": key.id, "profile": key.profile, "label": key.label, "usable": key.isUsable(at: Clock.now),
      "created": Clock.text(key.created), "expires": key.expires.map { Clock.text($0) },
      "revoked": key.revoked.map { Clock.text($0) },
    ]
  }
}

struct KeyRevokeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revokes a key. Licences are kept.")

  @Argument(help: "The key's id, as `key list` shows it.")
  var id: String

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    try await global.database().revokeKey(id)
    return Report(
      text: "\(console.styled("revoked", .green)) key \(id)", json: ["revoked": id])
  }
}

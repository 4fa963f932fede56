// SPDX-License-Identifier: Apache-2.0

struct UsageCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "usage", abstract: "Shows devices, licences and registered users by month and profile.")

  @Option(help: ArgumentHelp("Only one profile.", valueName: "name"))
  var profile: String?

  @Option(help: ArgumentHelp("From this month on, such as 202601.", valueName: "month"))
  var since: Int?

  @OptionGroup(title: "Global options") var global: HomeOptions

  func validate() throws {
    guard since.map({ (1...12).contains($0 % 100) && (202_001...220_012).contains($0) }) ?? true else {
      throw ValidationError("--since is a year and a month, such as 202601.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let usage = try await global.database().usage(profile: profile, since: since)
    var table = Table(["MONTH", "PROFILE", "DEVICES", "LICENCES", "USERS"])
    for entry in usage {
      table.add([
        "\(entry.month)", entry.profile, "\(entry.devices)", "\(entry.licenses)", "\(entry.registeredUsers)",
      ])
    }
    return Report(
      text: usage.isEmpty ? "no usage" : table.text,
      json: [
        "usage": usage.json {
          [
            "month": $0.month, "profile": $0.profile, "devices": $0.devices, "licenses": $0.licenses,
            "registeredUsers": $0.registeredUsers,
          ]
        }
      ])
  }
}

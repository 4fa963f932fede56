// SPDX-License-Identifier: Apache-2.0

struct SignCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Answers the request file of a device that has no network.",
    discussion: "The device takes the answer with `sdkctl license import`. Nobody else's device can use it.")

  @Argument(help: "The file that `sdkctl license request` made.")
  var request: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the answer to a file; left out: print it.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let body = try Files.read(request, upTo: 65_536)
    let home = try global.serverHome()
    try home.check()
    let answer = Self.document(
      of: try await global.service(home.settings(), global.database()).sign(offlineRequest: body))
    guard let output else {
      return Report(
        text: String(decoding: answer, as: UTF8.self),
        json: ["answer": String(decoding: answer, as: UTF8.self)])
    }
    try Files.write(answer + [UInt8(ascii: "\n")], to: output)
    return Report(
      text: "\(console.styled("signed", .green)) \(output)",
      json: ["signed": output, "bytes": answer.count])
  }

  /// The bare licence, so that any JWT library can read the file; other answers unchanged.
  private static func document(of answer: [UInt8]) -> [UInt8] {
    guard let json = try? JSONValue(parsing: answer), case .object(let members) = json,
      case .string(let license)? = members.first(where: { $0.0 == "license" })?.1
    else { return answer }
    return Array(license.utf8)
  }
}

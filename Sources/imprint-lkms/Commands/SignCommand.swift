// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ImprintCommandLine
import ImprintLKMS
import ImprintModel

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
    let answer = try await global.service(home.settings()).sign(offlineRequest: body)
    guard let output else {
      return Report(
        text: String(decoding: answer, as: UTF8.self), json: try JSONValue(parsing: answer))
    }
    try Files.write(answer, to: output)
    return Report(
      text: "\(console.styled("signed", .green)) \(output)",
      json: .object([("signed", .string(output)), ("bytes", .integer(answer.count))]))
  }
}

// SPDX-License-Identifier: Apache-2.0

struct LicenseRequestCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Creates a request for offline activation.",
    discussion: """
      The server's operator signs it with `sdkctl lkms sign`; `sdkctl license import` imports the answer. It \
      is valid for this device only.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write it; default: standard output.", valueName: "file")
  )
  var output: String?

  @OptionGroup var options: LicenseSettingsOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let file = try options.settings(of: global)
    let request = try await file.manager(logger: global.logger).request()
    try options.write(file, to: console)
    guard let output else {
      let text = String(decoding: request, as: UTF8.self)
      return Report(text: text, json: try JSONValue(parsing: request))
    }
    try Files.write(request + [UInt8(ascii: "\n")], to: output)
    return Report(text: "written to \(output)", json: ["file": output])
  }
}

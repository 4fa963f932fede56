// SPDX-License-Identifier: Apache-2.0

struct TemplateQRCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qr", abstract: "Makes a QR code of a template of 116 bytes, and reads one from a picture.",
    subcommands: [TemplateQRMakeCommand.self, TemplateQRReadCommand.self],
    defaultSubcommand: TemplateQRMakeCommand.self)
}

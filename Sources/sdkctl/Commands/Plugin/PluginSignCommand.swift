// SPDX-License-Identifier: Apache-2.0

struct PluginSignCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Signs a plugin: its manifest, and every file of its folder.",
    discussion: """
      Writes plugin.sig beside the manifest. The key is an unencrypted P-256 or Ed25519 key in PEM format, \
      in a file that only its owner may read; the certificates are PEM, starting with the key's own. sdkctl \
      plugin key create creates both.
      """)

  @Argument(help: ArgumentHelp("The plugin's folder, or its id.", valueName: "folder"))
  var plugin: String

  @Option(help: ArgumentHelp("The publisher's private key.", valueName: "file"))
  var key: String

  @Option(help: ArgumentHelp("The key's certificate, and the chain above it.", valueName: "file"))
  var certificates: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let signer = try PublisherKey.read(key: Files.absolute(key), certificates: Files.absolute(certificates))
    let read = try global.readPlugin(plugin)
    try read.sign(with: signer, at: Clock.now)
    let contents = read.contents
    return Report(
      text: facts([
        ("plugin", "\(contents.plugin) \(contents.version)"), ("signed", "\(contents.files.count + 1) files"),
        ("publisher", signer.name), ("contents", contents.sha256.hex),
        ("signature", "\(read.folder)/\(PluginContents.signatureName)"),
      ]),
      json: [
        "plugin": contents.plugin, "version": "\(contents.version)", "publisher": signer.name,
        "sha256": contents.sha256.hex, "files": contents.files.map { $0.name },
        "signature": "\(read.folder)/\(PluginContents.signatureName)",
      ])
  }
}

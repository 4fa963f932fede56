// SPDX-License-Identifier: Apache-2.0

struct MetadataOpenCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens sealed metadata with the server's private key.",
    discussion: """
      Writes session.imps, which `sdkctl session` reads, the returned images as 1.png, 2.png and so on, best \
      first, and metadata.json. The folder must not exist yet, or be empty; it is written completely or not \
      at all.
      """)

  @Argument(help: "The sealed metadata.")
  var file: String

  @Option(help: ArgumentHelp("The private key, in PEM form, not encrypted.", valueName: "file"))
  var key: String

  @Option(help: ArgumentHelp("Where to write it.", valueName: "dir"))
  var out: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let key = try MetadataPrivateKey(pem: String(decoding: Files.read(key, upTo: 1 << 16), as: UTF8.self))
    // The envelope's own fields and the encapsulated key come on top.
    let envelope = try Files.read(file, upTo: SealedMetadata.maximumBytes + (1 << 12))
    let opened = try OpenedMetadata(opening: envelope, with: key, place: file)
    let folder = try NewFolder(at: out)
    try folder.add("session.imps", opened.session)
    for (index, image) in opened.images.enumerated() {
      try folder.add("\(index + 1).png", try ImageEncoder.png(image.picture()))
    }
    let report = opened.digest.report(withSteps: true)
    try folder.add("metadata.json", Array((report.json.text + "\n").utf8))
    try folder.finish()
    return Report(
      text: facts([("opened", "\(opened.images.count) images in \(out)")]) + "\n"
        + opened.digest.report(withSteps: false).text,
      json: (["images": opened.images.count, "folder": out] as JSONValue)
        .adding(opened.digest.report(withSteps: false).json))
  }
}

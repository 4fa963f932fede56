// SPDX-License-Identifier: Apache-2.0

struct SpeechUploadCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Takes recordings that were kept to a directory or a server.",
    discussion: """
      What `speech listen` kept is sent once: what is at the destination is remembered beside the recordings. A \
      directory gets copies, and nothing in it is replaced. It has to be there, and stay the same one, which a file \
      .imprint-destination tells that the first run puts there: so nothing is taken for a disk that is not mounted. A \
      server gets each file by a PUT below the URL, which is https. With --json each event is a document of one line \
      as it comes, and the last one has the sums. Ctrl-C ends it, and the next run goes on from there. Exit code 1 if \
      the destination cannot be reached or refuses a file.
      """)
  static let isInterruptible = true

  @Option(
    help: ArgumentHelp(
      "Where they were kept; default: imprint/utterances below $XDG_DATA_HOME or ~/.local/share.",
      valueName: "dir"))
  var from: String?

  @Option(help: ArgumentHelp("A directory, or a URL that begins with https://.", valueName: "url|dir"))
  var to: String

  @Option(help: ArgumentHelp("A file with the token that the server knows you by.", valueName: "file"))
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "Trust these authorities for the server's certificate, in PEM, and no others.", valueName: "file"))
  var roots: String?

  @Option(help: ArgumentHelp("Larger files are not sent: 1024 to 268435456 bytes.", valueName: "bytes"))
  var largest = ListeningUploadOptions().largest

  @Flag(
    help: """
      Make the directory, in one that is there, and begin anew in one that is not the same as before; not for the \
      place of a disk.
      """
  )
  var create = false

  @Flag(help: "Remove each recording once it is there.")
  var remove = false

  @Flag(help: "Go on with what is kept later, until Ctrl-C.")
  var continuous = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var isServer: Bool { to.contains("://") }

  func validate() throws {
    guard isServer || tokenFile == nil && roots == nil else {
      throw ValidationError("--token-file and --roots are of a server.")
    }
    guard !isServer || !create else { throw ValidationError("--create is of a directory.") }
    guard ListeningUploadOptions.sizes.contains(largest) else {
      throw ValidationError(
        "--largest is \(ListeningUploadOptions.sizes.lowerBound) to \(ListeningUploadOptions.sizes.upperBound)."
      )
    }
  }

  func report(to console: Console) async throws -> Report {
    // The default may have nothing yet; one that is named is meant.
    if let from, !Files.exists(from) { throw ValidationError("--from: there is no \(from).") }
    guard
      let archive = try from.map({ (folder) throws(ListeningError) in
        try ListeningArchive(folder: Files.absolute(folder))
      }) ?? ListeningArchive.standard()
    else { throw ValidationError("Neither XDG_DATA_HOME nor HOME is set: name the directory with --from.") }
    var options = ListeningUploadOptions()
    options.largest = largest
    options.removesTaken = remove
    let uploader = try ListeningUploader(from: archive, to: destination(), options: options)
    let tell: @Sendable (ListeningUploadEvent) -> Void = { event in
      if console.wantsJSON { Console.printJSON(event.document) }
      if let line = event.line { console.tell(line) }
    }
    let sum = try await continuous ? goingOn(uploader, tell) : uploader.upload(telling: tell)
    return Report(text: sum.line, json: sum.document, isSuccess: sum.refused == 0)
  }

  /// Until it fails, or the command is interrupted.
  private func goingOn(
    _ uploader: ListeningUploader, _ tell: (ListeningUploadEvent) -> Void
  ) async throws -> ListeningUploadSummary {
    for await event in try await uploader.start() {
      tell(event)
      if case .failed(let error) = event { throw error }
    }
    await uploader.stop()
    throw CancellationError()
  }

  private func destination() throws -> any ListeningDestination {
    guard isServer else {
      return try DirectoryListeningDestination(path: Files.absolute(to), creates: create)
    }
    var configuration = HTTPSListeningDestination.Configuration()
    if let roots {
      let pem = try Files.read(roots, upTo: 1 << 20)
      configuration.trustedRoots = .only(pem: String(decoding: pem, as: UTF8.self))
    }
    let token = try tokenFile.map { file in
      let bytes = Files.withoutLineEnd(try Files.read(file, upTo: ListeningUploadToken.longest + 2))
      return try ListeningUploadToken(String(decoding: bytes, as: UTF8.self))
    }
    return try HTTPSListeningDestination(url: to, token: token, configuration: configuration)
  }
}

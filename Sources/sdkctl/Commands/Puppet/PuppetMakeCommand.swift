// SPDX-License-Identifier: Apache-2.0

struct PuppetMakeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Makes puppets of photographs.",
    discussion: """
      Each photograph shows one person who looks into the camera, with some shoulder: what it hides of the \
      head, no puppet can show. Photographs that cannot be used are reported with the reason, and the others \
      are made; exit code 1 if there was one. The files are of people, as the photographs are: only their \
      owner may read them.
      """)
  static let isInterruptible = true

  @Argument(help: "Photographs: JPEG, PNG, PGM, PPM or BMP.")
  var photographs: [String]

  @Option(
    help: ArgumentHelp(
      "The file to write, which ends in .puppet and is replaced; or, for several photographs, the folder, "
        + "which must not exist yet, or be empty.", valueName: "path"))
  var output: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var isFile: Bool { output.hasSuffix(PuppetNames.ending) }

  func validate() throws {
    guard !isFile || photographs.count == 1 else {
      throw ValidationError(
        "Several photographs need a folder: give an --output that does not end in .puppet.")
    }
    if let (first, second) = PuppetNames.clash(photographs) {
      throw ValidationError(
        "\(first) and \(second) would both become \(PuppetNames.name(of: first)): rename one of them.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let system = try await global.open(telling: console)
    let folder = isFile ? nil : try NewFolder(at: output)
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    var (made, failures): ([MadePuppet], [PictureFailure]) = ([], [])
    for photograph in photographs {
      try Task.checkCancellation()
      switch try await puppet(of: photograph, with: system) {
      case .failure(let failure): failures.append(failure)
      case .success(let puppet):
        if let folder {
          try folder.add(PuppetNames.name(of: photograph), puppet.bytes)
        } else {
          try puppet.write(to: output)
        }
        made.append(MadePuppet(photograph: photograph, file: file(of: photograph), puppet: puppet))
      }
      if photographs.count > 1 { bar.show("making", made.count + failures.count, of: photographs.count) }
    }
    if !made.isEmpty { try folder?.finish() }
    return Report(
      text: (made.map(\.text) + failures.map { $0.text("not made") }).joined(separator: "\n"),
      json: ["puppets": made.json { $0.json }, "failures": failures.json { $0.json("photograph") }],
      isSuccess: failures.isEmpty)
  }

  private func file(of photograph: String) -> String {
    isFile ? output : "\(output)/\(PuppetNames.name(of: photograph))"
  }

  /// - Throws: what is not the photograph's fault.
  private func puppet(
    of photograph: String, with system: BiometricSystem
  ) async throws -> Result<PuppetFile, PictureFailure> {
    do {
      return .success(
        try await system.faces.puppet(of: ImageFile.read(photograph), place: photograph))
    } catch let error as PuppetError {
      return .failure(PictureFailure(photograph, error))
    } catch let error as ImagingError where error.code != .outOfMemory {
      return .failure(PictureFailure(photograph, error))
    }
  }
}

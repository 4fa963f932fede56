// SPDX-License-Identifier: Apache-2.0

struct PluginSamplesCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples", abstract: "Draws synthetic pictures to try a plugin with.",
    discussion: """
      Of two people who do not exist, two pictures each, and a folder of frames that can be played as a \
      camera. They are the drawings used by plugin check: sufficient for a first try, but not for any \
      statement of accuracy. The output is deterministic.

      With --people a folder of pictures for each of so many people is drawn instead, to try \
      'sdkctl evaluate --people' with.
      """)

  @Argument(help: "The folder to create.")
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Draw so many people, 2 to 200, two pictures each, in a folder for each person.", valueName: "n"))
  var people: Int?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (2...200).contains(people ?? 2) else { throw ValidationError("--people is 2 to 200.") }
  }

  func report(to console: Console) async throws -> Report {
    let made = try NewFolder(at: folder)
    let report = try people.map { try draw($0, into: made) } ?? drawSamples(into: made)
    try made.finish()
    return report
  }

  private func draw(_ people: Int, into made: NewFolder) throws -> Report {
    for number in 1...people {
      let name = "person-\(String(1000 + number).dropFirst())"
      try made.addFolder(name)
      for (index, image) in try SamplePictures.person(number).enumerated() {
        try made.add("\(name)/\(index + 1).jpg", try ImageEncoder.jpeg(image, quality: 90))
      }
    }
    return Report(
      text: "drew two pictures each of \(people) people who do not exist: \(folder)",
      json: ["folder": folder, "people": people, "pictures": 2 * people])
  }

  private func drawSamples(into made: NewFolder) throws -> Report {
    let (portraits, frames) = (try SamplePictures.portraits(), try SamplePictures.frames())
    for portrait in portraits {
      try made.add("\(portrait.name).jpg", try ImageEncoder.jpeg(portrait.image, quality: 90))
    }
    try made.addFolder("recording")
    for (index, frame) in frames.enumerated() {
      let number = String(10_000 + index).dropFirst()
      try made.add("recording/\(number).jpg", try ImageEncoder.jpeg(frame, quality: 85))
    }
    return Report(
      text: """
        drew \(portraits.count) pictures of people who do not exist: \(folder)
        and \(frames.count) frames: sdkctl capture --camera \(ShellWord.quoted("\(folder)/recording")) --out images
        """,
      json: [
        "folder": folder, "pictures": portraits.map { "\($0.name).jpg" }, "recording": "recording",
        "frames": frames.count,
      ])
  }
}

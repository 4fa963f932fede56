// SPDX-License-Identifier: Apache-2.0

struct PluginSamplesCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples", abstract: "Draws synthetic pictures to try a plugin with.",
    discussion: """
      Of two people who do not exist, two pictures each, and a folder of frames that can be played as a \
      camera. They are the drawings used by plugin check: sufficient for a first try, but not for any \
      statement of accuracy. The output is deterministic.
      """)

  @Argument(help: "The folder to create.")
  var folder: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let (portraits, frames) = (try SamplePictures.portraits(), try SamplePictures.frames())
    let made = try NewFolder(at: folder)
    for portrait in portraits {
      try made.add("\(portrait.name).jpg", try ImageEncoder.jpeg(portrait.image, quality: 90))
    }
    try made.addFolder("recording")
    for (index, frame) in frames.enumerated() {
      let number = String(10_000 + index).dropFirst()
      try made.add("recording/\(number).jpg", try ImageEncoder.jpeg(frame, quality: 85))
    }
    try made.finish()
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

// SPDX-License-Identifier: Apache-2.0

/// Whether failed captures are counted, and lock later ones.
struct AttemptOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Count captures that fail, and lock after so many, 1 to 100; -1 counts none. See sdkctl lockout.",
      valueName: "n"))
  var maxCaptures = -1

  @Option(
    help: ArgumentHelp(
      "How long the first lock lasts, the second and so on, in seconds; the last repeats.",
      valueName: "s,..."))
  var captureDelays = Delays(seconds: LockoutSettings.standard.delays)

  @Option(
    help: ArgumentHelp("Who is captured: counted too, and named in a recording.", valueName: "id"))
  var subject: String?

  @Option(help: ArgumentHelp("Where they are counted; default: as sdkctl lockout show.", valueName: "dir"))
  var lockoutFolder: String?

  struct Delays: ExpressibleByArgument {
    let seconds: [Int]

    init(seconds: [Int]) { self.seconds = seconds }

    init?(argument: String) {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.allSatisfy({ $0 != nil }) else { return nil }
      seconds = parts.compactMap(\.self)
    }

    var defaultValueDescription: String { seconds.map(String.init).joined(separator: ",") }
  }

  func apply(to options: inout FaceCaptureHandlerOptions) {
    options.maxCapturesBeforeDelay = maxCaptures
    options.captureDelays = captureDelays.seconds
  }

  func store(_ settings: LockoutSettings) -> LockoutStore {
    guard let folder = lockoutFolder else { return .standard(settings) }
    return LockoutStore(folder: Files.absolute(folder), settings: settings)
  }

  /// `nil` where nobody is claimed.
  var claimed: LockoutSubject? { subject.map { LockoutSubject($0) } }
}

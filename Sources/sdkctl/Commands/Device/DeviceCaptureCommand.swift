// SPDX-License-Identifier: Apache-2.0

struct DeviceCaptureCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Records a camera's frames, to be replayed as a camera.",
    discussion: """
      A file that ends in .y4m keeps raw frames, one that ends in .mjpeg or .mjpg JPEG files one after the other; any other \
      name is a folder of PNG files. It must not be there yet, and appears whole or not at all. Exit code 1 where frames were \
      lost, or fewer came than were asked for: those there are written all the same.
      """)
  static let isInterruptible = true

  @Argument(help: "A camera as `device list` shows it, or the path of a recording.")
  var locator: String

  @Option(help: ArgumentHelp("The file or folder to write.", valueName: "path"))
  var out: String

  @Option(help: ArgumentHelp("How many frames, 1 to 100000.", valueName: "n"))
  var frames = 100

  @Option(help: ArgumentHelp("Pixels; default: the camera's choice.", valueName: "n"))
  var width: Int?

  @Option(help: ArgumentHelp("Pixels; default: the camera's choice.", valueName: "n"))
  var height: Int?

  @Option(
    help: ArgumentHelp("Frames a second to ask for, and what a .y4m file states; default 25.", valueName: "n")
  )
  var rate: Double?

  @Option(help: "How fast a recording is played: real or full.")
  var pace: CameraSource.Pace = .real

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...100_000).contains(frames) else { throw ValidationError("--frames is 1 to 100000.") }
    guard rate ?? 1 > 0, rate ?? 1 <= 1000 else { throw ValidationError("--rate is above 0, up to 1000.") }
  }

  func report(to console: Console) async throws -> Report {
    let directory = await global.devices(telling: console)
    let camera = try await directory.camera(
      CameraOptions(
        locator: locator, width: width, height: height, framesPerSecond: rate, pace: pace.options))
    let result = try await FrameRecorder.record(
      camera, frames: frames, to: out, framesPerSecond: rate ?? 25)
    return Report(
      text: "\(result.frames) of \(frames) frames in \(out), \(result.bytes) bytes, \(result.dropped) lost",
      json: [
        "path": out, "kind": result.kind.rawValue, "frames": result.frames, "dropped": result.dropped,
        "bytes": result.bytes, "ended": result.hasEnded,
      ], isSuccess: result.dropped == 0 && result.frames == frames)
  }
}

// SPDX-License-Identifier: Apache-2.0

struct DeviceCaptureCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Records a camera's frames, for later playback as a camera.",
    discussion: """
      A file name ending in .y4m stores raw frames, one ending in .mjpeg or .mjpg concatenated JPEG files; \
      any other name is a folder of PNG files. It must not exist yet, and is written completely or not at \
      all. Exit code 1 if frames were lost, or fewer frames were delivered than requested: those received \
      are written anyway.
      """)
  static let isInterruptible = true

  @Argument(help: "A camera as `device list` shows it, or the path of a recording.")
  var locator: String

  @Option(help: ArgumentHelp("The file or folder to write.", valueName: "path"))
  var out: String

  @Option(help: ArgumentHelp("Number of frames, 1 to 100000.", valueName: "n"))
  var frames = 100

  @Option(help: ArgumentHelp("In pixels; default: chosen by the camera.", valueName: "n"))
  var width: Int?

  @Option(help: ArgumentHelp("In pixels; default: chosen by the camera.", valueName: "n"))
  var height: Int?

  @Option(
    help: ArgumentHelp(
      "Frames per second to request, and to state in a .y4m file; default 25.", valueName: "n")
  )
  var rate: Double?

  @Option(help: "Playback speed of a recording: real (time) or full (speed).")
  var pace: CameraSource.Pace = .real

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...100_000).contains(frames) else { throw ValidationError("--frames is 1 to 100000.") }
    guard rate ?? 1 > 0, rate ?? 1 <= 1000 else {
      throw ValidationError("--rate is above 0 and at most 1000.")
    }
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

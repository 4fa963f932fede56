// SPDX-License-Identifier: Apache-2.0

extension AudioSample: ExpressibleByArgument {}

/// The sound format requested of a microphone.
struct SoundOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Frames per second of a microphone; default: its own rate.", valueName: "n"))
  var rate: Int?

  @Option(help: ArgumentHelp("Channels of a microphone: 1 or 2; default: its own.", valueName: "n"))
  var channels: Int?

  @Option(
    help: ArgumentHelp(
      "Sample format of a microphone: s16, s32 or float32; default: its own.", valueName: "kind"))
  var samples: AudioSample?

  func options(_ locator: String, pace: CameraSource.Pace) -> MicrophoneOptions {
    MicrophoneOptions(
      locator: locator, rate: rate, channels: channels, sample: samples, pace: pace == .real ? .real : .full)
  }
}

// SPDX-License-Identifier: Apache-2.0
// What a microphone gives through our plugin, read by read; Benchmarks/devices.py makes sense of it.
//
//     SoundCall <stage> <in-process | process> <microphone> <rate> <seconds> <folder that a worker may read>
//
// The microphone plays a ramp. Prints a line for each read: the monotonic clock when it came, in nanoseconds;
// frames before its end, lost ones among them; the last sample; when its first frame sounded, by its
// timestamp; frames in it.
import DeviceBench
import Imprint

await DeviceBench.run {
  let arguments = CommandLine.arguments
  guard arguments.count == 7, let isolation = Isolation(rawValue: arguments[2]), let rate = Int(arguments[4]),
    let seconds = Int(arguments[5])
  else { throw DeviceBench.Failure.usage }
  let plugin = try DeviceBench.open(
    "dev.imprint.device-alsa", stage: arguments[1], isolation,
    readable: [arguments[6], "\(arguments[1])/lib/alsa-lib"])
  let microphone = try await Microphone.open(
    plugin, options: MicrophoneOptions(locator: arguments[3], rate: rate, channels: 1, sample: .s32))
  var lines: [String] = []
  let end = DeviceBench.now + Int64(seconds) * 1_000_000_000
  while DeviceBench.now < end {
    guard let chunk = try await microphone.read(timeout: .seconds(1)) else { throw DeviceBench.Failure.end }
    let moment = DeviceBench.now
    let last = chunk.bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: $0.count - 4, as: Int32.self)
    }
    lines.append(
      "\(moment) \(chunk.position + UInt64(chunk.frames)) \(last) \(chunk.timestamp) \(chunk.frames)")
  }
  print(lines.joined(separator: "\n"))
}

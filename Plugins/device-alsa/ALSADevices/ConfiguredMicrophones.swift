// SPDX-License-Identifier: Apache-2.0
import CALSA
public import ImprintPluginKit

/// The PCMs that libasound's configuration lists beside those of cards.
/// - Parameter complain: told where the configuration cannot be read. The cards can be used all the same.
public func configuredMicrophones(complain: (String) -> Void) -> [MicrophoneInfo] {
  var words = [CChar](repeating: 0, count: 256)
  var found: [MicrophoneInfo] = []
  let result = withUnsafeMutablePointer(to: &found) { found in
    calsa_hints(
      { context, name, description, direction in
        let texts = [name, description, direction].map { $0.map { String(cString: $0) } }
        if let one = MicrophoneInfo(hint: texts[0], description: texts[1], direction: texts[2]) {
          context?.assumingMemoryBound(to: [MicrophoneInfo].self).pointee.append(one)
        }
      }, found, &words, words.count)
  }
  if result < 0 {
    let reason = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    complain("ALSA's configuration cannot be read (\(reason)), so the devices that it names are not listed.")
  }
  return found
}

extension MicrophoneInfo {
  /// What libasound's own configuration lists beside devices: nothing, and steps of a conversion.
  private static let noDevices: Set = [
    "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "jack", "usbstream", "oss",
    "dmix", "rawjack",
  ]
  private static let longestLocator = 511

  /// A configured PCM by the texts of its hint.
  /// - Returns: `nil` for what does not capture, is no device, or is a card's: the kernel tells of those.
  init?(hint name: String?, description: String?, direction: String?) {
    guard let name, !name.isEmpty, name.utf8.count <= Self.longestLocator, !Self.noDevices.contains(name),
      !name.contains("CARD="), (direction ?? "Input") == "Input"
    else { return nil }
    // What it is on the first line, what it is for on the second.
    let words = (description ?? "").split(separator: "\n").joined(separator: " ")
    self.init(locator: name, name: words.isEmpty ? name : words)
  }
}

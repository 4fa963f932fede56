// SPDX-License-Identifier: Apache-2.0
import CALSA
import ImprintPluginKit

/// The capture devices of the sound cards.
func cardMicrophones() -> [MicrophoneInfo] {
  devices { calsa_cards("", $0, $1) } ?? []
}

/// The PCMs that libasound's configuration offers besides.
/// - Parameter complain: told where the configuration cannot be read. The cards can be used all the same.
func configuredMicrophones(complain: (String) -> Void) -> [MicrophoneInfo] {
  var words = [CChar](repeating: 0, count: 256)
  let found = devices { places, room in
    let count = calsa_configured(places, room, &words, words.count)
    return count < 0 ? nil : Int(count)
  }
  if found == nil {
    complain(
      "ALSA's configuration cannot be read (\(text(words))), so the devices that it names are not listed.")
  }
  return found ?? []
}

/// Asks for the number first, and once more where devices came in between.
private func devices(_ list: (UnsafeMutablePointer<calsa_device>?, Int) -> Int?) -> [MicrophoneInfo]? {
  guard var count = list(nil, 0) else { return nil }
  while true {
    var places = [calsa_device](repeating: calsa_device(), count: count + 8)
    guard let found = places.withUnsafeMutableBufferPointer({ list($0.baseAddress, $0.count) }) else {
      return nil
    }
    if found <= places.count { return places.prefix(found).map(MicrophoneInfo.init) }
    count = found
  }
}

extension MicrophoneInfo {
  fileprivate init(_ device: calsa_device) {
    let id = text(of: device.id)
    self.init(locator: text(of: device.locator), name: text(of: device.name), id: id.isEmpty ? nil : id)
  }
}

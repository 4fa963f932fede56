// SPDX-License-Identifier: Apache-2.0
import SystemDevices

/// Where a locator leads.
enum SoundLocator: Hashable {
  /// - Parameter subdevice: `nil` for any.
  case card(CapturePCM, subdevice: Int?)
  /// A name that libasound's configuration explains.
  case configured
  /// A card's, and there is no such card or device.
  case missing
  /// An id that several devices have: their locators.
  case ambiguous([String])
}

extension SoundCards {
  /// Reads `hw:0`, `hw:0,1`, `hw:Loopback,1,3`, `hw:CARD=Loopback,DEV=1,SUBDEV=3`, `plughw:` likewise, and
  /// the ids of ``microphones()``.
  func find(_ locator: String) -> SoundLocator {
    if locator.hasPrefix("usb-") || locator.hasPrefix("at-") { return find(id: locator) }
    for scheme in ["hw:", "plughw:"] where locator.hasPrefix(scheme) {
      return find(fields: locator.dropFirst(scheme.count)) ?? .missing
    }
    return .configured
  }

  private func find(id: String) -> SoundLocator {
    let found = found().filter { $0.ids.contains(id) }
    guard found.count < 2 else { return .ambiguous(found.map(\.locator)) }
    return found.first.map { .card($0.pcm, subdevice: nil) } ?? .missing
  }

  /// Fields are in order, or named and in any order.
  private func find(fields text: Substring) -> SoundLocator? {
    let keys = ["CARD=", "DEV=", "SUBDEV="]
    var numbers: [Int?] = [nil, nil, nil]
    for (place, field) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      let key = keys.firstIndex { field.hasPrefix($0) } ?? place
      guard keys.indices.contains(key) else { return nil }
      let value = field.hasPrefix(keys[key]) ? field.dropFirst(keys[key].count) : field
      guard let number = key == 0 ? card(value) : wholeNumber(value) else { return nil }
      numbers[key] = number
    }
    guard let card = numbers[0] else { return nil }
    let pcm = CapturePCM(card: card, device: numbers[1] ?? 0)
    // Any file of the device's folder: that it is there at all is asked.
    guard SystemDevices.text(of: "\(folders.sys)/class/sound/\(pcm.node)/dev") != nil else { return nil }
    return .card(pcm, subdevice: numbers[2])
  }

  /// A card by its number or its name.
  private func card(_ text: Substring) -> Int? {
    if let number = wholeNumber(text) { return cardID(number) == nil ? nil : number }
    return Set(pcms.map(\.card)).sorted().first { cardID($0) == String(text) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import SystemDevices

/// The names by which a card is known again, by the rules that cameras have.
struct CardIdentity {
  /// The best first: the serial number, then the place, then the place with the name that the card has now.
  let candidates: [String]

  /// With the number of a device they fit the contract's 255 bytes.
  private static let longest = 239
  private static let longestSerial = 127

  /// - Parameter id: the card's name.
  init(card: Int, id: String, folders: SystemFolders) {
    var candidates: [String] = []
    if let place = DevicePlace("\(folders.sys)/class/sound/card\(card)/device", folders: folders) {
      if let usb = place.usb, let serial = usb.serial {
        candidates.append(
          "usb-\(plain(usb.vendor))-\(plain(usb.product))-\(plain(serial).prefix(Self.longestSerial))")
      }
      let port = place.usb.flatMap { usb in
        usb.port.map { "\($0.controller)/\($0.hub)-\($0.path)/\(usb.interface)" }
      }
      let name = "at-\(plain(port ?? place.path))"
      candidates += [name, "\(name)@\(id)"]
    }
    self.candidates = candidates.filter { $0.utf8.count <= Self.longest }
  }
}

/// Letters, digits and a few signs alone, so that an id is one word whatever a device says of itself.
private func plain(_ text: String) -> String {
  let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-:/".utf8)
  return String(decoding: text.utf8.map { kept.contains($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
}

// SPDX-License-Identifier: Apache-2.0
import SystemDevices

/// The names by which a camera is known again, and its housing.
struct CameraIdentity: Hashable {
  /// The best first: the serial number, then the place, then the node.
  let candidates: [String]
  /// The same for all nodes of one device; `nil` for a device of software.
  let housing: String?

  /// Longer ones would not fit the contract's 255 bytes; real ones have below 100.
  private static let longest = 200

  init(_ place: NodePlace) {
    var candidates: [String] = []
    if let usb = place.device?.usb, let plug = usb.port {
      let part = "\(usb.interface).\(place.index)"
      let port = "usb-port:\(plug.controller)/\(plug.hub)-\(plug.path)"
      if let serial = usb.serial {
        candidates.append("usb:\(usb.vendor):\(usb.product):\(escaped(serial))/\(part)")
      }
      candidates.append("\(port)/\(part)")
      housing = CameraIdentity.fitted(port)
    } else if let device = place.device?.path {
      // One driver may make several cameras of one device; their names tell them apart.
      candidates.append("place:\(escaped(device))/\(escaped(place.name))/\(place.index)")
      housing = CameraIdentity.fitted("place:\(escaped(device))")
    } else {
      candidates.append("virtual:\(escaped(place.name))/\(place.index)")
      housing = nil
    }
    candidates.append("\(candidates[candidates.count - 1])@\(place.node)")
    self.candidates = candidates.map(CameraIdentity.fitted)
  }

  /// For each camera the best name that no other one has too, else the last.
  static func ids(of cameras: [CameraIdentity]) -> [String] {
    zip(cameras, uniqueIDs(among: cameras.map(\.candidates))).map { camera, id in
      id ?? camera.candidates[camera.candidates.count - 1]
    }
  }

  /// An id that is too long becomes its start and a checksum of the whole.
  private static func fitted(_ id: String) -> String {
    guard id.utf8.count > longest else { return id }
    // FNV-1a, 64 bits: nothing is protected by it, two ids only have to differ.
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(decoding: id.utf8.prefix(longest - 17), as: UTF8.self) + "~" + String(sum, radix: 16)
  }
}

/// A device's text as part of an id: letters, digits and what paths have; other bytes as `%20`.
private func escaped(_ text: String) -> String {
  let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/".utf8)
  var result = ""
  for byte in text.utf8 {
    if kept.contains(byte) {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      result += byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
    }
  }
  return result
}

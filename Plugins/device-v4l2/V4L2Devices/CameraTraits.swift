// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit
import SystemDevices

/// A camera's spectrum (colour or infrared) and facing, by its formats, its name and the firmware.
enum CameraTraits {
  /// - Parameters:
  ///   - formats: all that the node offers, those that no contract knows among them; `nil` where it could not
  ///     be asked.
  ///   - hasColourBeside: another node of the same housing gives colour.
  static func light(formats: [FourCC]?, name: String, hasColourBeside: Bool) -> CameraLight {
    if saysInfrared(name) { return .infrared }
    guard let formats, !formats.isEmpty else { return .unknown }
    guard formats.allSatisfy(\.isGrey) else { return .colour }
    // Grey alone is no proof: there are grey cameras for visible light.
    return hasColourBeside ? .infrared : .unknown
  }

  static func givesColour(_ formats: [FourCC]?) -> Bool { formats?.contains { !$0.isGrey } ?? false }

  static func facing(_ usb: USBDevice?, name: String) -> CameraFacing {
    guard let usb else { return .unknown }
    if usb.removable == "removable" { return .external }
    switch usb.panel {
    case "front": return .user
    case "back": return .away
    default: break
    }
    guard usb.removable == "fixed" else { return .unknown }
    let words = words(of: name)
    // Built into a computer that says no more: the one camera of a laptop looks at its user.
    return words.isDisjoint(with: ["rear", "back", "world"]) ? .user : .away
  }

  private static func saysInfrared(_ name: String) -> Bool {
    !words(of: name).isDisjoint(with: ["ir", "infrared", "infra"])
  }

  private static func words(of name: String) -> Set<String> {
    Set(name.lowercased().split { !$0.isLetter }.map(String.init))
  }
}

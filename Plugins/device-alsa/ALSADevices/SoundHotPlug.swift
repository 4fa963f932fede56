// SPDX-License-Identifier: Apache-2.0
public import ImprintPluginKit
public import SystemDevices

extension SoundCards: HotPlugDevices {
  public static let kind = DeviceKind.microphone
  public static let word = "microphone"

  public func node(of event: KernelEvent) -> String? {
    guard event.subsystem == "sound", event.node.hasPrefix("snd/") else { return nil }
    return CapturePCM(node: event.node.dropFirst(4))?.node
  }

  public func present() -> [String: PresentDevice] {
    let microphones = found().map { microphone in
      let isUsable = arrival(of: microphone.pcm.node, after: 0) == .isDevice
      return (microphone.pcm.node, PresentDevice(locator: microphone.locator, isUsable: isUsable))
    }
    return Dictionary(microphones) { first, _ in first }
  }

  /// The driver's order: devices that capture, the control that no open does without, the card's last name,
  /// its files in /proc.
  public func arrival(of node: String, after elapsed: UInt64) -> Arrival {
    guard let pcm = CapturePCM(node: node) else { return .isOther }
    // It is there, and this process may not use it, or it is made otherwise.
    if elapsed >= Arrival.settling { return .isDevice }
    let id = text(of: "\(folders.proc)/asound/card\(pcm.card)/id") ?? ""
    let control = NodeRights(of: "\(folders.dev)/snd/controlC\(pcm.card)", folders: folders)
    return !id.isEmpty && control.areGranted && rights(of: pcm).areGranted ? .isDevice : .waits
  }

  public func locator(of node: String) -> String {
    guard let pcm = CapturePCM(node: node) else { return node }
    // By its number, where it is gone again already.
    return "hw:CARD=\(cardID(pcm.card) ?? String(pcm.card)),DEV=\(pcm.device)"
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintPluginKit
public import SystemDevices

/// The capture devices of the sound cards, as the kernel's files tell: no device is opened for a listing.
public struct SoundCards: Sendable {
  let folders: SystemFolders

  public init(folders: SystemFolders = SystemFolders()) { self.folders = folders }

  /// By card and device.
  var pcms: [CapturePCM] {
    names(in: "\(folders.sys)/class/sound").compactMap { CapturePCM(node: $0) }.sorted()
  }

  func found() -> [FoundMicrophone] { pcms.compactMap { FoundMicrophone($0, of: self) } }

  /// Those there are now.
  public func microphones() -> [MicrophoneInfo] {
    let found = found()
    return zip(found, uniqueIDs(among: found.map(\.ids))).map { microphone, id in
      MicrophoneInfo(locator: microphone.locator, name: microphone.name, id: id)
    }
  }

  /// A card's name for programs, such as `PCH`; `nil` where there is no such card.
  func cardID(_ card: Int) -> String? {
    let id = text(of: "\(folders.sys)/class/sound/card\(card)/id") ?? ""
    return id.isEmpty ? nil : id
  }

  func rights(of pcm: CapturePCM) -> NodeRights {
    NodeRights(of: "\(folders.dev)/snd/\(pcm.node)", folders: folders)
  }

  /// The program that records from a device, as `arecord (process 4711)`; `nil` where nobody is known.
  func owner(of pcm: CapturePCM) -> String? {
    let folder = "\(folders.proc)/asound/card\(pcm.card)/pcm\(pcm.device)c"
    for subdevice in 0..<32 {
      guard let status = text(of: "\(folder)/sub\(subdevice)/status") else { return nil }
      guard let thread = process("owner_pid", in: status) else { continue }
      // The thread that opened the device: its process has the name that people know.
      let id = text(of: "\(folders.proc)/\(thread)/status").flatMap { process("Tgid", in: $0) } ?? thread
      let name = text(of: "\(folders.proc)/\(id)/comm") ?? ""
      return name.isEmpty ? "process \(id)" : "\(name) (process \(id))"
    }
    return nil
  }

  private func process(_ key: String, in status: String) -> Int? {
    value(of: key, in: status).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// A capture device as a listing finds it.
struct FoundMicrophone {
  let pcm: CapturePCM
  let locator: String
  /// For people.
  let name: String
  /// All ids that it may be known by, now or when they were given; the best first.
  let ids: [String]

  /// - Returns: `nil` for a card that goes while it is looked at.
  init?(_ pcm: CapturePCM, of cards: SoundCards) {
    guard let id = cards.cardID(pcm.card) else { return nil }
    self.pcm = pcm
    locator = "hw:CARD=\(id),DEV=\(pcm.device)"
    ids = CardIdentity(card: pcm.card, id: id, folders: cards.folders).candidates
      .map { "\($0)-pcm\(pcm.device)" }
    // " 0 [PCH            ]: HDA-Intel - HDA Intel PCH"
    let sound = "\(cards.folders.proc)/asound"
    let key = "\(pcm.card < 10 ? " " : "")\(pcm.card) ["
    let line = text(of: "\(sound)/cards", limit: 1 << 16).flatMap { value(of: key, in: $0) } ?? ""
    let card = line.firstRange(of: " - ").map { String(line[$0.upperBound...]) } ?? id
    let info = text(of: "\(sound)/card\(pcm.card)/pcm\(pcm.device)c/info") ?? ""
    let device = value(of: "name:", in: info) ?? ""
    name =
      card + (device.isEmpty ? "" : ", \(device)") + (pcm.device == 0 ? "" : ", device \(pcm.device)")
  }
}

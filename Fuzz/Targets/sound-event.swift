// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit
import SystemDevices

@testable import ALSADevices

// What a sound card says of itself is in sysfs and /proc: here, in a folder that lives in memory.
private let root = "/dev/shm/imprint-fuzz-sound-\(getpid())"
private let device = "\(root)/sys/devices/pci/usb1/1-2"
private let files = [
  "\(root)/sys/class/sound/card2/id", "\(device)/serial", "\(device)/idVendor", "\(device)/idProduct",
  "\(root)/proc/asound/cards", "\(root)/proc/asound/card2/pcm0c/info",
  "\(root)/proc/asound/card2/pcm0c/sub0/status", "\(root)/sys/class/sound/pcmC2D0c/dev",
]
private let folders = [
  "", "/sys", "/sys/class", "/sys/class/sound", "/sys/class/sound/card2", "/sys/class/sound/pcmC2D0c",
  "/sys/devices", "/sys/devices/pci", "/sys/devices/pci/usb1", "/sys/devices/pci/usb1/1-2",
  "/sys/devices/pci/usb1/1-2/1-2:1.0", "/proc", "/proc/asound", "/proc/asound/card2",
  "/proc/asound/card2/pcm0c", "/proc/asound/card2/pcm0c/sub0",
]
private let cards = SoundCards(folders: SystemFolders(sys: "\(root)/sys", proc: "\(root)/proc"))
private let link = "\(root)/sys/class/sound/card2/device"

private let tree: Void = {
  for folder in folders { mkdir(root + folder, 0o700) }
  symlink("\(device)/1-2:1.0", link)
  atexit {
    for file in files + [link] { unlink(file) }
    for folder in folders.reversed() { rmdir(root + folder) }
  }
}()

private func write(_ bytes: ArraySlice<UInt8>, to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  defer { close(file) }
  _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
}

private func readEvent(_ bytes: ArraySlice<UInt8>) {
  guard let event = KernelEvent(bytes), let node = cards.node(of: event) else { return }
  // It becomes a path below /dev/snd.
  precondition(!node.contains("/") && CapturePCM(node: node)?.node == node)
}

private func readHint(_ bytes: ArraySlice<UInt8>) {
  let texts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    .map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  let found = MicrophoneInfo(
    hint: texts[0], description: texts.count > 1 ? texts[1] : nil, direction: texts.count > 2 ? texts[2] : nil
  )
  if let found { precondition((1...511).contains(found.locator.utf8.count) && !found.name.isEmpty) }
}

private func readCards(_ bytes: ArraySlice<UInt8>) {
  _ = tree
  let texts = bytes.split(separator: 0, maxSplits: files.count, omittingEmptySubsequences: false)
  for (number, file) in files.enumerated() { write(number < texts.count ? texts[number] : [], to: file) }
  let pcm = CapturePCM(card: 2, device: 0)
  let devices = cards.microphones()
  precondition(devices.count <= 1)
  for id in devices.compactMap(\.id) {
    // What is listed is found.
    precondition(id.utf8.count <= 255 && cards.find(id) == .card(pcm, subdevice: nil))
  }
  let locator = String(decoding: (texts.last ?? []).prefix { $0 != 0 }, as: UTF8.self)
  if case .card(let found, _) = cards.find(locator) { precondition(found == pcm) }
  if let owner = cards.owner(of: pcm) { precondition(!owner.isEmpty) }
}

// The first byte chooses: an event of the kernel's, a hint of libasound's, or the files of a card and a
// locator.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzSoundEvent(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  switch bytes.first.map({ $0 % 3 }) {
  case 0: readEvent(bytes.dropFirst())
  case 1: readHint(bytes.dropFirst())
  case 2: readCards(bytes.dropFirst())
  default: break
  }
  return 0
}

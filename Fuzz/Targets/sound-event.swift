// SPDX-License-Identifier: Apache-2.0
import CALSA
import Glibc

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

private func isText<Array>(_ array: Array) -> Bool {
  withUnsafeBytes(of: array) { $0.contains(0) }
}

private func check(_ device: calsa_device) {
  precondition(isText(device.locator) && isText(device.name) && isText(device.id))
}

private func readUEvent(_ bytes: ArraySlice<UInt8>) {
  // In memory of just that length: the sanitizer sees a step beyond it.
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(bytes.count, 1))
  defer { copy.deallocate() }
  for (place, byte) in bytes.enumerated() { copy[place] = CChar(bitPattern: byte) }
  var event = calsa_event()
  if calsa_read_uevent(copy, bytes.count, &event) != CALSA_NONE {
    precondition((0...999).contains(event.card) && (0...999).contains(event.device))
  }
}

private func readHint(_ bytes: ArraySlice<UInt8>) {
  let texts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    .map { $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0] }
  var device = calsa_device()
  if calsa_hint(texts[0], texts.count > 1 ? texts[1] : nil, texts.count > 2 ? texts[2] : nil, &device) == 1 {
    check(device)
  }
}

private func readCards(_ bytes: ArraySlice<UInt8>) {
  _ = tree
  let texts = bytes.split(separator: 0, maxSplits: files.count, omittingEmptySubsequences: false)
  for (number, file) in files.enumerated() { write(number < texts.count ? texts[number] : [], to: file) }
  var devices = [calsa_device](repeating: calsa_device(), count: 2)
  let count = calsa_cards(root, &devices, devices.count)
  precondition(count <= 1)
  for device in devices.prefix(count) {
    check(device)
    // What is listed is found.
    var place = calsa_place()
    let id = withUnsafeBytes(of: device.id) {
      Array($0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }) + [0]
    }
    precondition(id.count == 1 || calsa_find(root, id, &place) == 1)
  }
  var place = calsa_place()
  let locator = (texts.last ?? []).prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
  if calsa_find(root, locator, &place) == 1 { precondition(place.card == 2 && place.device == 0) }
  var owner = [CChar](repeating: 1, count: 40)
  if calsa_owner(root, 2, 0, &owner, owner.count) == 1 { precondition(owner.contains(0)) }
}

// The first byte chooses: an event of the kernel's, a hint of libasound's, or the files of a card and a
// locator.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzSoundEvent(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  switch bytes.first.map({ $0 % 3 }) {
  case 0: readUEvent(bytes.dropFirst())
  case 1: readHint(bytes.dropFirst())
  case 2: readCards(bytes.dropFirst())
  default: break
  }
  return 0
}

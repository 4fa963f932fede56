// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemDevices

@testable import V4L2Devices

// What a USB device says of itself is in sysfs: here, in a folder that lives in memory.
private let root = "/dev/shm/imprint-fuzz-cameras-\(getpid())"
private let device = "\(root)/devices/pci0000:00/0000:00:14.0/usb1/1-2"
private let node = "\(root)/class/video4linux/video0"

private let tree: Void = {
  for path in [node, "\(device)/1-2:1.0"] {
    for (place, letter) in path.enumerated() where letter == "/" && place > 0 {
      mkdir(String(path.prefix(place)), 0o700)
    }
    mkdir(path, 0o700)
  }
  symlink("\(device)/1-2:1.0", "\(node)/device")
  atexit {
    for path in [
      "\(node)/device", "\(node)/name", "\(node)/index", "\(device)/idVendor", "\(device)/idProduct",
      "\(device)/serial", "\(device)/removable", "\(device)/1-2:1.0/bInterfaceNumber", "\(device)/1-2:1.0",
      device, node,
    ] { remove(path) }
    for folder in [
      "class/video4linux", "class", "devices/pci0000:00/0000:00:14.0/usb1", "devices/pci0000:00/0000:00:14.0",
      "devices/pci0000:00", "devices", "",
    ] { rmdir("\(root)/\(folder)") }
  }
}()

private func write(_ bytes: ArraySlice<UInt8>, to path: String) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  defer { close(file) }
  _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzCameraEvent(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  if let event = KernelEvent(bytes) {
    // It becomes a path below /dev.
    precondition(!event.node.isEmpty && !event.node.contains(".."))
    precondition(!NodePlace.isVideo(event.node) || !event.node.contains("/"))
  }
  _ = tree
  let files = [
    "\(node)/name", "\(device)/serial", "\(device)/idVendor", "\(device)/idProduct", "\(node)/index",
    "\(device)/removable", "\(device)/1-2:1.0/bInterfaceNumber",
  ]
  let texts = bytes.split(separator: 0, maxSplits: files.count - 1, omittingEmptySubsequences: false)
  for (number, file) in files.enumerated() {
    write(texts.indices.contains(number) ? texts[number] : [], to: file)
  }
  guard let place = NodePlace("video0", folders: SystemFolders(sys: root)) else { return 0 }
  for id in CameraIdentity(place).candidates { precondition((1...255).contains(id.utf8.count)) }
  return 0
}

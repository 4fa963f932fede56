// SPDX-License-Identifier: Apache-2.0
private import ImprintFiles
private import SystemPackage

/// Where frames are written to: a file or a folder that appears whole, or not at all, for its owner alone.
final class FrameDestination {
  private let place: NewPlace<DeviceError>
  /// Of a recording in one file.
  private let file: SystemPackage.FileDescriptor?

  /// - Throws: ``DeviceError`` `file` where there is something already, or nothing can be made beside it.
  init(_ path: String, isFolder: Bool) throws(DeviceError) {
    place = try NewPlace(path)
    file = isFolder ? nil : try place.makeFile()
    if isFolder { try place.makeFolder() }
  }

  deinit { try? file?.close() }

  /// Adds to the file, or writes a file of the folder.
  func add(_ bytes: [UInt8], named name: String?) throws(DeviceError) {
    try DeviceError.at(place.path) { () throws(FileProblem) in
      guard let name else {
        try file?.put(bytes)
        return
      }
      let file = try SystemPackage.FileDescriptor.making("\(place.temporary)/\(name)")
      defer { try? file.close() }
      try file.put(bytes)
    }
  }

  func finish() throws(DeviceError) {
    try DeviceError.at(place.path) { () throws(FileProblem) in try file?.flush() }
    try place.finish()
  }
}

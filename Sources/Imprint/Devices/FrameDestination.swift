// SPDX-License-Identifier: Apache-2.0
private import ImprintFiles
private import SystemPackage

/// The file or folder that frames are written to: created atomically, accessible only to its owner.
final class FrameDestination {
  private let place: NewPlace<DeviceError>
  /// Of a recording in one file.
  private let file: SystemPackage.FileDescriptor?

  /// - Throws: ``DeviceError`` `file` where the path exists already, or nothing can be created beside it.
  init(_ path: String, isFolder: Bool) throws(DeviceError) {
    place = try NewPlace(path)
    file = isFolder ? nil : try place.makeFile()
    if isFolder { try place.makeFolder() }
  }

  deinit { try? file?.close() }

  /// Appends to the file, or writes a file of the folder.
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

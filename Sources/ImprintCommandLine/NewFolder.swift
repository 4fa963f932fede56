// SPDX-License-Identifier: Apache-2.0
private import ImprintFiles

/// A folder that is created atomically with all its files.
public final class NewFolder {
  private let place: NewPlace<CommandError>

  /// - Parameter makingParents: whether its parents are created too, for the user only.
  /// - Throws: ``CommandError`` `file` if the place is taken by anything but an empty folder, or the parent
  ///   is not writable.
  public init(at path: String, makingParents: Bool = false) throws(CommandError) {
    place = try NewPlace(path, replacesEmptyFolder: true)
    if makingParents { try Folder<CommandError>.makeParents(of: Files.absolute(place.path)) }
    try place.makeFolder()
  }

  /// Adds a file; its name may include a folder.
  public func add(_ name: String, _ bytes: [UInt8]) throws(CommandError) {
    try Files.write(bytes, to: "\(place.temporary)/\(name)")
  }

  /// Adds a folder.
  public func addFolder(_ name: String) throws(CommandError) {
    try Folder<CommandError>.make("\(place.temporary)/\(name)")
  }

  /// Renames it to its final name.
  public func finish() throws(CommandError) { try place.finish() }
}

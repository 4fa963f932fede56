// SPDX-License-Identifier: Apache-2.0
private import ImprintFiles

/// A folder that appears with all its files, or not at all.
public final class NewFolder {
  private let place: NewPlace<CommandError>

  /// - Parameter makingParents: Whether the folders that it lies in are made too, for the user alone.
  /// - Throws: ``CommandError`` `file` where there is something already that is no empty folder, or nothing
  ///   can be made beside it.
  public init(at path: String, makingParents: Bool = false) throws(CommandError) {
    place = try NewPlace(path, replacesEmptyFolder: true)
    if makingParents { try Folder<CommandError>.makeParents(of: Files.absolute(place.path)) }
    try place.makeFolder()
  }

  /// Writes a file of it; its name may begin with a folder's.
  public func add(_ name: String, _ bytes: [UInt8]) throws(CommandError) {
    try Files.write(bytes, to: "\(place.temporary)/\(name)")
  }

  /// A folder in it.
  public func addFolder(_ name: String) throws(CommandError) {
    try Folder<CommandError>.make("\(place.temporary)/\(name)")
  }

  /// Gives it its name.
  public func finish() throws(CommandError) { try place.finish() }
}

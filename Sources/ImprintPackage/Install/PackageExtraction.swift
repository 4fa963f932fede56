// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// Writes files of a package into a staging folder, and flushes them to disk.
struct PackageExtraction {
  let package: PluginPackage

  /// The plugin's own files into `plugin`, and these run-time libraries into `runtimes`.
  /// - Throws: ``PackageError`` `no-space`, `not-writable`, `changed`, ...
  func write(
    into staging: borrowing Folder, runtimes: [String]
  ) throws(PackageError) {
    for file in package.files {
      let names = file.path.split(separator: "/").map(String.init)
      if PackageLayout.isOwn(file.path) {
        try put(file, [RootTurn.plugin] + names, in: staging)
      } else if names.count > 2, runtimes.contains(names[1]) {
        try put(file, names[...], in: staging)
      }
    }
    try staging.sync()
  }

  private func put(
    _ file: PackageFile, _ names: ArraySlice<String>, in folder: borrowing Folder
  ) throws(PackageError) {
    guard let first = names.first else { return }
    guard names.count == 1 else {
      let inner = try folder.makeSharedFolder(first)
      try put(file, names.dropFirst(), in: inner)
      return try inner.sync()
    }
    let new = try folder.makeFile(first)
    try package.content(of: file) { piece throws(PackageError) in try new.write(piece) }
    try new.sync()
  }
}

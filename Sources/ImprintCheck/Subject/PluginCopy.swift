// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust

/// A copy of the plugin in a root of its own, which a check may change.
struct PluginCopy {
  let place: PluginPlace

  /// The listing of the copy's root only.
  var catalog: PluginCatalog {
    .discover(PluginSearchPath(roots: [PluginRoot(path: place.root, origin: .explicit)]))
  }

  var id: String { place.folder.split(separator: "/").last.map(String.init) ?? "" }

  /// Replaces a top-level section of the manifest, valid or not.
  /// - Parameter text: The new lines, from the key on.
  /// - Throws: ``CheckSkip`` where the manifest is not written with a key a line.
  func replaceSection(_ key: String, with text: String) throws {
    let old = String(decoding: try CheckFiles.read(place.manifestPath), as: UTF8.self)
    var lines: [Substring] = []
    var isInside = false
    var wasFound = false
    for line in old.split(separator: "\n", omittingEmptySubsequences: false) {
      if let first = line.first, first != " ", first != "#", first != "-" {
        isInside = line.hasPrefix("\(key):")
        if isInside {
          wasFound = true
          lines.append(Substring(text))
        }
      }
      if !isInside { lines.append(line) }
    }
    guard wasFound else { throw CheckSkip("its manifest has no line that begins with '\(key):'.") }
    try CheckFiles.write(Array(lines.joined(separator: "\n").utf8), to: place.manifestPath)
  }

  /// Adds lines at the manifest's end.
  func append(_ text: String) throws {
    try CheckFiles.write(
      try CheckFiles.read(place.manifestPath) + Array("\n\(text)\n".utf8), to: place.manifestPath)
  }

  /// Flips one bit of a file of the plugin's folder.
  func flip(_ file: String, at offset: Int) throws {
    let path = "\(place.folder)/\(file)"
    var bytes = try CheckFiles.read(path)
    guard bytes.indices.contains(offset) else { throw CheckSkip("\(file) is too short to change it.") }
    bytes[offset] ^= 1
    try CheckFiles.write(bytes, to: path)
  }

  /// Why the copy is skipped in its listing.
  func skip() -> SkippedPlugin? { catalog.skipped.first }
}

extension CheckSubject {
  /// Copies the plugin below the scratch folder, as an installation has it; run-time libraries are linked.
  /// - Parameters:
  ///   - name: Of the copy's root.
  ///   - folder: The name of its folder; `nil` for its id.
  func copy(_ name: String = "copy", folder: String? = nil) throws -> PluginCopy {
    let root = "\(scratch)/\(name)"
    let target = try "\(root)/plugins/\(folder ?? manifest.id)"
    try CheckFiles.copyFolder(place.folder, to: target)
    let runtimes = "\(place.root)/runtimes"
    if CheckFiles.exists(runtimes), !CheckFiles.exists("\(root)/runtimes") {
      guard symlink(runtimes, "\(root)/runtimes") == 0 else {
        throw CheckSkip("no link can be made in \(root).")
      }
    }
    return PluginCopy(place: PluginPlace(folder: target, root: root))
  }

  /// A copy that opens through the runtime as plugins do where signatures are required: signed by a publisher
  /// that exists for this check alone, and the trust of a machine that allows that one.
  ///
  /// The examined folder's own signature does not matter here: whether it may be used is its user's decision.
  /// - Throws: `TrustError` where it cannot be signed: then no machine would open it.
  func openable() throws -> (plugin: FoundPlugin, trust: PluginTrust) {
    if let made = signed { return made }
    let copy = try copy("signed")
    let publisher = try ThrowawayPublisher("Examiner")
    try publisher.sign(copy)
    // Run-time libraries are requested by their own path, without links.
    let place = PluginPlace(folder: copy.place.folder, root: place.root)
    let made = (plugin: try place.found(), trust: try publisher.trust(in: scratch))
    signed = made
    return made
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
private import Glibc

/// The contract versions that this host speaks.
enum HostContract {
  static let versions: ClosedRange<UInt32> = 1...UInt32(IMP_ABI_VERSION)

  /// The highest version both sides speak; `nil` where there is none.
  static func agreed(with plugin: ClosedRange<UInt32>) -> UInt32? {
    let highest = min(versions.upperBound, plugin.upperBound)
    return highest >= max(versions.lowerBound, plugin.lowerBound) ? highest : nil
  }

  /// The refusal that names both ranges.
  static func disjoint(_ place: String, min low: UInt32, max high: UInt32) -> PluginError {
    PluginError(
      .abiDisjoint, place: place,
      reason: "it speaks contract versions \(low) to \(high), and this host speaks "
        + "\(versions.lowerBound) to \(versions.upperBound).",
      remedy: low > versions.upperBound ? "Update Imprint." : "Update the plugin.")
  }
}

/// Says why a library cannot be loaded, by reading it.
enum LibraryJudge {
  /// What a listing asks: is it there, for this processor, this C library, this contract? Reads 64 bytes.
  static func judgeHeader(_ found: FoundPlugin) throws(PluginError) {
    let path = found.libraryPath
    let header = try header(of: try bytes(of: path, upTo: ElfHeader.bytes), path)
    try judgeArchitecture(header.architecture, of: found)
    try judgeLibc(found)
    let abi = found.manifest.abi
    guard HostContract.agreed(with: abi) != nil else {
      throw HostContract.disjoint(found.manifest.id, min: abi.lowerBound, max: abi.upperBound)
    }
  }

  /// What is asked before code runs: all of that again, and does it export the entry and nothing else?
  /// - Returns: What was read, for the words of a later failure.
  static func judgeWhole(_ found: FoundPlugin) throws(PluginError) -> ElfFile {
    try judgeHeader(found)
    let path = found.libraryPath
    let bytes = try bytes(of: path, upTo: ElfFile.maximumBytes)
    let file: ElfFile
    do {
      file = try ElfFile(bytes)
    } catch {
      throw notElf(path, error.sentence)
    }
    guard file.exports.contains(PluginEntry.symbol) else {
      throw PluginError(
        .noEntry, place: path, reason: "it does not export \(PluginEntry.symbol).",
        remedy: "Define \(PluginEntry.symbol) as imprint/plugin.h declares it, and export it.")
    }
    let extra = file.exports.filter { $0 != PluginEntry.symbol }
    guard extra.isEmpty else {
      let named = extra.prefix(10).joined(separator: ", ") + (extra.count > 10 ? ", ..." : "")
      throw PluginError(
        .extraExports, place: path,
        reason: "it exports more than \(PluginEntry.symbol): \(named).",
        remedy: "Link it with plugin.map, or build it with -fvisibility=hidden.")
    }
    return file
  }

  private static func bytes(of path: String, upTo limit: Int) throws(PluginError) -> [UInt8] {
    do {
      return try OpenFile(path).read(upTo: limit)
    } catch {
      throw PluginError(
        .libraryMissing, place: path, reason: error.sentence,
        remedy: "Install the plugin again, or correct `library.file` in its manifest.")
    }
  }

  private static func header(of bytes: [UInt8], _ path: String) throws(PluginError) -> ElfHeader {
    do {
      return try ElfHeader(bytes)
    } catch {
      throw notElf(path, error.sentence)
    }
  }

  private static func notElf(_ path: String, _ reason: String) -> PluginError {
    PluginError(.notAnElfLibrary, place: path, reason: reason, remedy: "Install the plugin again.")
  }

  private static func judgeArchitecture(_ library: String, of found: FoundPlugin) throws(PluginError) {
    let stated = found.manifest.library.architecture.rawValue
    guard library == ElfHeader.running else {
      throw PluginError(
        .wrongArchitecture, place: found.libraryPath,
        reason: "it is for \(library), and this process is \(ElfHeader.running).",
        remedy: "Install the plugin for \(ElfHeader.running).")
    }
    guard stated == library else {
      throw PluginError(
        .wrongArchitecture, place: found.libraryPath,
        reason: "it is for \(library), and its manifest says \(stated).",
        remedy: "Correct `library.architecture` in its manifest.")
    }
  }

  private static func judgeLibc(_ found: FoundPlugin) throws(PluginError) {
    let needed = found.manifest.library.libc
    guard let running = RunningLibC.name else { return }
    guard needed.family != .glibc || !needed.isMet(by: RunningLibC.version(in: running)) else { return }
    throw PluginError(
      .libcTooOld, place: found.libraryPath,
      reason: "it needs \(needed), and \(running) is running.",
      remedy: "Use a newer system, or a plugin that was built on an older one.")
  }
}

/// The C library that runs.
enum RunningLibC {
  /// As it says it itself, `glibc 2.36`; `nil` for one that does not.
  static var name: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
      guard let start = room.baseAddress else { return nil }
      let length = confstr(Int32(_CS_GNU_LIBC_VERSION), start, room.count)
      return (1...room.count).contains(length) ? String(cString: start) : nil
    }
  }

  /// The numbers at the end of a name.
  static func version(in name: String) -> [Int] {
    name.split(separator: " ").last?.split(separator: ".").compactMap { Int($0) } ?? []
  }
}

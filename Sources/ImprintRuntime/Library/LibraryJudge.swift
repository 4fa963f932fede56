// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintCalls
internal import ImprintManifest
private import Glibc

/// The contract versions that this host supports.
enum HostContract {
  static let versions = ContractVersions.spoken

  /// The highest version that both sides support; `nil` where there is none.
  static func agreed(with plugin: ClosedRange<UInt32>) -> UInt32? { ContractVersions.agreed(with: plugin) }

  /// The refusal that names both ranges.
  static func disjoint(_ place: String, min low: UInt32, max high: UInt32) -> PluginError {
    PluginError(
      .abiDisjoint, place: place,
      reason: "it supports contract versions \(low) to \(high), but this host supports "
        + "\(versions.lowerBound) to \(versions.upperBound).",
      remedy: low > versions.upperBound ? "Update Imprint." : "Update the plugin.")
  }
}

/// Determines why a library cannot be loaded, without loading it.
enum LibraryJudge {
  /// The checks of a listing, by the manifest alone: that it is for this processor, C library and contract,
  /// and that the library exists. The library is not opened.
  static func judgeManifest(_ found: FoundPlugin) throws(PluginError) {
    do { try RegularFile.find(found.manifest.library.file, in: found.folder) } catch {
      throw missing(found.libraryPath, error)
    }
    try judgeStatedArchitecture(of: found)
    try judgeLibc(found)
    let abi = found.manifest.abi
    guard HostContract.agreed(with: abi) != nil else {
      throw HostContract.disjoint(found.manifest.id, min: abi.lowerBound, max: abi.upperBound)
    }
    try HostAbilities.judge(found)
  }

  /// The checks before code runs: all of those again, that the library conforms to the manifest, and that it
  /// exports the entry and nothing else.
  /// - Returns: What was read, for the message of a later failure.
  static func judgeWhole(_ found: FoundPlugin) throws(PluginError) -> ElfFile {
    try judgeManifest(found)
    return try judge(try seal(try open(found), of: found), of: found)
  }

  /// The same for the file alone, for whichever machine the manifest states.
  static func judgeFile(_ found: FoundPlugin) throws(PluginError) -> ElfFile {
    try judge(try seal(try open(found), of: found), of: found)
  }

  /// Opens the library's file.
  static func open(_ found: FoundPlugin) throws(PluginError) -> RegularFile {
    do { return try RegularFile(found.manifest.library.file, in: found.folder) } catch {
      throw missing(found.libraryPath, error)
    }
  }

  /// The hash of an opened file's current contents. O(bytes).
  static func hash(of opened: borrowing RegularFile, of found: FoundPlugin) throws(PluginError) -> ContentHash
  {
    do { return try opened.hash() } catch { throw missing(found.libraryPath, error) }
  }

  /// Copies the library's bytes: these are hashed, validated and loaded.
  static func seal(_ opened: borrowing RegularFile, of found: FoundPlugin) throws(PluginError) -> SealedFile {
    do throws(FileProblem) {
      guard opened.size <= ElfFile.maximumBytes else {
        throw .tooLarge(opened.size, most: ElfFile.maximumBytes)
      }
      return try SealedFile(copying: opened, name: found.manifest.library.file)
    } catch {
      throw missing(found.libraryPath, error)
    }
  }

  /// Validates the library's bytes.
  static func judge(_ library: SealedFile, of found: FoundPlugin) throws(PluginError) -> ElfFile {
    defer { library.leave() }
    return try judge(Array(library.bytes), of: found)
  }

  static func judge(_ bytes: [UInt8], of found: FoundPlugin) throws(PluginError) -> ElfFile {
    let path = found.libraryPath
    let file = try read(bytes, path, as: found.manifest.library.architecture.rawValue)
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
    do throws(LinkRule.Refusal) {
      try LinkRule.standard.judge(file, named: found.manifest.library.file)
    } catch {
      throw PluginError(error.code, place: path, reason: error.reason, remedy: error.remedy)
    }
    return file
  }

  private static func read(
    _ bytes: [UInt8], _ path: String, as stated: String
  ) throws(PluginError) -> ElfFile {
    let header: ElfHeader
    do { header = try ElfHeader(bytes) } catch { throw refusal(path, error) }
    // Before the rest: of a library for another processor nothing else is worth reporting.
    guard header.architecture == stated else {
      throw PluginError(
        .wrongArchitecture, place: path,
        reason: "it is for \(header.architecture), but its manifest says \(stated).",
        remedy: "Install library and manifest of the same build, for \(ElfHeader.running).")
    }
    do { return try ElfFile(bytes) } catch { throw refusal(path, error) }
  }

  private static func missing(_ path: String, _ problem: FileProblem) -> PluginError {
    // The same code as the signature check has for every file of the plugin.
    let code: PluginError.Code = problem == .link ? .trustFile : .libraryMissing
    return PluginError(
      code, place: path, reason: problem.reason,
      remedy: problem == .copyInUse
        ? problem.remedy : "Install the plugin again, or correct `library.file` in its manifest.")
  }

  /// Why a library's bytes are refused.
  static func refusal(_ path: String, _ problem: ElfHeader.Problem) -> PluginError {
    switch problem {
    case .notElf, .truncated, .not64BitLittleEndian, .notSharedLibrary, .damaged:
      PluginError(
        .notAnElfLibrary, place: path, reason: problem.sentence, remedy: "Install the plugin again.")
    case .irregular:
      PluginError(
        .irregularLibrary, place: path, reason: problem.sentence,
        remedy: "Link it again with a standard linker, and do not modify it afterwards.")
    }
  }

  private static func judgeStatedArchitecture(of found: FoundPlugin) throws(PluginError) {
    let stated = found.manifest.library.architecture.rawValue
    guard stated == ElfHeader.running else {
      throw PluginError(
        .wrongArchitecture, place: found.libraryPath,
        reason: "its manifest says that it is for \(stated), but this process is \(ElfHeader.running).",
        remedy: "Install the plugin for \(ElfHeader.running).")
    }
  }

  private static func judgeLibc(_ found: FoundPlugin) throws(PluginError) {
    let needed = found.manifest.library.libc
    guard let running = RunningLibC.name else { return }
    guard needed.family != .glibc || !needed.isMet(by: RunningLibC.version(in: running)) else { return }
    throw PluginError(
      .libcTooOld, place: found.libraryPath,
      reason: "it needs \(needed), but \(running) is running.",
      remedy: "Use a newer system, or a plugin that was built on an older one.")
  }
}

/// The running C library.
public enum RunningLibC {
  /// As it reports itself, `glibc 2.36`; `nil` for one that does not.
  public static var name: String? {
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

// SPDX-License-Identifier: Apache-2.0
import CImprint

/// The C table of `imprint.matcher/1`; every plugin and opening shares it.
enum MatcherTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table: UnsafePointer<imp_matcher_ability> = {
    let table = UnsafeMutablePointer<imp_matcher_ability>.allocate(capacity: 1)
    table.initialize(
      to: imp_matcher_ability(
        size: structSize(imp_matcher_ability.self), reserved: 0,
        describe: { describe(OpenedPlugin.from($0)) },
        create: { create(OpenedPlugin.from($0), $1, $2) },
        extract: { Matcher.from($0).extract($1, $2, $3, $4, $5, $6) },
        compare: { Matcher.from($0).compare($1, $2, $3, $4, $5) },
        compare_many: { Matcher.from($0).compareMany($1, $2, $3, $4) },
        destroy: { Handle.release($0, as: Matcher.self) }))
    return UnsafePointer(table)
  }()

  private static func describe(_ opened: OpenedPlugin) -> UnsafePointer<imp_matcher_info> {
    // Set by the ability that made this table reachable.
    guard let info = opened.matcherInfo else { preconditionFailure("The matcher's table without its info.") }
    return UnsafePointer(info)
  }

  private static func create(
    _ opened: OpenedPlugin, _ options: UnsafePointer<imp_matcher_options>,
    _ matcher: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      guard isSized(options, \.size) else {
        throw PluginFailure(.abi, "The options have a wrong size field.")
      }
      let threads = Int(options.pointee.threads)
      guard threads >= 1 else { throw PluginFailure(.argument, "threads is 0; it must be 1 or more.") }
      guard isPresent(matcher), let plugin = opened.matcher, let info = opened.matcherRules else {
        throw PluginFailure(.argument, "There is no place for the matcher.")
      }
      let session = try plugin.makeMatcher(MatcherOptions(threads: threads))
      matcher.pointee = Handle.retain(Matcher(host: opened.host, session: session, info: info))
    }
  }

  static func makeInfo(_ info: MatcherInfo) -> UnsafeMutablePointer<imp_matcher_info> {
    let (most, fixed): (Int, Int) =
      switch info.templates {
      case .exactly(let bytes): (bytes, bytes)
      case .atMost(let bytes): (bytes, 0)
      }
    let memory = UnsafeMutablePointer<imp_matcher_info>.allocate(capacity: 1)
    memory.initialize(
      to: imp_matcher_info(
        size: structSize(imp_matcher_info.self), modality: info.modality.rawValue,
        algorithm: lastingCString(info.algorithm), writes_version: info.writes,
        reads_version_min: info.reads.lowerBound, reads_version_max: info.reads.upperBound,
        template_bytes_max: UInt32(most), template_bytes_fixed: UInt32(fixed),
        needs_face: info.needsFace ? 1 : 0, symmetric: info.isSymmetric ? 1 : 0,
        similarity_min: info.similarities.lowerBound, similarity_max: info.similarities.upperBound,
        reserved: 0))
    return memory
  }

  static func releaseInfo(_ info: UnsafeMutablePointer<imp_matcher_info>?) {
    guard let info else { return }
    info.pointee.algorithm.deallocate()
    info.deallocate()
  }
}

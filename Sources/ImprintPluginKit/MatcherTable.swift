// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.matcher/1` asks of an author's plugin.
enum MatcherTable {
  static func describe(_ opened: OpenedPlugin) -> UnsafePointer<imp_matcher_info> {
    // Made where the ability is attached, by which alone this table is reached.
    guard let info = opened.matcherInfo else { preconditionFailure("The matcher's table without its info.") }
    return UnsafePointer(info)
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_matcher_options
  ) throws(PluginFailure) -> ProvidedMatcher {
    let threads = Int(options.threads)
    guard threads >= 1 else { throw PluginFailure(.argument, "threads is 0; it must be 1 or more.") }
    let plugin = try provided(opened.attached.matcher)
    let session = try plugin.makeMatcher(MatcherOptions(threads: threads))
    return ProvidedMatcher(host: opened.host, session: session, info: type(of: plugin).matcher)
  }

  static func makeInfo(_ info: MatcherInfo) -> UnsafeMutablePointer<imp_matcher_info> {
    let (most, fixed) = info.templates.raw
    let memory = UnsafeMutablePointer<imp_matcher_info>.allocate(capacity: 1)
    memory.initialize(
      to: imp_matcher_info(
        size: structSize(imp_matcher_info.self), modality: info.modality.rawValue,
        algorithm: lastingCString(info.algorithm), writes_version: info.writes,
        reads_version_min: info.reads.lowerBound, reads_version_max: info.reads.upperBound,
        template_bytes_max: most, template_bytes_fixed: fixed,
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

// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls

/// What a ``TestPlugin`` does in the calls of `imprint.matcher-search/1`.
struct TestSearches {
  var onForms: (UnsafeMutablePointer<imp_search_form>?, UnsafeMutablePointer<Int>) -> imp_status = { _, _ in
    IMP_OK
  }
  var onCreate: (imp_search_options, imp_search_block) -> imp_status = { _, _ in IMP_OK }
  var onPrepare:
    (UnsafePointer<imp_gallery>, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<Int32>?) -> imp_status =
      { _, _, _ in IMP_OK }
  var onSearch:
    (imp_bytes, UnsafePointer<imp_search_query>, UnsafeMutablePointer<imp_search_result>) -> imp_status = {
      _, _, _ in IMP_OK
    }
}

extension TestPlugin {
  nonisolated(unsafe) static let matcherSearch = table(
    imp_matcher_search_ability(
      size: structSize(imp_matcher_search_ability.self), reserved: 0,
      forms: { TestPlugin.of($0).searches.onForms($1, $2) },
      create: {
        let plugin = TestPlugin.of($0)
        return plugin.make(plugin.searches.onCreate($1.pointee, $2.pointee), $3)
      },
      prepare: { TestPlugin.of($0).searches.onPrepare($1, $2, $3) },
      search: { TestPlugin.of($0).searches.onSearch($1, $2, $3) }, destroy: { TestPlugin.release($0) }))
}

/// Memory to be searched, which lasts: what is made of it may read it as long as it likes.
enum TestBlock {
  static let bytes = 8192
  // Never written after it was made.
  nonisolated(unsafe) static let memory: UnsafeRawBufferPointer = {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 4096)
    for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index) }
    return UnsafeRawBufferPointer(memory)
  }()

  static var raw: imp_search_block {
    imp_search_block(
      size: structSize(imp_search_block.self), capacity: 64, entries: 0, groups: 4096, living: 4352,
      memory: imp_bytes(data: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes))
  }
}

extension imp_search_options {
  static var test: Self { Self(size: structSize(Self.self), threads: 1, form: imp_text()) }
}

extension imp_matcher_search_ability {
  /// Makes a search of ``TestBlock``.
  func opened(_ plugin: OpenedEntry, form: imp_text = imp_text()) throws -> OpaquePointer {
    var options = imp_search_options.test
    (options.threads, options.form) = (2, form)
    var block = TestBlock.raw
    var made: OpaquePointer?
    let status = create(plugin.plugin, &options, &block, &made)
    guard status == IMP_OK, let made else {
      throw StatusError(status: status, words: plugin.host.last?.words ?? "")
    }
    return made
  }
}

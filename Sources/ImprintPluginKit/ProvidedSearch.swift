// SPDX-License-Identifier: Apache-2.0
import CImprint
import Synchronization

/// What an `imp_search` points to: checks a call's arguments, makes it, and writes the answer out.
final class ProvidedSearch {
  let host: Host
  private let searcher: any TemplateSearcher
  private let form: SearchForm
  private let block: SearchBlock

  /// Entries that are compared in one piece: their similarities stay in the processor's nearest memory.
  private static let piece = 1024

  init(host: Host, searcher: any TemplateSearcher, form: SearchForm, block: SearchBlock) {
    self.host = host
    self.searcher = searcher
    self.form = form
    self.block = block
  }

  // MARK: Preparing

  func prepare(
    _ gallery: imp_gallery, _ entries: LentBuffer, _ statuses: UnsafeMutablePointer<Int32>?
  ) throws(PluginFailure) {
    let templates = try GalleryView(checking: gallery, of: form.format)
    try check(templates.count, in: 0...Int(IMP_SEARCH_PREPARED_MAXIMUM), "The number of templates")
    guard templates.count == 0 || statuses != nil else {
      throw PluginFailure(.argument, "The output pointer for \(templates.count) statuses is null.")
    }
    let bytes = templates.count * form.entryBytes
    try entries.checkRoom(for: bytes)
    let room = UnsafeMutableRawBufferPointer(rebasing: entries.room[..<bytes])
    room.initializeMemory(as: UInt8.self, repeating: 0)
    for index in 0..<templates.count {
      let place = index * form.entryBytes
      statuses?[index] = entry(
        of: templates[index],
        UnsafeMutableRawBufferPointer(rebasing: room[place..<place + form.entryBytes]))
    }
    entries.state(length: bytes)
  }

  /// Makes one entry. One that is not made stays zero.
  private func entry(of template: TemplateView, _ room: UnsafeMutableRawBufferPointer) -> imp_status {
    do throws(PluginFailure) {
      try form.format.check(template)
      var span = room.mutableBytes
      try searcher.prepare(template, into: &span)
      return IMP_OK
    } catch {
      room.initializeMemory(as: UInt8.self, repeating: 0)
      return error.status.rawValue
    }
  }

  // MARK: Searching

  func search(
    _ probe: UnsafeRawBufferPointer, _ query: imp_search_query, _ result: inout imp_search_result
  ) throws(PluginFailure) {
    guard (1...UInt32(IMP_SEARCH_HITS_MAXIMUM)).contains(result.capacity), isPresent(result.hits) else {
      throw PluginFailure(
        .argument,
        "The hits are null, or have room for \(result.capacity); 1 to \(IMP_SEARCH_HITS_MAXIMUM) are allowed."
      )
    }
    guard query.used <= block.capacity, !query.least.isNaN else {
      throw PluginFailure(
        .argument,
        "The query has an invalid field: used \(query.used) of \(block.capacity), least \(query.least).")
    }
    let template = TemplateView(version: query.probe_version, bytes: probe.bytes)
    try form.format.check(template)
    var best = BestGroups(
      UnsafeMutableBufferPointer(start: result.hits, count: Int(result.capacity)), least: query.least)
    try search(searcher, template, Int(query.used), &best)
    result.count = UInt32(best.count)
  }

  private func search<S: TemplateSearcher>(
    _ searcher: S, _ template: TemplateView, _ used: Int, _ best: inout BestGroups
  ) throws(PluginFailure) {
    let probe = try searcher.probe(template)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.piece) { similarities in
      similarities.initialize(repeating: 0)
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.piece / 64) { living in
        living.initialize(repeating: 0)
        for first in stride(from: 0, to: used, by: Self.piece) {
          let range = first..<min(first + Self.piece, used)
          guard block.load(range, into: living) else { continue }
          let found = UnsafeMutableBufferPointer(rebasing: similarities[..<range.count])
          var span = found.mutableSpan
          searcher.compare(probe, with: block.entries(range).bytes, into: &span)
          best.take(found, from: first, living, block)
        }
      }
    }
  }
}

extension SearchBlock {
  /// Loads the bits of a piece.
  /// - Returns: whether one of its entries counts.
  fileprivate func load(_ range: Range<Int>, into words: UnsafeMutableBufferPointer<UInt64>) -> Bool {
    var any: UInt64 = 0
    for index in 0..<(range.count + 63) / 64 {
      words[index] = living(from: range.lowerBound + index * 64)
      any |= words[index]
    }
    return any != 0
  }
}

extension BestGroups {
  fileprivate mutating func take(
    _ similarities: UnsafeMutableBufferPointer<Float>, from first: Int,
    _ living: UnsafeMutableBufferPointer<UInt64>, _ block: SearchBlock
  ) {
    guard mayTakeAny(of: similarities) else { return }
    for index in similarities.indices
    where mayTake(similarities[index]) && living[index / 64] >> UInt64(index % 64) & 1 == 1 {
      take(first + index, group: block.group(first + index), similarities[index])
    }
  }
}

/// Loads a word that somebody else changes meanwhile.
func loadAcquiring(_ word: UnsafeRawPointer) -> UInt64 {
  // An atomic value has the layout of its own, and lies where it is.
  word.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.load(ordering: .acquiring)
}

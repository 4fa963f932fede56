// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintLicense
private import Synchronization

/// Templates of one format that a plugin has prepared, to be searched many times. They are stored in this
/// process's memory, which the plugin reads wherever it runs.
///
/// Threads may add, remove and search concurrently. A search sees all templates added before it began, and
/// none removed before. Where a plugin's worker ends, the next search uses a new one; nothing is prepared
/// again.
public final class PreparedGallery: WaitsForPlugin {
  /// The id of the plugin behind it.
  public let pluginID: String
  /// Of the templates.
  public let format: MatcherFormat
  /// How they are laid out.
  public let form: SearchForm
  private let plugin: OpenPlugin
  private let threads: UInt32
  private let memory: FreeMemory
  /// The lengths in bytes of the first block's entries, and of the longest block's.
  private let blockBytes: ClosedRange<Int>
  /// Identifies this gallery among others.
  private let number = PreparedGallery.last.wrappingAdd(1, ordering: .relaxed).newValue
  private let identification: OperationGate?
  /// One thread at a time adds.
  private let adding = Mutex(())
  private let state = Mutex(State())

  /// The most hits that a search returns.
  public static let mostHits = Int(IMP_SEARCH_HITS_MAXIMUM)
  private static let mostPrepared = Int(IMP_SEARCH_PREPARED_MAXIMUM)
  /// The length of the entries that are prepared in one call.
  private static let preparedBytes = 8 << 20

  private static let last = Atomic<UInt64>(0)

  /// The place of a template: unique across galleries, also where its memory is reused later.
  public struct Place: Sendable, Hashable {
    fileprivate let gallery: UInt64
    /// The block's number, and the entry's within it.
    package let block: UInt32
    package let index: UInt32
    /// Which use of the entry: memory that others had before has another.
    package let use: UInt32

    fileprivate var whole: SearchPlaces.Use {
      (SearchPlaces.Entry(block: Int(block), index: Int(index)), use)
    }

    fileprivate init(_ use: SearchPlaces.Use, in gallery: UInt64) {
      self.gallery = gallery
      (block, index, self.use) = (UInt32(use.entry.block), UInt32(use.entry.index), use.number)
    }
  }

  /// The best result of a search in one group.
  public struct Hit: Sendable, Hashable {
    public let place: Place
    /// The number that the template was added with.
    public let group: UInt32
    /// The algorithm's own: higher is more alike. In a form that is not exact it approximates
    /// ``Matcher/compare(probe:reference:)``, and no threshold applies to it: compare the templates found.
    public let similarity: Float
  }

  private struct State {
    var blocks: [SearchBlock] = []
    var places = SearchPlaces()

    /// Overwrites removed entries that no search reads any more.
    mutating func reclaim() {
      for entry in places.reclaim() { blocks[entry.block].wipe(entry.index) }
    }
  }

  /// The forms that a plugin searches. Blocks the calling thread until the plugin answers.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher-search/1`; `internal`
  ///   where the answer is not what the contract allows.
  @available(*, noasync)
  public static func forms(of plugin: OpenPlugin) throws(PluginCallError) -> [SearchForm] {
    try SearchForm.listed(by: plugin)
  }

  /// Makes an empty one as ``init(_:format:form:threads:)`` does, without blocking the caller's thread.
  public static func make(
    _ plugin: OpenPlugin, format: String? = nil, form: String? = nil, threads: Int = 1
  ) async throws(PluginCallError) -> PreparedGallery {
    try await PluginWork.run { () throws(PluginCallError) in
      try PreparedGallery(plugin, format: format, form: form, threads: threads)
    }
  }

  /// Makes an empty one. Blocks the calling thread.
  /// - Parameters:
  ///   - format: of the templates: a name that ``Matcher/formats(of:)`` returns; `nil` where the plugin
  ///     compares only one.
  ///   - form: a name that ``forms(of:)`` returns; `nil` for the first exact one of the format.
  ///   - threads: 1...the manifest's `concurrency.threads`.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher-search/1`, or without
  ///   that format or form; `argument`.
  @available(*, noasync)
  public convenience init(
    _ plugin: OpenPlugin, format: String? = nil, form: String? = nil, threads: Int = 1
  ) throws(PluginCallError) {
    try self.init(plugin, format: format, form: form, threads: threads, blockBytes: SearchBlock.entriesBytes)
  }

  /// - Parameters:
  ///   - blockBytes: the lengths of the first block's entries, and of the longest block's.
  ///   - memory: what there is for further blocks.
  init(
    _ plugin: OpenPlugin, format: String?, form: String?, threads: Int, blockBytes: ClosedRange<Int>,
    memory: FreeMemory = .ofSystem
  ) throws(PluginCallError) {
    let function = "matcher-search.create"
    let chosen = try Matcher.format(format, of: plugin)
    let forms = try SearchForm.listed(by: plugin).filter { $0.algorithm == chosen.algorithm }
    guard
      let found = forms.first(where: { candidate in form.map { $0 == candidate.name } ?? candidate.isExact })
    else {
      let names = forms.map { "\($0.name)\($0.isExact ? "" : " (not exact)")" }.joined(separator: ", ")
      throw PluginCallError(
        status: IMP_E_UNSUPPORTED, plugin: plugin.id, function: function,
        words: forms.isEmpty
          ? "it does not search templates of \(chosen.algorithm)."
          : "it has no \(form.map { "form \($0)" } ?? "exact form"); for \(chosen.algorithm) it has \(names)."
      )
    }
    self.form = found
    self.memory = memory
    self.blockBytes = blockBytes
    self.format = chosen
    self.plugin = plugin
    pluginID = plugin.id
    self.threads = try plugin.checkedThreads(threads, function: function)
    // As in a matcher: else a 1:N search would circumvent the gate of 1:1.
    identification = plugin.gate(of: .identification) ?? plugin.gate(of: .verification)
  }

  /// The possible similarities: where the form is not exact, one may lie slightly outside the range of
  /// compare.
  private var similarities: ClosedRange<Float> {
    form.isExact ? format.similarities : -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
  }

  /// The number of templates.
  public var count: Int { state.withLock { $0.places.count } }

  // MARK: Adding and removing

  /// Prepares templates and adds them. Any thread; O(bytes), in the calling thread. All or nothing: where it
  /// throws, none is added. What does not fit is refused before memory is taken for it.
  /// - Parameters:
  ///   - groups: one number for each: templates with the same number are one person's, of which a search
  ///     returns the best.
  /// - Returns: the place of each; `nil` for one that cannot be read.
  /// - Throws: ``PluginCallError`` `argument`, `memory` where the machine has none left for them,
  ///   `entitlement`, others where the plugin fails.
  @available(*, noasync)
  public func add(
    _ templates: GalleryBuffer, groups: [UInt32]
  ) throws(PluginCallError) -> [Place?] {
    let function = "matcher-search.prepare"
    try plugin.opening?.pass(function)
    guard groups.count == templates.count else {
      throw .argument(
        plugin: pluginID, function: function,
        "\(groups.count) groups were given for \(templates.count) templates.")
    }
    return try adding.withLock { _ throws(PluginCallError) in
      guard memory.holds(bytesLacking(for: templates.count)) else {
        throw noMemory(for: templates.count)
      }
      var places: [Place?] = []
      places.reserveCapacity(templates.count)
      do throws(PluginCallError) {
        let step = max(min(Self.mostPrepared, Self.preparedBytes / form.entryBytes), 1)
        for part in templates.parts(of: step) {
          let prepared = try preparing().prepare(part, fixed: format.templateBytesFixed)
          for index in 0..<part.count {
            guard prepared.isReadable[index] else {
              places.append(nil)
              continue
            }
            let start = index * form.entryBytes
            places.append(
              try prepared.bytes.withUnsafeBytes { bytes in
                Result { () throws(PluginCallError) in
                  try put(
                    UnsafeRawBufferPointer(rebasing: bytes[start..<start + form.entryBytes]),
                    groups[places.count])
                }
              }.get())
          }
        }
      } catch {
        places.forEach { $0.map(remove) }
        throw error
      }
      return places
    }
  }

  /// A search to prepare with: any block's will do.
  private func preparing() throws(PluginCallError) -> SearchBlock {
    if let block = state.withLock({ $0.blocks.first }) { return block }
    return try grow()
  }

  private func grow() throws(PluginCallError) -> SearchBlock {
    // Each is twice as long as the previous one: a small gallery uses little of a worker's address space.
    let before = state.withLock { $0.blocks.count }
    let bytes = min(blockBytes.lowerBound << min(before, 32), blockBytes.upperBound)
    let capacity = SearchBlock.capacity(of: form, in: bytes)
    guard memory.holds(capacity * form.entryBytes) else { throw noMemory(for: nil) }
    let block = try SearchBlock(plugin, form, capacity: capacity, threads: threads)
    state.withLock {
      $0.blocks.append(block)
      $0.places.addBlock(of: capacity)
    }
    return block
  }

  /// How many bytes more so many templates take than there are already; `Int.max` for what no address has.
  package func bytesLacking(for count: Int) -> Int {
    let entries = max(count - state.withLock { $0.places.room }, 0)
    let (bytes, isTooMuch) = entries.multipliedReportingOverflow(by: form.entryBytes)
    return isTooMuch ? .max : bytes
  }

  /// - Parameter more: how many were to be added; `nil`: it has begun to add them.
  package func noMemory(for more: Int?) -> PluginCallError {
    let more = more.map { "\($0) more, of \(form.entryBytes) bytes each" } ?? "more"
    return PluginCallError(
      code: .memory, status: IMP_E_MEMORY, place: "\(pluginID): matcher-search.create",
      reason: "the gallery has \(count) templates, and there is no memory left for \(more).",
      remedy: "Search fewer, in a form with shorter entries than \(form.name), or on a larger machine.")
  }

  /// Stores one entry in a free place. One thread at a time.
  private func put(_ bytes: UnsafeRawBufferPointer, _ group: UInt32) throws(PluginCallError) -> Place {
    let (block, entry) = try room()
    block.write(entry.index, bytes, group: group)
    // Atomically: every entry that a search finds is counted.
    return state.withLock { state in
      block.set(entry.index)
      return Place(state.places.add(entry), in: number)
    }
  }

  private func room() throws(PluginCallError) -> (SearchBlock, SearchPlaces.Entry) {
    while true {
      let found = state.withLock { state in
        state.places.next().map { (state.blocks[$0.block], $0) }
      }
      if let found { return found }
      _ = try grow()
    }
  }

  /// Removes a template. Searches that begin afterwards do not find it; its memory is overwritten once no
  /// earlier search is running. A place that was removed already, or is another gallery's, is ignored.
  public func remove(_ place: Place) {
    guard place.gallery == number else { return }
    state.withLock { state in
      guard state.places.remove(place.whole) else { return }
      state.blocks[Int(place.block)].clear(Int(place.index))
      state.reclaim()
    }
  }

  // MARK: Searching

  /// Finds the groups most similar to a probe: the best template of each, the most similar first. It is
  /// ``LicensedOperation/identification``. Any thread; O(gallery), in the calling thread. Cancellation of the
  /// task is checked before each block of at most 64 MiB, some milliseconds. An empty gallery accepts any
  /// probe.
  /// - Parameters:
  ///   - most: the greatest number of groups, 1...``mostHits``.
  ///   - least: the lowest similarity to return.
  ///   - threads: how many search at once, each other blocks; the calling thread is one of them, the others
  ///     are started for this search. What is found does not depend on it. From 1; more than there are
  ///     processors, or than memory feeds, gain nothing.
  /// - Throws: ``PluginCallError`` `template-…` about the probe, `argument`, `cancelled` where the task was
  ///   cancelled, `entitlement`, others where the plugin fails.
  @available(*, noasync)
  public func search(
    _ probe: TemplatePayload, most: Int, least: Float = -.infinity, threads: Int = 1
  ) throws(PluginCallError) -> [Hit] {
    let function = "matcher-search.search"
    try identification?.pass(function)
    guard (1...Self.mostHits).contains(most), !least.isNaN, threads >= 1 else {
      throw .argument(
        plugin: pluginID, function: function,
        "\(most) hits with a similarity from \(least) on were requested of \(threads) threads; 1 to "
          + "\(Self.mostHits) hits and 1 thread or more are allowed.")
    }
    let (began, parts) = begin()
    defer { end(began) }
    let best = try SearchRun(parts, for: probe, most: most, least: least, within: similarities).run(
      threads: threads
    ) {
      guard PluginWork.isCancelled else { return nil }
      return PluginCallError(
        code: .cancelled, status: IMP_OUTCOME_CANCELLED, place: "\(pluginID): \(function)",
        reason: PluginCallError.Code.cancelled.sentence(of: .any), remedy: "Search again.")
    }
    // Before the search ends: none of these entries is reused until then.
    let uses = state.withLock { state in
      best.map {
        state.places.use(of: SearchPlaces.Entry(block: $0.block, index: $0.hit.entry), foundBy: began)
      }
    }
    return try zip(best, uses).map { found, use throws(PluginCallError) in
      guard let use else {
        throw parts[found.block].block.misbehaved(
          function, "entry \(found.hit.entry) was found, but is not a live entry.")
      }
      return Hit(place: Place(use, in: number), group: found.hit.group, similarity: found.hit.similarity)
    }
  }

  private func begin() -> (UInt64, [SearchRun.Part]) {
    state.withLock { state in
      (state.places.begin(), zip(state.blocks, state.places.used).map { ($0, $1) })
    }
  }

  private func end(_ search: UInt64) {
    state.withLock { state in
      state.places.end(search)
      state.reclaim()
    }
  }
}

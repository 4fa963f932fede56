// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintLicense
private import Synchronization

/// Templates of one format that a plugin has prepared, to be searched many times. They lie in memory of this
/// process, wherever the plugin runs: it reads them there.
///
/// Any thread may add, remove and search at once. A search finds all that was added before it began, and
/// nothing that was removed before. Where a plugin's worker ends, the next search goes on with the next one;
/// nothing is prepared again.
public final class PreparedGallery: WaitsForPlugin {
  /// The id of the plugin behind it.
  public let pluginID: String
  /// Of the templates.
  public let format: MatcherFormat
  /// How they are laid out.
  public let form: SearchForm
  private let plugin: OpenPlugin
  private let threads: UInt32
  /// Of the entries of the first block, and of the longest.
  private let blockBytes: ClosedRange<Int>
  /// Tells it from other galleries.
  private let number = PreparedGallery.last.wrappingAdd(1, ordering: .relaxed).newValue
  private let identification: OperationGate?
  /// One thread at a time adds.
  private let adding = Mutex(())
  private let state = Mutex(State())

  /// No search answers more.
  public static let mostHits = Int(IMP_SEARCH_HITS_MAXIMUM)
  private static let mostPrepared = Int(IMP_SEARCH_PREPARED_MAXIMUM)
  /// Of the entries that are prepared in one call.
  private static let preparedBytes = 8 << 20

  private static let last = Atomic<UInt64>(0)

  /// Where a template is: one that is added later has another, also in the same memory, and one of another
  /// gallery too.
  public struct Place: Sendable, Hashable {
    fileprivate let gallery: UInt64
    let block: UInt32
    let index: UInt32
    private let use: UInt32

    fileprivate var whole: SearchPlaces.Use {
      (SearchPlaces.Entry(block: Int(block), index: Int(index)), use)
    }

    fileprivate init(_ use: SearchPlaces.Use, in gallery: UInt64) {
      self.gallery = gallery
      (block, index, self.use) = (UInt32(use.entry.block), UInt32(use.entry.index), use.number)
    }
  }

  /// What a search found of one group.
  public struct Hit: Sendable, Hashable {
    public let place: Place
    /// The number that the template was added with.
    public let group: UInt32
    /// The algorithm's own: higher is more alike. Of a form that is not exact it is near that of
    /// ``Matcher/compare(probe:reference:)``, and no threshold is about it: compare what was found.
    public let similarity: Float
  }

  private struct State {
    var blocks: [SearchBlock] = []
    var places = SearchPlaces()

    /// Overwrites what was taken out, and no search reads any more.
    mutating func reclaim() {
      for entry in places.reclaim() { blocks[entry.block].wipe(entry.index) }
    }
  }

  /// The forms that a plugin searches. Blocks the calling thread for as long as the plugin takes to say so.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher-search/1`; `internal`
  ///   where the answer is not what the contract allows.
  @available(*, noasync)
  public static func forms(of plugin: OpenPlugin) throws(PluginCallError) -> [SearchForm] {
    try SearchForm.listed(by: plugin)
  }

  /// Makes an empty one as ``init(_:format:form:threads:)`` does, and blocks no thread of the caller's
  /// meanwhile.
  public static func make(
    _ plugin: OpenPlugin, format: String? = nil, form: String? = nil, threads: Int = 1
  ) async throws(PluginCallError) -> PreparedGallery {
    try await PluginWork.run { () throws(PluginCallError) in
      try PreparedGallery(plugin, format: format, form: form, threads: threads)
    }
  }

  /// Makes an empty one. Blocks the calling thread.
  /// - Parameters:
  ///   - format: of the templates: a name that ``Matcher/formats(of:)`` gives; `nil` where the plugin
  ///     compares one alone.
  ///   - form: a name that ``forms(of:)`` gives; `nil`: the first exact one of the format.
  ///   - threads: 1...the manifest's `concurrency.threads`.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher-search/1`, or without
  ///   that format or form; `argument`.
  @available(*, noasync)
  public convenience init(
    _ plugin: OpenPlugin, format: String? = nil, form: String? = nil, threads: Int = 1
  ) throws(PluginCallError) {
    try self.init(plugin, format: format, form: form, threads: threads, blockBytes: SearchBlock.entriesBytes)
  }

  /// - Parameter blockBytes: of the entries of the first block, and of the longest.
  init(
    _ plugin: OpenPlugin, format: String?, form: String?, threads: Int, blockBytes: ClosedRange<Int>
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
          ? "it searches no templates of \(chosen.algorithm)."
          : "it has no \(form.map { "form \($0)" } ?? "exact form"); of \(chosen.algorithm) it has \(names).")
    }
    self.form = found
    self.blockBytes = blockBytes
    self.format = chosen
    self.plugin = plugin
    pluginID = plugin.id
    self.threads = try plugin.checkedThreads(threads, function: function)
    // As for a matcher: one with many would else be a way around one with one.
    identification = plugin.gate(of: .identification) ?? plugin.gate(of: .verification)
  }

  /// What a similarity can be: near that of compare is not within its range, where the form is not exact.
  private var similarities: ClosedRange<Float> {
    form.isExact ? format.similarities : -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
  }

  /// How many templates are there.
  public var count: Int { state.withLock { $0.places.count } }

  // MARK: Adding and removing

  /// Prepares templates and adds them. Any thread; O(bytes), in the calling thread. Where it throws in the
  /// middle, none of them is there.
  /// - Parameters:
  ///   - groups: one number for each: those with the same number are one person's, and a search gives the
  ///     best of them.
  /// - Returns: where each is; `nil` for one that cannot be read.
  /// - Throws: ``PluginCallError`` `argument`, `memory`, `entitlement`, others where the plugin fails.
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

  /// Any block's search prepares.
  private func preparing() throws(PluginCallError) -> SearchBlock {
    if let block = state.withLock({ $0.blocks.first }) { return block }
    return try grow()
  }

  private func grow() throws(PluginCallError) -> SearchBlock {
    // Each twice as long as the one before: a small gallery takes little of what a worker may map.
    let before = state.withLock { $0.blocks.count }
    let bytes = min(blockBytes.lowerBound << min(before, 32), blockBytes.upperBound)
    let capacity = SearchBlock.capacity(of: form, in: bytes)
    let block = try SearchBlock(plugin, form, capacity: capacity, threads: threads)
    state.withLock {
      $0.blocks.append(block)
      $0.places.addBlock(of: capacity)
    }
    return block
  }

  /// Puts one entry where there is room. One thread at a time.
  private func put(_ bytes: UnsafeRawBufferPointer, _ group: UInt32) throws(PluginCallError) -> Place {
    let (block, entry) = try room()
    block.write(entry.index, bytes, group: group)
    // At once: what a search finds is counted.
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

  /// Takes a template out. Searches that begin from then on do not find it; its memory is overwritten when
  /// none that began before runs any more. What is out already stays so, and another gallery's place is
  /// none of this one.
  public func remove(_ place: Place) {
    guard place.gallery == number else { return }
    state.withLock { state in
      guard state.places.remove(place.whole) else { return }
      state.blocks[Int(place.block)].clear(Int(place.index))
      state.reclaim()
    }
  }

  // MARK: Searching

  /// Finds who is most like a probe: of each group the best template, the most alike first. It is
  /// ``LicensedOperation/identification``. Any thread; O(gallery), in the calling thread. Whether the task
  /// was cancelled is seen before each block of at most 256 MiB. An empty gallery takes any probe.
  /// - Parameters:
  ///   - most: how many groups, 1...``mostHits``.
  ///   - least: none that is less alike.
  /// - Throws: ``PluginCallError`` `template-…` about the probe, `argument`, `cancelled` where the task was,
  ///   `entitlement`, others where the plugin fails.
  @available(*, noasync)
  public func search(
    _ probe: TemplatePayload, most: Int, least: Float = -.infinity
  ) throws(PluginCallError) -> [Hit] {
    let function = "matcher-search.search"
    try identification?.pass(function)
    guard (1...Self.mostHits).contains(most), !least.isNaN else {
      throw .argument(
        plugin: pluginID, function: function,
        "the best \(most) from \(least) on were asked for; 1 to \(Self.mostHits) are given.")
    }
    let (began, parts) = begin()
    defer { end(began) }
    var best: [(block: Int, hit: SearchHit)] = []
    for (number, part) in parts.enumerated() where part.used > 0 {
      guard !PluginWork.isCancelled else {
        throw PluginCallError(
          code: .cancelled, status: IMP_OUTCOME_CANCELLED, place: "\(pluginID): \(function)",
          reason: PluginCallError.Code.cancelled.sentence(of: .any), remedy: "Search again.")
      }
      let bound = best.count == most ? max(least, best.last?.hit.similarity ?? least) : least
      let found = try part.block.search(
        probe, used: part.used, most: most, least: bound, within: similarities)
      best = Self.merged(best, found.map { (number, $0) }, most: most)
    }
    // Before it ends: no entry of these is used anew until then.
    let uses = state.withLock { state in
      best.map {
        state.places.use(of: SearchPlaces.Entry(block: $0.block, index: $0.hit.entry), foundBy: began)
      }
    }
    return try zip(best, uses).map { found, use throws(PluginCallError) in
      guard let use else {
        throw parts[found.block].block.misbehaved(
          function, "entry \(found.hit.entry) is none that this search can find: it does not live.")
      }
      return Hit(place: Place(use, in: number), group: found.hit.group, similarity: found.hit.similarity)
    }
  }

  private func begin() -> (UInt64, [(block: SearchBlock, used: Int)]) {
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

  /// The best of both: each group once, of equals what comes first.
  private static func merged(
    _ before: [(block: Int, hit: SearchHit)], _ found: [(block: Int, hit: SearchHit)], most: Int
  ) -> [(block: Int, hit: SearchHit)] {
    guard !before.isEmpty else { return found }
    var (left, right) = (before[...], found[...])
    var groups: Set<UInt32> = []
    var merged: [(block: Int, hit: SearchHit)] = []
    while merged.count < most {
      let next: (block: Int, hit: SearchHit)
      switch (left.first, right.first) {
      case (let old?, let new?):
        if old.hit.similarity >= new.hit.similarity {
          (next, left) = (old, left.dropFirst())
        } else {
          (next, right) = (new, right.dropFirst())
        }
      case (let old?, nil): (next, left) = (old, left.dropFirst())
      case (nil, let new?): (next, right) = (new, right.dropFirst())
      case (nil, nil): return merged
      }
      if groups.insert(next.hit.group).inserted { merged.append(next) }
    }
    return merged
  }
}

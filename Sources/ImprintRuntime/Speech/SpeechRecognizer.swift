// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The options of a speech recogniser.
public struct SpeechRecognizerOptions: Sendable, Hashable {
  /// The most alternatives to a result: 0...9, default 0.
  public var alternatives: Int
  /// Threads it may use: 1...the manifest's `concurrency.threads`, default 1.
  public var threads: Int

  public init(alternatives: Int = 0, threads: Int = 1) {
    self.alternatives = alternatives
    self.threads = threads
  }
}

/// Turns speech into words: a state machine without clock, thread or I/O of its own, by a plugin with
/// `imprint.speech-recognizer/1`.
///
/// It is stepped with sound, and answers what it has heard; the same graph, sound and calls give the same
/// answers. Times are frames of the utterance. The actor makes one call at a time, on a thread of its own;
/// several recognisers may listen at once. It keeps the plugin open, and destroys the C object when released.
public actor SpeechRecognizer {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// What it listens with.
  public nonisolated let bundle: SpeechBundle
  private let recognizer: PluginObject<imp_speech_recognizer_ability>
  private let thread: PluginThread
  private var reader: SpeechHearingReader
  private var room = SpeechRoom()

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The most alternatives that may be asked for.
  public static let mostAlternatives = Int(IMP_SPEECH_ALTERNATIVES)
  /// The longest graph in bytes.
  public static let longestGraph = Int(IMP_SPEECH_GRAPH_BYTES)
  private static let mostBundles = 16

  /// The bundles of a plugin. Blocks the calling thread until the plugin answers.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without the ability; `internal` where the
  ///   answer is not what the contract allows.
  @available(*, noasync)
  public static func bundles(of plugin: OpenPlugin) throws(PluginCallError) -> [SpeechBundle] {
    let function = "speech-recognizer.bundles"
    let table = try plugin.table(imp_speech_recognizer_ability.self)
    let bundles: [SpeechBundle] = try plugin.list(
      function, of: sized(imp_speech_bundle()), fill: { table.pointee.bundles(plugin.handle.plugin, $0, $1) }
    ) { raw throws(ContractBreach) in try SpeechBundle(raw) }
    guard (1...mostBundles).contains(bundles.count), Set(bundles.map(\.name)).count == bundles.count else {
      throw .misbehaved(
        plugin: plugin.id, function: function,
        "it has \(bundles.count) bundles; 1 to \(mostBundles) are allowed, each name once.")
    }
    return bundles
  }

  /// How a bundle's dictionary pronounces a word: the most usual way first, each by the places of its symbols
  /// in ``SpeechBundle/Graphs/symbols``; none for a word that it lacks. Blocks the calling thread.
  /// - Throws: ``PluginCallError`` `unsupported` for a bundle without a dictionary, `argument` for a text
  ///   that is no word, `model`, `file`, `memory`; `internal` where the answer is not what the contract
  ///   allows.
  @available(*, noasync)
  public static func pronunciations(
    of word: String, in bundle: SpeechBundle, _ plugin: OpenPlugin
  ) throws(PluginCallError) -> [[UInt8]] {
    let function = "speech-recognizer.pronunciations"
    let table = try plugin.table(imp_speech_recognizer_ability.self)
    guard word.isOneWord(in: 1...95) else {
      throw .argument(plugin: plugin.id, function: function, "a word has 1 to 95 bytes, and no white space.")
    }
    let symbols = bundle.graphs?.symbols.count ?? 0
    let found: [[UInt8]] = try plugin.list(
      function, of: sized(imp_speech_pronunciation()),
      fill: { entries, count in
        bundle.name.lend { name in
          word.lend { table.pointee.pronunciations(plugin.handle.plugin, name, $0, entries, count) }
        }
      }
    ) { raw throws(ContractBreach) in
      try checkSize(of: raw)
      let all = withUnsafeBytes(of: raw.symbols) { Array($0) }
      guard (1...UInt32(all.count)).contains(raw.count) else {
        throw ContractBreach("a pronunciation has \(raw.count) symbols.")
      }
      let spoken = Array(all.prefix(Int(raw.count)))
      guard spoken.allSatisfy({ Int($0) < symbols }) else {
        throw ContractBreach("a pronunciation has a symbol that the bundle does not know.")
      }
      return spoken
    }
    guard found.count <= Int(IMP_SPEECH_PRONUNCIATIONS), Set(found).count == found.count else {
      throw .misbehaved(plugin: plugin.id, function: function, "it has a pronunciation twice, or too many.")
    }
    return found
  }

  /// Makes a recogniser of a bundle. Its models are loaded and verified here, on a thread of its own.
  /// - Parameters:
  ///   - bundle: The name of one that ``bundles(of:)`` returns; `nil` where the plugin has only one.
  ///   - graph: What it listens for, as `docs/reference/speech-graph.md` says; `nil` for the bundle's own
  ///     words.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without the ability, without that bundle, or a
  ///   bundle that takes no such graph; `graph-damaged`, `graph-version`, `graph-foreign`, `graph-symbol`,
  ///   `graph-too-large`; `argument`, `model`, `file`, `memory`, `entitlement`.
  public static func make(
    _ plugin: OpenPlugin, bundle: String? = nil, graph: [UInt8]?, options: SpeechRecognizerOptions = .init()
  ) async throws(PluginCallError) -> SpeechRecognizer {
    try await PluginWork.run { () throws(PluginCallError) in
      try SpeechRecognizer(plugin, bundle: bundle, graph: graph, options: options)
    }
  }

  /// Makes a recogniser as ``make(_:bundle:graph:options:)`` does. Blocks the calling thread.
  @available(*, noasync)
  public init(
    _ plugin: OpenPlugin, bundle: String? = nil, graph: [UInt8]?, options: SpeechRecognizerOptions = .init()
  ) throws(PluginCallError) {
    let function = "speech-recognizer.create"
    let chosen = try Self.chosen(bundle, of: plugin, function)
    guard (0...Self.mostAlternatives).contains(options.alternatives) else {
      throw .argument(
        plugin: plugin.id, function: function, "alternatives must be in 0...\(Self.mostAlternatives).")
    }
    guard (graph?.count ?? 1) <= Self.longestGraph else {
      throw PluginCallError(status: IMP_E_GRAPH_DAMAGED, plugin: plugin.id, function: function)
    }
    // An empty one is no graph to the plugin, and nobody asked for the bundle's own words.
    guard graph?.isEmpty != true else {
      throw PluginCallError(status: IMP_E_GRAPH_DAMAGED, plugin: plugin.id, function: function)
    }
    let threads = try plugin.checkedThreads(options.threads, function: function)
    recognizer = try chosen.name.lend { name in
      Result { () throws(PluginCallError) in
        var raw = imp_speech_recognizer_options(
          size: UInt32(MemoryLayout<imp_speech_recognizer_options>.size), threads: threads,
          alternatives: UInt32(options.alternatives), reserved: 0, bundle: name)
        return try PluginObject(
          of: plugin, imp_speech_recognizer_ability.self, function: function, destroy: \.destroy
        ) { table, plugin, made in
          (graph ?? []).withUnsafeBufferPointer {
            table.pointee.create(
              plugin, &raw, imp_bytes(data: $0.isEmpty ? nil : $0.baseAddress, length: $0.count), made)
          }
        }
      }
    }.get()
    thread = try PluginThread.start(for: plugin, function)
    pluginID = plugin.id
    self.bundle = chosen
    var names: SpeechGraphNames?
    if let graph {
      names = SpeechGraphNames(graph)
      guard names != nil else {
        throw recognizer.misbehaved(function, "it takes a graph that is cut short (R-52).")
      }
    }
    reader = SpeechHearingReader(chosen, alternatives: options.alternatives, names: names)
  }

  /// Listens to the next piece of an utterance.
  /// - Parameter samples: One channel at ``SpeechBundle/rate``, 1 frame to a second; full scale is -1...1.
  /// - Throws: ``PluginCallError`` `sample` for another length, or samples that are not numbers; `state`
  ///   where the utterance would be longer than ``SpeechBundle/longest``: finish or reset it; `entitlement`
  ///   where the licence has expired meanwhile; `internal` where the answer is not what the contract allows;
  ///   `worker-ended` and `worker-timeout` where its process has ended, and the utterance with it. After the
  ///   last three each call throws `state`: make another recogniser.
  public func step(_ samples: [Float]) throws(PluginCallError) -> SpeechHearing {
    let function = "speech-recognizer.step"
    try recognizer.checkIntact(function)
    guard (1...bundle.rate).contains(samples.count), samples.allSatisfy(\.isFinite) else {
      throw PluginCallError(
        status: IMP_E_SAMPLE, plugin: pluginID, function: function,
        words: "\(samples.count) samples were given; it takes 1 to \(bundle.rate), all of them finite.")
    }
    guard reader.hasRoom(for: samples.count) else {
      throw PluginCallError(
        code: .state, status: IMP_E_STATE, place: "\(pluginID): \(function)",
        reason: "the utterance would be longer than \(bundle.longest).",
        remedy: "Finish it for what was heard, or reset it; then go on.")
    }
    try room.fill(recognizer, function) { [rate = bundle.rate] table, recognizer, hearing in
      samples.withUnsafeBytes { bytes in
        var sound = imp_sound(
          size: UInt32(MemoryLayout<imp_sound>.size), format: UInt32(IMP_AUDIO_FLOAT32), rate: UInt32(rate),
          channels: 1,
          samples: imp_bytes(
            data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count))
        return table.step(recognizer, &sound, hearing)
      }
    }
    defer { room.forget() }
    do throws(ContractBreach) {
      return try reader.step(samples.count, room.filledEvents, room.filledWords)
    } catch {
      throw recognizer.misbehaved(function, error.sentence)
    }
  }

  /// Ends the utterance and returns what was heard. The next step begins the next one; what was learned of
  /// speaker and room may help it.
  /// - Throws: ``PluginCallError`` as ``step(_:)``, but `sample`.
  public func finish() throws(PluginCallError) -> SpeechResult {
    let function = "speech-recognizer.finish"
    try room.fill(recognizer, function) { $0.finish($1, $2) }
    defer { room.forget() }
    do throws(ContractBreach) {
      return try reader.finish(room.filledEvents, room.filledWords)
    } catch {
      throw recognizer.misbehaved(function, error.sentence)
    }
  }

  /// Gives the utterance up, without a result, and all that was learned: what follows is as of a new
  /// recogniser. Where the plugin cannot be told, as its worker has ended, each later call throws `state`.
  /// - Returns: whether it can listen again: `false` where it was given up, before or by this.
  @discardableResult
  public func reset() -> Bool {
    reader.begin()
    guard !recognizer.isBroken else { return false }
    let (_, said) = recognizer.plugin.run { recognizer.table.pointee.reset(recognizer.object) }
    if said.failure != nil { recognizer.giveUp() }
    return said.failure == nil
  }

  private static func chosen(
    _ name: String?, of plugin: OpenPlugin, _ function: String
  ) throws(PluginCallError) -> SpeechBundle {
    let bundles = try bundles(of: plugin)
    let found = name.map { name in bundles.filter { $0.name == name } } ?? bundles
    if let bundle = found.first, found.count == 1 { return bundle }
    let names = bundles.map(\.name).joined(separator: ", ")
    throw PluginCallError(
      status: IMP_E_UNSUPPORTED, plugin: plugin.id, function: function,
      words: name.map { "it has no bundle \($0); it has \(names)." }
        ?? "it has several bundles: \(names). One must be named.")
  }
}

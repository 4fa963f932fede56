// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
public import ImprintModel

/// Makes templates of voices, by one plugin's algorithm. Whatever reads their format compares them.
///
/// The actor makes one call at a time, on a thread of its own. It keeps the plugin open, and releases the C
/// object with itself.
public actor VoiceExtractor {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// The same with its version, as templates state it.
  public nonisolated let maker: TemplateMaker?
  /// What it makes, and of what.
  public nonisolated let format: VoiceFormat
  private let extractor: PluginObject<imp_voice_extractor_ability>
  private let thread: PluginThread

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The formats that a plugin makes. Blocks the calling thread for as long as the plugin takes to say so.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.voice-extractor/1`; `internal`
  ///   where the answer is not what the contract allows.
  public static func formats(of plugin: OpenPlugin) throws(PluginCallError) -> [VoiceFormat] {
    try listed(by: plugin).list
  }

  private static func listed(
    by plugin: OpenPlugin
  ) throws(PluginCallError) -> ListedFormats<VoiceFormat> {
    let table = try plugin.table(imp_voice_extractor_ability.self)
    return try ListedFormats(of: plugin, "voice-extractor") {
      table.pointee.formats(plugin.handle.plugin, $0, $1)
    }
  }

  /// Makes an extractor. Its models are loaded and verified here, on a thread of its own.
  /// - Parameters:
  ///   - format: The name of one that ``formats(of:)`` gives; `nil` where the plugin makes one alone.
  ///   - threads: 1...the manifest's `concurrency.threads`.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without the ability, or without that format;
  ///   `argument`, `model`, `file`, `memory`, `entitlement`.
  public static func make(
    _ plugin: OpenPlugin, format: String? = nil, threads: Int = 1
  ) async throws(PluginCallError) -> VoiceExtractor {
    try await PluginWork.run { () throws(PluginCallError) in
      try VoiceExtractor(plugin, format: try listed(by: plugin).chosen(format), threads: threads)
    }
  }

  private static let create = "voice-extractor.create"

  private init(_ plugin: OpenPlugin, format: VoiceFormat, threads: Int) throws(PluginCallError) {
    var options = imp_voice_extractor_options(
      size: UInt32(MemoryLayout<imp_voice_extractor_options>.size),
      threads: try plugin.checkedThreads(threads, function: Self.create), format: imp_text())
    extractor = try format.template.algorithm.lend { name in
      options.format = name
      return Result { () throws(PluginCallError) in
        try PluginObject(
          of: plugin, imp_voice_extractor_ability.self, function: Self.create, destroy: \.destroy
        ) { $0.pointee.create($1, &options, $2) }
      }
    }.get()
    thread = try PluginThread.start(for: plugin, Self.create)
    self.format = format
    pluginID = plugin.id
    maker = TemplateMaker(id: plugin.id, version: plugin.manifest.version)
  }

  deinit {
    thread.stop()
  }

  /// Makes a template of one speaker's sound. The same sound gives the same bytes.
  /// - Parameter samples: One channel at ``VoiceFormat/rate``, as long as ``VoiceFormat/durations`` allow;
  ///   full scale is -1...1.
  /// - Throws: ``PluginCallError`` `quality` where the sound does not do for a template, with the plugin's
  ///   reason; `sample` for sound of another length, or that is not made of numbers; `entitlement` where the
  ///   licence has ended meanwhile; `internal` where the answer is not what the contract allows, and `state`
  ///   from then on.
  public func extract(_ samples: [Float]) throws(PluginCallError) -> Extraction {
    let function = "voice-extractor.extract"
    guard format.frames.contains(samples.count), samples.allSatisfy(\.isFinite) else {
      throw PluginCallError(
        status: IMP_E_SAMPLE, plugin: pluginID, function: function,
        words: "\(samples.count) samples were given; it takes \(format.frames), each of them a number.")
    }
    return try extractor.extracted(
      function, version: format.template.version, most: format.templateBytesMaximum,
      fixed: format.templateBytesFixed
    ) { payload, extraction in
      samples.withUnsafeBytes { bytes in
        var sound = imp_sound(
          size: UInt32(MemoryLayout<imp_sound>.size), format: UInt32(IMP_AUDIO_FLOAT32),
          rate: UInt32(format.rate), channels: 1,
          samples: imp_bytes(
            data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count))
        return extractor.table.pointee.extract(extractor.object, &sound, payload, extraction)
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Makes voice templates, by a plugin with `imprint.voice-extractor/1`.
public actor VoiceExtractor: TemplateExtractor {
  public nonisolated var pluginID: String { core.pluginID }
  public nonisolated var maker: TemplateMaker? { core.maker }
  public nonisolated var format: VoiceFormat { core.format }
  public nonisolated var unownedExecutor: UnownedSerialExecutor { core.thread.asUnownedSerialExecutor() }
  private nonisolated let core: ExtractorCore<VoiceFormat>

  private init(_ core: ExtractorCore<VoiceFormat>) { self.core = core }

  @available(*, noasync)
  public static func formats(of plugin: OpenPlugin) throws(PluginCallError) -> [VoiceFormat] {
    try ListedFormats(of: plugin).list
  }

  public static func make(
    _ plugin: OpenPlugin, format: String? = nil, threads: Int = 1
  ) async throws(PluginCallError) -> VoiceExtractor {
    VoiceExtractor(try await .make(plugin, format, threads))
  }

  /// Makes a template of one speaker's audio. The same audio gives the same bytes.
  /// - Parameter samples: One channel at ``VoiceFormat/rate``, as long as ``VoiceFormat/durations`` allow;
  ///   full scale is -1...1.
  /// - Throws: ``PluginCallError`` `quality` where the audio is unsuitable for a template, with the plugin's
  ///   reason; `sample` for audio of another length, or with samples that are not numbers; `entitlement`
  ///   where the licence has expired meanwhile; `internal` where the answer is not what the contract allows,
  ///   and `state` from then on.
  public func extract(_ samples: [Float]) throws(PluginCallError) -> Extraction {
    try check(samples, for: "extract")
    return try core.extract { [format] table, extractor, payload, extraction in
      format.lend(samples) { table.extract(extractor, $0, payload, extraction) }
    }
  }

  /// Measures audio, whether or not a template can be made of it: what to ask a speaker for. The same audio
  /// has the same facts.
  /// - Parameter samples: as for ``extract(_:)``.
  /// - Throws: ``PluginCallError`` as ``extract(_:)``, but never `quality`.
  public func measure(_ samples: [Float]) throws(PluginCallError) -> VoiceFacts {
    try check(samples, for: "measure")
    var facts = imp_voice_facts()
    facts.size = UInt32(MemoryLayout<imp_voice_facts>.size)
    try core.call("measure") { [format] table, extractor in
      format.lend(samples) { table.measure(extractor, $0, &facts) }
    }
    do {
      return try VoiceFacts(facts, milliseconds: (samples.count * 1000 + format.rate - 1) / format.rate)
    } catch {
      throw core.misbehaved("measure", error.sentence)
    }
  }

  private func check(_ samples: [Float], for function: String) throws(PluginCallError) {
    guard format.frames.contains(samples.count), samples.allSatisfy(\.isFinite) else {
      throw core.refusal(
        IMP_E_SAMPLE,
        "\(samples.count) samples were given; it supports \(format.frames), all of them finite.",
        function: function)
    }
  }
}

extension VoiceFormat {
  /// Lends audio as the contract has it, for the duration of a call.
  fileprivate func lend(
    _ samples: [Float], _ call: (UnsafePointer<imp_sound>) -> imp_status
  ) -> imp_status {
    samples.withUnsafeBytes { bytes in
      var sound = imp_sound(
        size: UInt32(MemoryLayout<imp_sound>.size), format: UInt32(IMP_AUDIO_FLOAT32), rate: UInt32(rate),
        channels: 1,
        samples: imp_bytes(
          data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count))
      return call(&sound)
    }
  }
}

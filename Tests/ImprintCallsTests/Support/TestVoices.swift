// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// What a ``TestPlugin``'s voice extractor does.
struct TestVoices {
  var onFormats: (UnsafeMutablePointer<imp_voice_format>?, UnsafeMutablePointer<Int>) -> imp_status = {
    _, _ in IMP_OK
  }
  var onCreate: (imp_voice_extractor_options) -> imp_status = { _ in IMP_OK }
  var onExtract:
    (UnsafePointer<imp_sound>, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>)
      -> imp_status = { _, _, _ in IMP_OK }
}

extension TestPlugin {
  nonisolated(unsafe) static let voiceExtractor = table(
    imp_voice_extractor_ability(
      size: structSize(imp_voice_extractor_ability.self), reserved: 0,
      formats: { TestPlugin.of($0).voices.onFormats($1, $2) },
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.voices.onCreate($1.pointee), $2)
      },
      extract: { TestPlugin.of($0).voices.onExtract($1, $2, $3) }, destroy: { TestPlugin.release($0) }))
}

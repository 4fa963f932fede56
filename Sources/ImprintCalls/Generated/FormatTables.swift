// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

package import CImprint

extension imp_voice_format: MadeFormatStruct {}
extension imp_voice_extractor_options: FormatOptions {}
extension imp_voice_extractor_ability: ExtractorTable {
  package func list(
    _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<imp_voice_format>?, _ count: UnsafeMutablePointer<Int>
  ) -> imp_status { self.formats(plugin, formats, count) }

  package func make(
    _ plugin: OpaquePointer, _ options: UnsafePointer<imp_voice_extractor_options>,
    _ object: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status { self.create(plugin, options, object) }
}

extension imp_face_format: MadeFormatStruct {}
extension imp_face_extractor_options: FormatOptions {}
extension imp_face_extractor_ability: ExtractorTable {
  package func list(
    _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<imp_face_format>?, _ count: UnsafeMutablePointer<Int>
  ) -> imp_status { self.formats(plugin, formats, count) }

  package func make(
    _ plugin: OpaquePointer, _ options: UnsafePointer<imp_face_extractor_options>,
    _ object: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status { self.create(plugin, options, object) }
}

extension imp_matcher_format: FormatStruct {}
extension imp_matcher_options: FormatOptions {}
extension imp_matcher_ability: FormatTable {
  package func list(
    _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<imp_matcher_format>?, _ count: UnsafeMutablePointer<Int>
  ) -> imp_status { self.formats(plugin, formats, count) }

  package func make(
    _ plugin: OpaquePointer, _ options: UnsafePointer<imp_matcher_options>,
    _ object: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status { self.create(plugin, options, object) }
}

extension imp_finger_format: MadeFormatStruct {}
extension imp_finger_extractor_options: FormatOptions {}
extension imp_finger_extractor_ability: ExtractorTable {
  package func list(
    _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<imp_finger_format>?, _ count: UnsafeMutablePointer<Int>
  ) -> imp_status { self.formats(plugin, formats, count) }

  package func make(
    _ plugin: OpaquePointer, _ options: UnsafePointer<imp_finger_extractor_options>,
    _ object: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status { self.create(plugin, options, object) }
}

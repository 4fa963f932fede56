// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// An ability that makes templates in formats that it lists: what the tests that all such abilities share
/// need to know of one.
enum ExtractorKind: String, CaseIterable {
  case face
  case voice

  var ability: String { "\(rawValue)-extractor" }

  /// Compiles and opens a plugin that macros make misbehave.
  func plugin(_ defines: [String: String] = [:]) throws -> OpenPlugin {
    var plugin = FixturePlugin(defines)
    plugin.source = source
    plugin.manifest.provides = ["imprint.\(ability)/1"]
    return try plugin.opened()
  }

  func formats(of plugin: OpenPlugin) throws -> [ListedFormat] {
    switch self {
    case .face:
      try FaceExtractor.formats(of: plugin).map {
        ListedFormat(template: $0.template, most: $0.templateBytesMaximum, fixed: $0.templateBytesFixed)
      }
    case .voice:
      try VoiceExtractor.formats(of: plugin).map {
        ListedFormat(template: $0.template, most: $0.templateBytesMaximum, fixed: $0.templateBytesFixed)
      }
    }
  }

  func make(_ plugin: OpenPlugin, format: String? = nil, threads: Int = 1) async throws -> MadeExtractor {
    switch self {
    case .face:
      let extractor = try await FaceExtractor.make(plugin, format: format, threads: threads)
      return MadeExtractor(format: extractor.format.template, pluginID: extractor.pluginID) {
        try await extractor.extract(try image($0), face: nil)
      }
    case .voice:
      let extractor = try await VoiceExtractor.make(plugin, format: format, threads: threads)
      return MadeExtractor(format: extractor.format.template, pluginID: extractor.pluginID) {
        try await extractor.extract(Self.sound(Float($0) / 100))
      }
    }
  }

  func make(_ defines: [String: String] = [:]) async throws -> MadeExtractor {
    try await make(try plugin(defines))
  }

  /// As long as the shortest that the fixture takes: 10 ms at 8 kHz.
  static func sound(_ first: Float = 0.25, count: Int = 80) -> [Float] {
    [first] + [Float](repeating: -1, count: count - 1)
  }

  // MARK: The fixture

  /// The fixture with an extractor. It makes `FIX_FORMAT_COUNT` formats, `example.voice-0` and so on. A
  /// template is the format's digit, the threads, what was `given`, and how many calls have come.
  private var source: String {
    let (id, kind) = ("IMP_\(rawValue.uppercased())_EXTRACTOR_ID", "imp_\(rawValue)_extractor")
    return """
      #include <imprint/imprint.h>
      #ifndef FIX_FORMAT_COUNT
      #define FIX_FORMAT_COUNT 1
      #endif
      #ifndef FIX_FORMATS
      #define FIX_FORMATS
      #endif
      #ifndef FIX_EXTRACTOR_CREATE
      #define FIX_EXTRACTOR_CREATE
      #endif
      #ifndef FIX_TEMPLATE
      #define FIX_TEMPLATE
      #endif
      #define FIX_ABILITIES \(id)
      #define FIX_ABILITY if (strcmp(id, \(id)) == 0) return &extractors;

      static imp_status list_formats(imp_plugin *plugin, imp_\(rawValue)_format *formats, size_t *count);
      static imp_status create_extractor(imp_plugin *plugin, const \(kind)_options *options, \(kind) **made);
      static imp_status make_template(\(kind) *extractor, \(parameters), imp_buffer *payload,
                                      imp_extraction *extraction);
      static void destroy_extractor(\(kind) *extractor);

      static const \(kind)_ability extractors = {
          sizeof(\(kind)_ability), 0, list_formats, create_extractor, make_template, destroy_extractor};

      #include "\(BuiltProducts.package.path)/Tests/Fixtures/plugins/fixture.c"

      struct \(kind) {
        imp_plugin *plugin;
        char format;
        uint8_t threads, calls;
      };

      static imp_status list_formats(imp_plugin *plugin, imp_\(rawValue)_format *formats, size_t *count) {
        (void)plugin;
        size_t room = *count;
        *count = FIX_FORMAT_COUNT;
        if (room < FIX_FORMAT_COUNT || formats == NULL) return IMP_RETRY_SHORT_BUFFER;
        for (int i = 0; i < FIX_FORMAT_COUNT; i++) {
          if (formats[i].size != sizeof *formats) return IMP_E_ABI;
          formats[i].version = 2;
          formats[i].template_bytes_max = 8;
          snprintf(formats[i].name, sizeof formats[i].name, "example.\(rawValue)-%d", i);
          \(format)
        }
        FIX_FORMATS
        return IMP_OK;
      }

      static imp_status create_extractor(imp_plugin *plugin, const \(kind)_options *options, \(kind) **made) {
        static const char start[] = "example.\(rawValue)-";
        size_t length = sizeof start - 1;
        if (options->size != sizeof *options || options->format.length != length + 1) return IMP_E_UNSUPPORTED;
        if (memcmp(options->format.data, start, length) != 0) return IMP_E_UNSUPPORTED;
        *made = calloc(1, sizeof **made);
        (*made)->plugin = plugin;
        (*made)->format = options->format.data[length];
        (*made)->threads = (uint8_t)options->threads;
        FIX_EXTRACTOR_CREATE
        return IMP_OK;
      }

      static imp_status make_template(\(kind) *extractor, \(parameters), imp_buffer *payload,
                                      imp_extraction *extraction) {
        const imp_host *host = extractor->plugin->host;
        \(given)
        (void)host;
        extractor->calls++;
        payload->data[0] = (uint8_t)extractor->format;
        payload->data[1] = extractor->threads;
        payload->data[2] = given;
        payload->data[3] = extractor->calls;
        payload->length = 4;
        extraction->version = 2;
        extraction->quality = 50;
        FIX_TEMPLATE
        return IMP_OK;
      }

      static void destroy_extractor(\(kind) *extractor) { free(extractor); }
      """
  }

  /// What a template is made of.
  private var parameters: String {
    switch self {
    case .face:
      "const imp_image *image, const imp_face *face, const imp_point3 *landmarks, uint32_t landmark_count"
    case .voice: "const imp_sound *sound"
    }
  }

  /// What a format has of its own.
  private var format: String {
    switch self {
    case .face: "formats[i].needs_face = 0;"
    case .voice: "formats[i].rate = 8000; formats[i].shortest_ms = 10; formats[i].longest_ms = 1000;"
    }
  }

  private var given: String {
    switch self {
    case .face:
      """
      (void)face, (void)landmarks, (void)landmark_count;
      uint8_t given = image->pixels.data[0];
      """
    case .voice:
      """
      const float *samples = (const float *)(const void *)sound->samples.data;
      uint8_t given = (uint8_t)(samples[0] * 100 + 0.5f);
      """
    }
  }
}

/// What every format has.
struct ListedFormat: Equatable {
  var template: TemplateFormat
  var most: Int
  var fixed: Int?
}

/// An extractor of any kind.
struct MadeExtractor: Sendable {
  let format: TemplateFormat
  let pluginID: String
  /// Makes a template of a sample that the plugin knows by a number up to 100.
  let extract: @Sendable (UInt8) async throws -> Extraction
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// An ability that lists formats of templates, and makes objects of one of them: what the tests that all such
/// abilities share need to know of one.
enum FormatKind: String, CaseIterable {
  case face
  case voice
  case finger
  case matcher

  var ability: String { self == .matcher ? "matcher" : "\(rawValue)-extractor" }
  var abilityID: String { "imprint.\(ability)/\(self == .matcher ? 2 : 1)" }
  /// Of the manifest.
  var section: String { self == .matcher ? "compares" : "extracts" }

  /// A plugin with the ability that lists `count` formats, and that macros make misbehave.
  /// - Parameter entries: Of the manifest, where they are not ``entry(_:name:version:bytes:needsFace:)``.
  func fixture(
    _ defines: [String: String] = [:], listing count: Int = 1, entries: [String]? = nil
  ) -> FixturePlugin {
    var plugin = FixturePlugin(defines)
    plugin.defines["FIX_FORMAT_COUNT"] = "\(count)"
    plugin.source = source
    plugin.manifest.provides = [abilityID]
    // No manifest may have more.
    let entries = entries ?? (0..<min(count, 16)).map { entry($0) }
    if self == .matcher { plugin.manifest.compares = entries } else { plugin.manifest.extracts = entries }
    return plugin
  }

  /// A format as the manifest has it.
  func entry(
    _ index: Int, name: String? = nil, version: UInt32 = 2, bytes: String = "{max: 8}",
    needsFace: Bool = false
  ) -> String {
    let start = "{format: \(name ?? "example.\(self)-\(index)"), templateBytes: \(bytes)"
    return switch self {
    case .face: "\(start), modality: face, version: \(version), needsFace: \(needsFace)}"
    case .voice, .finger: "\(start), modality: \(self), version: \(version)}"
    case .matcher:
      "\(start), modality: finger, reads: {min: 1, max: \(version)}, symmetric: false, "
        + "similarity: {min: 0, max: 100}}"
    }
  }

  func formats(of plugin: OpenPlugin) throws -> [SeenFormat] {
    switch self {
    case .face: try seen(FaceExtractor.formats(of: plugin))
    case .voice: try seen(VoiceExtractor.formats(of: plugin))
    case .finger: try seen(FingerExtractor.formats(of: plugin))
    case .matcher:
      try Matcher.formats(of: plugin).map {
        SeenFormat(
          TemplateFormat(algorithm: $0.algorithm, version: $0.readsVersions.upperBound),
          most: $0.templateBytesMaximum, fixed: $0.templateBytesFixed)
      }
    }
  }

  private func seen(_ formats: [some ExtractorFormat]) -> [SeenFormat] {
    formats.map { SeenFormat($0.template, most: $0.templateBytesMaximum, fixed: $0.templateBytesFixed) }
  }

  func make(_ plugin: OpenPlugin, format: String? = nil, threads: Int = 1) async throws -> MadeObject {
    switch self {
    case .face, .voice, .finger:
      let kind = try #require(ExtractorKind(rawValue: rawValue))
      let extractor = try await kind.make(plugin, format: format, threads: threads)
      let payload = try await extractor.extract(1).payload.bytes
      return MadeObject(
        format: extractor.format.algorithm, pluginID: extractor.pluginID, told: payload[0],
        threads: Int(payload[1]))
    case .matcher:
      let matcher = try await Matcher.make(plugin, format: format, threads: threads)
      let nothing = TemplatePayload(bytes: [1], version: 1)
      let similarity = Int(
        try await matcher.withoutBlocking { try $0.compare(probe: nothing, reference: nothing) })
      return MadeObject(
        format: matcher.format.algorithm, pluginID: matcher.pluginID,
        told: UInt8(ascii: "0") + UInt8(similarity / 10), threads: similarity % 10)
    }
  }

  // MARK: The fixture

  /// The fixture with this ability, which has `FIX_FORMAT_COUNT` formats, `example.voice-0` and so on.
  private var source: String {
    let table = "imp_\(ability.replacing("-", with: "_"))"
    return """
      #include <imprint/imprint.h>
      #ifndef FIX_FORMATS
      #define FIX_FORMATS
      #endif
      #ifndef FIX_OBJECT_CREATE
      #define FIX_OBJECT_CREATE
      #endif
      #ifndef FIX_TEMPLATE
      #define FIX_TEMPLATE
      #endif
      #define FIX_OWN_TEMPLATES
      #define FIX_ABILITIES \(table.uppercased())_ID
      #define FIX_ABILITY if (strcmp(id, FIX_ABILITIES) == 0) return own_table;
      static const void *const own_table;
      #include "\(BuiltProducts.package.path)/Tests/Fixtures/plugins/fixture.c"

      struct \(table) {
        imp_plugin *plugin;
        char format;
        uint8_t threads, calls;
      };

      static imp_status list_formats(imp_plugin *plugin, imp_\(rawValue)_format *formats, size_t *count) {
        static int listed;
        (void)plugin;
        size_t room = *count;
        *count = FIX_FORMAT_COUNT;
        if (room < FIX_FORMAT_COUNT || formats == NULL) return IMP_RETRY_SHORT_BUFFER;
        for (int i = 0; i < FIX_FORMAT_COUNT; i++) {
          if (formats[i].size != sizeof *formats) return IMP_E_ABI;
          formats[i].template_bytes_max = 8;
          snprintf(formats[i].name, sizeof formats[i].name, "example.\(rawValue)-%d", i);
          \(format)
        }
        (void)listed++;
        FIX_FORMATS
        return IMP_OK;
      }

      static imp_status create_object(imp_plugin *plugin, const \(table)_options *options, \(table) **made) {
        static const char start[] = "example.\(rawValue)-";
        size_t length = sizeof start - 1;
        if (options->size != sizeof *options || options->format.length != length + 1) return IMP_E_UNSUPPORTED;
        if (memcmp(options->format.data, start, length) != 0) return IMP_E_UNSUPPORTED;
        *made = calloc(1, sizeof **made);
        (*made)->plugin = plugin;
        (*made)->format = options->format.data[length];
        (*made)->threads = (uint8_t)options->threads;
        FIX_OBJECT_CREATE
        return IMP_OK;
      }

      \(functions.definitions)

      static void destroy_object(\(table) *object) { free(object); }

      static const \(table)_ability functions = {
          sizeof functions, 0, list_formats, create_object, \(functions.names), destroy_object};
      static const void *const own_table = &functions;
      """
  }

  /// What a format has of its own. `VERSION` is the highest that it has.
  private var format: String {
    switch self {
    case .face: "formats[i].version = 2; formats[i].needs_face = 0;"
    case .voice:
      "formats[i].version = 2; formats[i].rate = 8000; formats[i].shortest_ms = 10; formats[i].longest_ms = 1000;"
    case .finger:
      "formats[i].version = 2; formats[i].resolution_min = 19000; formats[i].resolution_max = 20000;"
    case .matcher:
      """
      formats[i].modality = IMP_MODALITY_FINGER; formats[i].reads_version_min = 1;
      formats[i].reads_version_max = 2; formats[i].similarity_max = 100;
      """
    }
  }

  /// The field of a format that has its version: of a matcher's, the highest.
  var version: String { self == .matcher ? "reads_version_max" : "version" }

  /// What an object does.
  private var functions: (definitions: String, names: String) {
    switch self {
    case .face:
      Self.extracting(
        """
        imp_face_extractor *extractor, const imp_image *image, const imp_face *face, \
        const imp_point3 *landmarks, uint32_t landmark_count
        """,
        """
        (void)face, (void)landmarks, (void)landmark_count;
        uint8_t given = image->pixels.data[0];
        """)
    case .voice:
      Self.extracting(
        "imp_voice_extractor *extractor, const imp_sound *sound",
        """
        const float *samples = (const float *)(const void *)sound->samples.data;
        uint8_t given = (uint8_t)(samples[0] * 100 + 0.5f);
        """,
        more: (
          """
          #include <math.h>
          #ifndef FIX_FACTS
          #define FIX_FACTS
          #endif
          static imp_status measure(imp_voice_extractor *extractor, const imp_sound *sound,
                                    imp_voice_facts *facts) {
            (void)extractor;
            if (facts->size != sizeof *facts || sound->rate != 8000) return IMP_E_ABI;
            facts->known = IMP_VOICE_SPEECH | IMP_VOICE_LEVEL | IMP_VOICE_SNR | IMP_VOICE_CLIPPED;
            facts->speech_ms = 7;
            facts->level_db = -26.5f, facts->snr_db = 31.5f, facts->clipped = 0.25f;
            FIX_FACTS
            return IMP_OK;
          }
          """, "measure"
        ))
    case .finger:
      Self.extracting(
        "imp_finger_extractor *extractor, const imp_image *image, const imp_finger *finger",
        """
        (void)finger;
        uint8_t given = image->pixels.data[0];
        """)
    case .matcher:
      // A similarity is the format's digit and the threads.
      (
        """
        static imp_status compare(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                                  imp_bytes reference, uint32_t reference_version, float *similarity) {
          (void)probe, (void)probe_version, (void)reference, (void)reference_version;
          *similarity = (float)((matcher->format - '0') * 10 + matcher->threads);
          return IMP_OK;
        }
        static imp_status compare_many(const imp_matcher *matcher, imp_bytes probe, uint32_t probe_version,
                                       const imp_gallery *gallery, float *similarities) {
          (void)matcher, (void)probe, (void)probe_version, (void)gallery, (void)similarities;
          return IMP_E_UNSUPPORTED;
        }
        static imp_status fuse(const imp_matcher *matcher, const imp_gallery *gallery, imp_buffer *payload,
                               imp_fusion *fusion) {
          (void)matcher, (void)gallery, (void)payload, (void)fusion;
          return IMP_E_UNSUPPORTED;
        }
        """, "compare, compare_many, fuse"
      )
    }
  }

  /// A template is the format's digit, the threads, what was `given`, and how many calls have come.
  /// - Parameter more: another function of the table, behind that which extracts.
  private static func extracting(
    _ parameters: String, _ given: String, more: (definitions: String, name: String)? = nil
  ) -> (definitions: String, names: String) {
    (
      """
      static imp_status make_template(\(parameters), imp_buffer *payload, imp_extraction *extraction) {
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
      \(more?.definitions ?? "")
      """, more.map { "make_template, \($0.name)" } ?? "make_template"
    )
  }
}

/// What every format has.
struct SeenFormat: Equatable {
  var template: TemplateFormat?
  var most: Int
  var fixed: Int?

  init(_ template: TemplateFormat?, most: Int, fixed: Int?) {
    (self.template, self.most, self.fixed) = (template, most, fixed)
  }
}

/// An object of any kind, once it has worked.
struct MadeObject {
  let format: String
  let pluginID: String
  /// The digit of the format that its plugin was asked for, and the threads.
  let told: UInt8
  let threads: Int
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Makes face templates, by a plugin with `imprint.face-extractor/1`.
public actor FaceExtractor: TemplateExtractor {
  public nonisolated var pluginID: String { core.pluginID }
  public nonisolated var maker: TemplateMaker? { core.maker }
  public nonisolated var format: FaceFormat { core.format }
  public nonisolated var unownedExecutor: UnownedSerialExecutor { core.thread.asUnownedSerialExecutor() }
  private nonisolated let core: ExtractorCore<FaceFormat>

  private init(_ core: ExtractorCore<FaceFormat>) { self.core = core }

  @available(*, noasync)
  public static func formats(of plugin: OpenPlugin) throws(PluginCallError) -> [FaceFormat] {
    try ListedFormats(of: plugin).list
  }

  public static func make(
    _ plugin: OpenPlugin, format: String? = nil, threads: Int = 1
  ) async throws(PluginCallError) -> FaceExtractor {
    FaceExtractor(try await .make(plugin, format, threads))
  }

  /// Makes a template of one face. The same input gives the same bytes.
  /// - Parameter face: The face, as the tracker found it in this image; may be `nil` where
  ///   ``FaceFormat/needsFace`` is false.
  /// - Throws: ``PluginCallError`` `no-subject`, `quality`, `sample`, `many-subjects` where the image is
  ///   unsuitable for a template, with the plugin's reason; `entitlement` where the licence has expired
  ///   meanwhile; `internal` where the answer is not what the contract allows, and `state` from then on.
  public func extract(_ image: Image, face: Face?) throws(PluginCallError) -> Extraction {
    guard face != nil || !format.needsFace else {
      throw core.refusal(IMP_E_NO_SUBJECT, "no face was given.")
    }
    return try core.extract { table, extractor, payload, extraction in
      image.lend { image in
        guard let face else { return table.extract(extractor, image, nil, nil, 0, payload, extraction) }
        var lent = LentFaces([face])
        return lent.lend { list in
          table.extract(
            extractor, image, list.pointee.faces, list.pointee.landmarks, list.pointee.landmark_count,
            payload, extraction)
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
public import ImprintModel

/// Makes templates of faces, by one plugin's algorithm. Whatever reads their format compares them.
///
/// The actor makes one call at a time, on a thread of its own. It keeps the plugin open, and releases the C
/// object with itself.
public actor FaceExtractor {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// The same with its version, as templates state it.
  public nonisolated let maker: TemplateMaker?
  /// What it makes, and of what.
  public nonisolated let format: FaceFormat
  private let extractor: PluginObject<imp_face_extractor_ability>
  private let thread: PluginThread

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The formats that a plugin makes. Blocks the calling thread for as long as the plugin takes to say so.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.face-extractor/1`; `internal`
  ///   where the answer is not what the contract allows.
  public static func formats(of plugin: OpenPlugin) throws(PluginCallError) -> [FaceFormat] {
    try listed(by: plugin).list
  }

  private static func listed(by plugin: OpenPlugin) throws(PluginCallError) -> ListedFormats<FaceFormat> {
    let table = try plugin.table(imp_face_extractor_ability.self)
    return try ListedFormats(of: plugin, "face-extractor") {
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
  ) async throws(PluginCallError) -> FaceExtractor {
    try await PluginWork.run { () throws(PluginCallError) in
      try FaceExtractor(plugin, format: try listed(by: plugin).chosen(format), threads: threads)
    }
  }

  private init(_ plugin: OpenPlugin, format: FaceFormat, threads: Int) throws(PluginCallError) {
    let create = "face-extractor.create"
    var options = imp_face_extractor_options(
      size: UInt32(MemoryLayout<imp_face_extractor_options>.size),
      threads: try plugin.checkedThreads(threads, function: create), format: imp_text())
    extractor = try format.template.algorithm.lend { name in
      options.format = name
      return Result { () throws(PluginCallError) in
        try PluginObject(
          of: plugin, imp_face_extractor_ability.self, function: create, destroy: \.destroy
        ) { $0.pointee.create($1, &options, $2) }
      }
    }.get()
    thread = try PluginThread.start(for: plugin, create)
    self.format = format
    pluginID = plugin.id
    maker = TemplateMaker(id: plugin.id, version: plugin.manifest.version)
  }

  deinit {
    thread.stop()
  }

  /// Makes a template of one face. The same input gives the same bytes.
  /// - Parameter face: The face, as the tracker found it in this image; may be `nil` where
  ///   ``FaceFormat/needsFace`` is false.
  /// - Throws: ``PluginCallError`` `no-subject`, `quality`, `sample`, `many-subjects` where the image does
  ///   not do for a template, with the plugin's reason; `entitlement` where the licence has ended meanwhile;
  ///   `internal` where the answer is not what the contract allows, and `state` from then on.
  public func extract(_ image: Image, face: Face?) throws(PluginCallError) -> Extraction {
    let function = "face-extractor.extract"
    guard face != nil || !format.needsFace else {
      throw PluginCallError(
        status: IMP_E_NO_SUBJECT, plugin: pluginID, function: function, words: "no face was given.")
    }
    let table = extractor.table.pointee
    return try extractor.extracted(
      function, version: format.template.version, most: format.templateBytesMaximum,
      fixed: format.templateBytesFixed
    ) { payload, extraction in
      image.lend { image in
        guard let face else {
          return table.extract(extractor.object, image, nil, nil, 0, payload, extraction)
        }
        var lent = LentFaces([face])
        return lent.lend { list in
          table.extract(
            extractor.object, image, list.pointee.faces, list.pointee.landmarks,
            list.pointee.landmark_count, payload, extraction)
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintCaptureSession
internal import ImprintFiles
internal import ImprintManifest
internal import ImprintRuntime
public import ImprintSession

extension Faces {
  /// Records a capture into a session file, from its beginning to its end: before it runs.
  /// - Parameters:
  ///   - path: the file to create, readable by its owner only; its folder must exist.
  ///   - redacted: leaves out pixels, landmarks, names and texts; such a session cannot be replayed.
  ///   - replacing: whether a file that is there is replaced.
  ///   - subject: who is captured, as the application names people; at most 256 bytes.
  /// - Throws: ``SessionError`` `not-entitled` without the feature `MSC_DUMP`, `exists`, `no-space`, `file`;
  ///   ``CaptureError`` `alreadyRun`.
  public func record(
    _ capture: FaceCapture, to path: String, redacted: Bool = false, replacing: Bool = false,
    subject: String? = nil, limits: SessionLimits = SessionLimits()
  ) async throws -> SessionRecorder {
    let (setup, origin, entitlements) = try await described(capture, subject)
    let logger = system.configuration.logger
    let recorder = try await PluginWork.run { () throws(SessionError) in
      try SessionRecorder(
        creating: path, of: setup, origin, redacted: redacted, replacing: replacing, limits: limits,
        entitlements: entitlements, logger: logger)
    }
    try await capture.add(recorder)
    return recorder
  }

  /// Keeps the last seconds of a capture in memory, to be dumped when something went wrong (F66): before it
  /// runs.
  /// - Parameters:
  ///   - duration: what is older is dropped.
  ///   - limit: in bytes.
  /// - Throws: ``SessionError`` `not-entitled` without the feature `MSC_DUMP`; ``CaptureError`` `alreadyRun`.
  public func keepLast(
    _ duration: Duration = SessionRing.usualDuration, of capture: FaceCapture,
    limit: Int = SessionRing.usualLimit, subject: String? = nil
  ) async throws -> LastSecondsRecorder {
    let (setup, origin, entitlements) = try await described(capture, subject)
    let recorder = try LastSecondsRecorder(
      of: setup, origin, duration: duration, limit: limit, entitlements: entitlements)
    try await capture.add(recorder)
    return recorder
  }

  /// Collects the metadata of a capture, for a server that decides: before it runs.
  /// - Parameter forDump: asks at once whether a dump of it is licensed.
  /// - Throws: ``CaptureError`` `alreadyRun`; ``SessionError`` `content`, `not-entitled`.
  public func metadata(
    of capture: FaceCapture, forDump: Bool = false, subject: String? = nil
  ) async throws -> MetadataRecorder {
    let (setup, origin, entitlements) = try await described(capture, subject)
    let recorder = try MetadataRecorder(of: setup, origin, forDump: forDump, entitlements: entitlements)
    try await capture.add(recorder)
    return recorder
  }

  /// Replays a session on the plugins that it was recorded of, as they are installed now.
  /// - Parameter path: untrusted.
  /// - Throws: ``SessionReplayError``; ``SessionError``; ``PluginError`` `notProvided` where such a plugin is
  ///   not installed, others where it cannot be opened; ``PluginCallError``.
  public func replay(
    _ path: String, from source: SessionReplay.Source = .faces
  ) async throws -> SessionReplayReport {
    let system = system
    return try await SessionReplay.run(path, from: source) { header in
      let plugin = try await system.plugin(withID: header.plugin.id)
      let tracker = source == .frames ? try await system.plugin(withID: header.tracker.id) : nil
      return SessionReplay.Parts(
        plugin: await plugin.found.component, tracker: await tracker?.found.component
      ) { options in
        try await FaceCaptureMachine.make(plugin, options: options)
      } makeTracker: { options in
        guard let tracker else { throw PluginError.notInstalled(header.tracker.id) }
        return try await FaceTracker.make(tracker, options: options)
      }
    }
  }

  func described(
    _ capture: FaceCapture, _ subject: String?
  ) async throws -> (CaptureSetup, CaptureOrigin, any EntitlementProvider) {
    guard let setup = await capture.setup else {
      throw CaptureError(
        .alreadyRun, place: "capture", reason: "it has ended.", remedy: "Record a new one, before it runs.")
    }
    let extractor = await capture.options.helps.contains(.compares) ? extractorID : nil
    let origin = CaptureOrigin(
      plugin: try await component(setup.plugin), tracker: try await component(setup.tracker),
      extractor: try await component(extractor), subject: subject)
    return (setup, origin, await capture.entitlements)
  }

  private var extractorID: String? { system.set.templatePath(of: .face, format: nil)?.extractor }

  private func component(_ id: String?) async throws(PluginError) -> SessionComponent? {
    guard let id else { return nil }
    return try await component(id)
  }

  private func component(_ id: String) async throws(PluginError) -> SessionComponent {
    guard let found = system.catalog.plugin(withID: id) else { throw .notInstalled(id) }
    return await found.component
  }
}

extension FoundPlugin {
  /// As a session names it. Its library is read for its hash, on a thread of its own.
  fileprivate var component: SessionComponent {
    get async {
      // It was judged when it was opened; without a hash the version has to tell builds apart.
      let hash = await PluginWork.run { [path = libraryPath] () -> ContentHash? in
        try? RegularFile(path).hash()
      }
      return SessionComponent(id: manifest.id, version: manifest.version, hash: hash)
    }
  }
}

extension PluginError {
  static func notInstalled(_ id: String) -> PluginError {
    PluginError(
      .notProvided, place: id, reason: "no plugin of this id is installed.",
      remedy: "Install it: `sdkctl plugin list` shows those that are.")
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
public import ImprintCard
internal import ImprintManifest
public import ImprintRuntime

extension DeviceDirectory {
  /// Opens a camera: one that is listed by its locator or id, or a recording by its path.
  /// - Throws: ``DeviceError``, ``PluginError`` or ``PluginCallError``: of several plugins that were tried,
  ///   the most specific error.
  public func camera(_ options: CameraOptions) async throws -> Camera {
    try await first(.camera, options.locator, options.readablePaths) {
      try await Camera.open($0, options: options)
    }
  }

  /// Opens a microphone: one that is listed by its locator or id, or a recording by its path.
  /// - Throws: as ``camera(_:)``.
  public func microphone(_ options: MicrophoneOptions) async throws -> Microphone {
    try await first(.microphone, options.locator, options.readablePaths) {
      try await Microphone.open($0, options: options)
    }
  }

  /// Opens a fingerprint reader for this caller alone: one that is listed by its locator or id, or a
  /// recording by the path of its folder.
  /// - Throws: as ``camera(_:)``; ``PluginCallError`` `busy` while it is in use, here or elsewhere.
  public func fingerReader(_ options: FingerReaderOptions) async throws -> FingerReader {
    try await first(.fingerReader, options.locator, options.readablePaths) {
      try await FingerReader.open($0, options: options)
    }
  }

  /// Connects to the card in a reader.
  /// - Throws: as ``camera(_:)``.
  public func card(_ options: CardOptions) async throws -> CardConnection {
    try await first(.cardReader, options.locator, []) {
      try await CardConnection.connect($0, options: options)
    }
  }

  /// The readers of the one plugin for card readers, with sessions of their cards.
  /// - Throws: ``PluginError``: there is none, there are several, or it cannot be opened.
  public func cards() async throws(PluginError) -> CardReaders {
    let plugins = plugins(providing: .cardReader)
    guard plugins.count < 2 else {
      throw .several(plugins.map(\.manifest.id), providing: .cardReader, place: "plugins")
    }
    guard let plugin = plugins.first else {
      throw PluginError(
        .notProvided, place: "plugins", reason: "none of them provides \(AbilityID.cardReader).",
        remedy: "Install or choose one, such as the one for PC/SC.")
    }
    return CardReaders(try await open(plugin))
  }

  /// Queries or sets the controls of a camera through the plugin that opens it.
  func controlled<Answer: Sendable>(
    _ locator: String, _ ask: @escaping @Sendable (OpenPlugin) throws(PluginCallError) -> Answer
  ) async throws -> Answer {
    try await PluginWork.run {
      let able = try self.candidates(for: locator, .camera).filter { $0.manifest.provides(.cameraControl) }
      guard let plugin = able.first else {
        throw DeviceError(
          .unsupported, place: locator, reason: "no plugin for this camera supports camera settings.",
          remedy: "Use a camera that is listed, and a plugin with \(AbilityID.cameraControl).")
      }
      guard able.count == 1 else { throw DeviceError.ambiguous(locator, able.map(\.manifest.id)) }
      return try ask(self.openBlocking(plugin))
    }
  }

  /// Reports hot-plug events of one kind of device from the one plugin that watches it; ``watching(_:)``
  /// covers all plugins.
  /// - Throws: ``DeviceError`` `noPlugin`; `unsupported` where none watches them, `ambiguous` where several
  ///   do; ``PluginError``, ``PluginCallError``.
  public func watch(_ kind: DeviceKind) async throws -> DeviceWatch {
    let able = try required(kind).filter { $0.manifest.provides(.deviceWatch) }
    guard let plugin = able.first else {
      throw DeviceError(
        .unsupported, place: kind.rawValue, reason: "no plugin for it reports hot-plug events.",
        remedy: "Choose a plugin with \(AbilityID.deviceWatch).")
    }
    guard able.count == 1 else { throw DeviceError.ambiguous(kind.rawValue, able.map(\.manifest.id)) }
    return try await DeviceWatch.open(await open(plugin))
  }

  /// A recorder of a microphone, which reopens it after an interruption.
  public func recorder(_ microphone: MicrophoneOptions, _ options: RecordingOptions) -> AudioRecorder {
    AudioRecorder(options) { try await self.microphone(microphone) }
  }

  /// A recorder for a voice engine (F174).
  public func recorder(_ locator: String, for preset: VoiceRecordingPreset) -> AudioRecorder {
    recorder(preset.microphone(locator), preset.options)
  }

  /// The kind of the device of that name: as listed; else guessed from the name: ALSA's names and sound files
  /// are microphones, folders with a reader's script fingerprint readers, all others cameras.
  public func kind(of locator: String) async -> DeviceKind {
    if let listed = await listing().devices.first(where: { $0.isNamed(locator) }) { return listed.kind }
    let name = DeviceName(locator)
    return name.isOfFingers ? .fingerReader : name.isOfSound ? .microphone : .camera
  }

  /// The first plugin that accepts it.
  private func first<Opened>(
    _ kind: DeviceKind, _ locator: String, _ paths: [String],
    _ open: (OpenPlugin) async throws -> Opened
  ) async throws -> Opened {
    let plugins = try await PluginWork.run { () throws(DeviceError) in
      try self.candidates(for: locator, kind)
    }
    var refusals: [any Error] = []
    for plugin in plugins {
      do {
        return try await open(await self.open(plugin, readablePaths: paths))
      } catch {
        try Task.checkCancellation()
        refusals.append(error)
      }
    }
    if DeviceName(locator).isOfFile, plugins.allSatisfy({ !$0.manifest.devices.isEmpty }) {
      let players = catalog.found.filter {
        $0.manifest.provides(kind.ability) && $0.manifest.devices.isEmpty
      }
      throw DeviceError.notPlayed(locator, installed: players.map(\.manifest.id).sorted())
    }
    // A plugin that plays recordings takes any name to be a path.
    let isPath = DeviceName(locator).isOfRecording
    func weight(_ error: any Error) -> Int { Self.weight(error, isPath: isPath) }
    guard let telling = refusals.max(by: { weight($0) < weight($1) }), weight(telling) > 0 else {
      // The first one tried knows most about devices: its error says why there is none of that name.
      let missing = refusals.lazy.compactMap { $0 as? PluginCallError }.first { $0.code == .deviceMissing }
      throw DeviceError.unknown(locator, [kind], because: missing?.reason)
    }
    throw telling
  }

  /// How specific an error about a device is, where several plugins were tried: one that does not know the
  /// device is the least specific.
  private static func weight(_ error: any Error, isPath: Bool) -> Int {
    guard let code = (error as? PluginCallError)?.code else { return 2 }
    switch code {
    case .deviceMissing: return 0
    case .unsupported: return 1
    case .file: return isPath ? 3 : 0
    default: return 4
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
internal import ImprintModel
public import ImprintRuntime

extension DeviceDirectory {
  /// Opens a camera: one that is listed by its locator or id, or a recording by its path.
  /// - Throws: ``DeviceError``, ``PluginError`` or ``PluginCallError``: of several plugins that were asked, the error that
  ///   says most.
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

  /// Connects to the card in a reader.
  /// - Throws: as ``camera(_:)``.
  public func card(_ options: CardOptions) async throws -> CardConnection {
    try await first(.cardReader, options.locator, []) {
      try await CardConnection.connect($0, options: options)
    }
  }

  /// A recorder of a microphone, which opens it anew after an interruption.
  public func recorder(_ microphone: MicrophoneOptions, _ options: RecordingOptions) -> AudioRecorder {
    AudioRecorder(options) { try await self.microphone(microphone) }
  }

  /// Which kind a device of that name is: as it is listed; where it is not, as such names usually are: names of ALSA's and
  /// sound files are a microphone's, others a camera's.
  public func kind(of locator: String) -> DeviceKind {
    if let listed = listing().devices.first(where: { $0.isNamed(locator) }) { return listed.kind }
    return DeviceName(locator).isOfSound ? .microphone : .camera
  }

  /// The first plugin that takes it.
  private func first<Opened>(
    _ kind: DeviceKind, _ locator: String, _ paths: [String],
    _ open: (OpenPlugin) async throws -> Opened
  ) async throws -> Opened {
    let plugins = candidates(for: locator, kind)
    guard !plugins.isEmpty else { throw DeviceError.noPlugin(kind) }
    var refusals: [any Error] = []
    for plugin in plugins {
      do {
        return try await open(try self.open(plugin, readablePaths: paths))
      } catch {
        try Task.checkCancellation()
        refusals.append(error)
      }
    }
    // A plugin that plays recordings takes every name for a path.
    let isPath = DeviceName(locator).isOfRecording
    func weight(_ error: any Error) -> Int { Self.weight(error, isPath: isPath) }
    guard let telling = refusals.max(by: { weight($0) < weight($1) }), weight(telling) > 0 else {
      throw DeviceError.unknown(locator, [kind])
    }
    throw telling
  }

  /// How much an error says about a device, where several plugins were asked for it: a plugin that does not know it says
  /// least.
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

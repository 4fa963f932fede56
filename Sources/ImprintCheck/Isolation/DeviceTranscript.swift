// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintModel
internal import ImprintRuntime

/// What a plugin of devices answers: what lists say, and what there is to be read from what does the same
/// each time.
extension Transcript {
  /// - Parameter sound: A recording, for microphones that play such.
  mutating func useDevices(_ plugin: OpenPlugin, _ manifest: PluginManifest, sound: String?) async {
    if manifest.provides(.cameraControl) { await settings(plugin) }
    if manifest.provides(.microphone) { await listen(plugin, sound) }
    if manifest.provides(.cardReader) { await read(plugin) }
    if manifest.provides(.deviceWatch) { await watch(plugin) }
  }

  private mutating func settings(_ plugin: OpenPlugin) async {
    var cameras: [String] = []
    await note("cameras") {
      cameras = try Camera.list(plugin).map(\.locator)
      return "\(cameras)"
    }
    for camera in cameras.prefix(2) + ["no such camera"] {
      await note("modes of \(camera)") { "\(try Camera.modes(plugin, of: camera))" }
      await note("controls of \(camera)") {
        // Their values may change by themselves.
        "\(try Camera.controls(plugin, of: camera).map { "\($0.kind) \($0.name) \($0.range) \($0.step)" })"
      }
    }
  }

  private mutating func listen(_ plugin: OpenPlugin, _ sound: String?) async {
    await note("microphones") { "\(try Microphone.list(plugin))" }
    await note("a microphone that is not there") {
      "\(try await Microphone.open(plugin, options: MicrophoneOptions(locator: "no such device")).format)"
    }
    guard let sound else { return }
    var opened: Microphone?
    await note("open") {
      let microphone = try await Microphone.open(
        plugin, options: MicrophoneOptions(locator: sound, pace: .full))
      opened = microphone
      return "\(microphone.format)"
    }
    guard let microphone = opened else { return }
    for index in 0..<12 {
      await note("sound \(index)") {
        guard let chunk = try await microphone.read(timeout: .seconds(10)) else { return "no more" }
        return "\(chunk.frames) frames from \(chunk.position) at \(chunk.timestamp): "
          + ContentHash(of: chunk.bytes).hex
      }
    }
  }

  private mutating func read(_ plugin: OpenPlugin) async {
    var readers: [CardReaderInfo] = []
    await note("readers") {
      readers = try CardReader.list(plugin)
      return "\(readers.map { "\($0.locator) \($0.name) \($0.state.contains(.card)) \($0.atr)" })"
    }
    let cards = readers.filter { $0.state.contains(.card) }.prefix(2).map(\.locator)
    for reader in cards + ["no such reader"] {
      await note("connect to \(reader)") {
        let card = try await CardConnection.connect(plugin, options: CardOptions(locator: reader))
        let status = try await card.status()
        try await card.begin(timeout: .seconds(5))
        // A class that no card has: it is refused, and changes nothing.
        let response = try await card.transmit([0xFF, 0xFE, 0x00, 0x00])
        try await card.end()
        try await card.disconnect()
        return "\(status.cardProtocol.map { "\($0)" } ?? "none") \(status.atr) \(response)"
      }
    }
  }

  private mutating func watch(_ plugin: OpenPlugin) async {
    await note("watch") {
      let watch = try await DeviceWatch.open(plugin)
      watch.cancel()
      return "\(try await watch.next(timeout: .seconds(5)).change)"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What a device can do.
public enum DeviceProbe: Sendable, Hashable {
  /// A camera's modes and controls. Both are empty for a plugin without controls.
  case camera([CameraMode], [CameraControl])
  /// Which of the sampling rates, channel counts and sample formats used for voices a microphone supports.
  case microphone([AudioFormat])
  /// The attributes of a reader, and the card in it.
  case cardReader(CardReaderInfo, [ReaderAttribute])
  /// What is listed of a fingerprint reader; `nil` for a recording, which was opened.
  case fingerReader(FingerReaderInfo?)

  /// An attribute that a reader reports.
  public struct ReaderAttribute: Sendable, Hashable {
    /// A stable identifier.
    public let name: String
    public let bytes: [UInt8]
  }

  /// Sampling rates for telephony, speech and music.
  public static let rates = [8_000, 16_000, 44_100, 48_000]

  /// Attributes of PC/SC part 3 that are worth reporting, by tag.
  static let attributes: [(name: String, tag: UInt32)] = [
    ("vendor", 0x0001_0100), ("type", 0x0001_0101), ("version", 0x0001_0102), ("serial", 0x0001_0103),
    ("friendly-name", 0x7FFF_0003),
  ]
}

extension DeviceDirectory {
  /// Queries what a camera can do without interrupting its streams.
  /// - Throws: as ``camera(_:)``.
  public func probeCamera(_ locator: String) async throws -> DeviceProbe {
    let settings = try await PluginWork.run { () throws -> DeviceProbe? in
      let able = try self.candidates(for: locator, .camera).filter { $0.manifest.provides(.cameraControl) }
      for plugin in able {
        if let probe = try Self.settings(of: locator, try self.openBlocking(plugin)) { return probe }
      }
      return nil
    }
    if let settings { return settings }
    // Without controls, opening it shows whether it exists.
    await (try await camera(CameraOptions(locator: locator))).close()
    return .camera([], [])
  }

  /// Opens a microphone in each format in turn, and reports which ones it accepts.
  /// - Throws: as ``microphone(_:)``, where it cannot be opened at all.
  public func probeMicrophone(_ locator: String) async throws -> DeviceProbe {
    _ = try await format(MicrophoneOptions(locator: locator))
    var formats: [AudioFormat] = []
    for rate in DeviceProbe.rates {
      for channels in 1...2 {
        for sample in AudioSample.allCases {
          let options = MicrophoneOptions(locator: locator, rate: rate, channels: channels, sample: sample)
          if let format = try await Self.unless(.unsupported, { try await format(options) }) {
            formats.append(format)
          }
        }
      }
    }
    return .microphone(formats)
  }

  /// Queries a reader and the card in it.
  ///
  /// The card is not powered, and its user is not disturbed. A reader that is in exclusive use reports no
  /// attributes.
  /// - Throws: ``DeviceError`` `unknownDevice`; as ``card(_:)``.
  public func probeCardReader(_ locator: String) async throws -> DeviceProbe {
    let listing = await listing(of: [.cardReader])
    guard let device = listing.devices.first(where: { $0.isNamed(locator) }),
      case .cardReader(let info) = device.details
    else { throw DeviceError.unknown(locator, [.cardReader]) }
    var attributes: [DeviceProbe.ReaderAttribute] = []
    if let connection = try await Self.unless(
      .busy, { try await card(CardOptions(locator: locator, share: .direct)) })
    {
      for (name, tag) in DeviceProbe.attributes {
        guard let bytes = try await Self.unless(.unsupported, { try await connection.attribute(tag) }),
          !bytes.isEmpty
        else { continue }
        attributes.append(DeviceProbe.ReaderAttribute(name: name, bytes: bytes))
      }
      await connection.close()
    }
    return .cardReader(info, attributes)
  }

  /// What is listed of a fingerprint reader, which is not opened. A recording is opened and closed.
  /// - Throws: as ``fingerReader(_:)``.
  public func probeFingerReader(_ locator: String) async throws -> DeviceProbe {
    let listing = await listing(of: [.fingerReader])
    if let device = listing.devices.first(where: { $0.isNamed(locator) }) {
      return .fingerReader(device.fingerReader)
    }
    await (try await fingerReader(FingerReaderOptions(locator: locator))).close()
    return .fingerReader(nil)
  }

  /// - Returns: `nil` where the camera is another plugin's.
  private static func settings(
    of locator: String, _ plugin: OpenPlugin
  ) throws(PluginCallError) -> DeviceProbe? {
    do {
      return .camera(try Camera.modes(plugin, of: locator), try Camera.controls(plugin, of: locator))
    } catch {
      guard error.code == .deviceMissing else { throw error }
      return nil
    }
  }

  /// Opens a microphone, closes it and returns what it would deliver.
  private func format(_ options: MicrophoneOptions) async throws -> AudioFormat {
    let microphone = try await microphone(options)
    await microphone.close()
    return microphone.format
  }

  /// - Returns: `nil` where the plugin returns that status.
  private static func unless<Value>(
    _ code: PluginCallError.Code, _ ask: () async throws -> Value
  ) async throws -> Value? {
    do {
      return try await ask()
    } catch let error as PluginCallError where error.code == code {
      return nil
    }
  }
}

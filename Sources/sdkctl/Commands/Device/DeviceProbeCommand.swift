// SPDX-License-Identifier: Apache-2.0

struct DeviceProbeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Shows the capabilities of a device.",
    discussion: """
      Of a camera: its modes and controls, without interrupting other users of the stream. Of a microphone: \
      the sampling rates, channels and sample formats that it supports, each tried. Of a card reader: its \
      attributes, and the card in it. Of a fingerprint reader: what is listed of it.
      """)

  @OptionGroup var device: DeviceChoice
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let directory = await global.devices(telling: console)
    switch await device.kind(in: directory) {
    case .camera: return Self.report(try await directory.probeCamera(device.locator))
    case .microphone: return Self.report(try await directory.probeMicrophone(device.locator))
    case .cardReader: return Self.report(try await directory.probeCardReader(device.locator))
    case .fingerReader: return Self.report(try await directory.probeFingerReader(device.locator))
    }
  }

  private static func report(_ probe: DeviceProbe) -> Report {
    switch probe {
    case .camera(let modes, let controls):
      var modeTable = Table(["FORMAT", "WIDTH", "HEIGHT", "FRAMES/S"])
      for mode in modes {
        modeTable.add([
          "\(mode.format)", text(mode.width, mode.widthStep), text(mode.height, mode.heightStep),
          mode.framesPerSecond.map {
            $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
          }
            ?? "unknown",
        ])
      }
      var controlTable = Table(["SETTING", "VALUE", "RANGE", "STANDARD", "NAME"])
      for control in controls {
        controlTable.add([
          control.kind.word,
          "\(control.value)"
            + (control.isReadOnly ? " (read only)" : control.isInactive ? " (inactive)" : ""),
          "\(control.range.lowerBound)...\(control.range.upperBound)", "\(control.standard)", control.name,
        ])
      }
      return Report(
        text: [
          modes.isEmpty ? "no modes are listed" : modeTable.text,
          controls.isEmpty ? "no settings" : controlTable.text,
        ].joined(separator: "\n\n"),
        json: ["kind": "camera", "modes": modes.map(json), "controls": controls.map(json)])
    case .microphone(let formats):
      var table = Table(["RATE", "CHANNELS", "SAMPLES", "DEVICE'S RATE", "BUFFER", "LATENCY"])
      for format in formats {
        table.add([
          "\(format.rate)", "\(format.channels)", format.sample.rawValue, "\(format.deviceRate)",
          "\(format.bufferFrames) frames", "\(format.latency.wholeMilliseconds) ms",
        ])
      }
      return Report(
        text: formats.isEmpty ? "no format is supported" : table.text,
        json: ["kind": "microphone", "formats": formats.map(\.json)])
    case .cardReader(let info, let attributes):
      let known = attributes.map { ($0.name, $0.text) }
      return Report(
        text: facts([("name", info.name), ("state", info.facts)] + known),
        json: (["kind": "card-reader", "name": info.name] as JSONValue).adding(info.stateJSON)
          .adding(["attributes": JSONValue.object(known.map { ($0, .string($1)) })]))
    case .fingerReader(let info):
      guard let info else {
        return Report(text: "a recording, which can be played", json: ["kind": "finger-reader"])
      }
      return Report(
        text: facts([
          ("name", info.name), ("scan", info.scan.rawValue), ("images", info.givesImages ? "yes" : "no"),
          ("resolution", info.resolution.map { "\($0)" } ?? "unknown"),
          ("size", info.size.map { "\($0.width)x\($0.height)" } ?? "unknown"),
          ("presence", info.tellsPresence ? "yes" : "no"), ("liveness", info.judgesLiveness ? "yes" : "no"),
        ]), json: (["kind": "finger-reader", "name": info.name] as JSONValue).adding(info.json))
    }
  }

  private static func text(_ range: ClosedRange<Int>, _ step: Int) -> String {
    range.lowerBound == range.upperBound
      ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound) by \(step)"
  }

  private static func json(_ mode: CameraMode) -> JSONValue {
    [
      "format": "\(mode.format)",
      "width": ["min": mode.width.lowerBound, "max": mode.width.upperBound, "step": mode.widthStep]
        as JSONValue,
      "height": ["min": mode.height.lowerBound, "max": mode.height.upperBound, "step": mode.heightStep]
        as JSONValue,
      "framesPerSecond": mode.framesPerSecond.json { ["min": $0.lowerBound, "max": $0.upperBound] },
    ]
  }

  private static func json(_ control: CameraControl) -> JSONValue {
    [
      "setting": control.kind.word, "name": control.name, "value": Int(control.value),
      "min": Int(control.range.lowerBound), "max": Int(control.range.upperBound), "step": Int(control.step),
      "standard": Int(control.standard), "readOnly": control.isReadOnly, "inactive": control.isInactive,
    ]
  }
}

extension AudioFormat {
  var json: JSONValue {
    [
      "rate": rate, "channels": channels, "samples": sample.rawValue, "deviceRate": deviceRate,
      "bufferFrames": bufferFrames, "latencyMilliseconds": latency.wholeMilliseconds,
    ]
  }
}

extension DeviceProbe.ReaderAttribute {
  /// As text if it is text; a version is three numbers, PC/SC part 3.
  var text: String {
    if name == "version", bytes.count == 4 {
      return "\(bytes[3]).\(bytes[2]).\(Int(bytes[1]) << 8 | Int(bytes[0]))"
    }
    let text = bytes.last == 0 ? Array(bytes.dropLast()) : bytes
    return text.allSatisfy { (0x20..<0x7F).contains($0) }
      ? String(decoding: text, as: UTF8.self) : bytes.hexadecimal
  }
}

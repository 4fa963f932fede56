// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Testing

/// What requests about devices say of them is text that may name somebody.
@Suite struct HiddenDeviceTests {
  private static let locator = "usb-Anna's phone"

  private static func hidden(_ function: CallFunction, _ message: (imp_text) -> some CallMessage) -> [String]
  {
    TestPlugin.lend(locator) { text in
      let message = message(text)
      var body = [UInt8](repeating: 0, count: BodyLength.of(message) ?? 0)
      body.withUnsafeMutableBytes { BodyWriter.write(message, to: $0) }
      return body.withUnsafeBytes { raw in
        HiddenPart.parts(ofRequest: function, body: raw).map {
          "\($0.kind) \(String(decoding: raw[$0.range], as: UTF8.self))"
        }
      }
    }
  }

  @Test func locatorAloneIsHidden() {
    let list = ListMessage(capacity: 2, isThere: true)
    let expected = ["text \(Self.locator)"]
    #expect(
      Self.hidden(.cameraControlModes) { CameraControlModesRequest(list: list, locator: $0) } == expected)
    #expect(
      Self.hidden(.cameraControlControls) { CameraControlControlsRequest(list: list, locator: $0) }
        == expected)
    #expect(
      Self.hidden(.cameraControlSet) { CameraControlSetRequest(value: 3, control: 6, locator: $0) }
        == expected)
    let opening = Self.hidden(.microphoneOpen) { locator in
      var options = imp_microphone_options.test
      options.locator = locator
      return MicrophoneOpenRequest(options: options, format: room(imp_audio_format(), \.size, 1)[0])
    }
    #expect(opening == expected)
  }

  @Test(arguments: [CallFunction.watchOpen, .watchCancel, .watchClose, .microphoneCancel, .microphoneClose])
  func requestThatSaysNothingHidesNothing(_ function: CallFunction) {
    #expect(Self.hidden(function) { _ in EmptyMessage() }.isEmpty)
  }

  @Test func bodyThatIsNoMessageIsHiddenAsAWhole() {
    let bytes = [UInt8](repeating: 7, count: 9)
    for function in [CallFunction.cameraControlModes, .cameraControlSet, .microphoneOpen] {
      let parts = bytes.withUnsafeBytes { HiddenPart.parts(ofRequest: function, body: $0) }
      #expect(parts.map(\.range) == [0..<9])
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintRuntime
import Testing

/// Which sound is due.
@Suite struct FingerSignalTests {
  private func event(_ device: DeviceKind, _ change: DeviceChange, _ state: CardReaderState = [])
    -> DeviceEvent
  {
    DeviceEvent(device: device, change: change, locator: "one", timestamp: 1, readerState: state.rawValue)
  }

  @Test func readersAndCardsThatComeAndGoHaveSounds() {
    #expect(FingerSound(of: event(.fingerReader, .added)) == .readerConnected)
    #expect(FingerSound(of: event(.fingerReader, .removed)) == .readerDisconnected)
    #expect(FingerSound(of: event(.cardReader, .changed, .card)) == .cardInserted)
    #expect(FingerSound(of: event(.cardReader, .changed), before: .card) == .cardRemoved)
  }

  @Test func whatIsNoReaderAndNoCardHasNone() {
    #expect(FingerSound(of: event(.camera, .added)) == nil)
    #expect(FingerSound(of: event(.cardReader, .added)) == nil)
    #expect(FingerSound(of: event(.cardReader, .changed, [.card, .inUse]), before: .card) == nil)
  }

  @Test func aSoundIsReplacedByAFileOfItsName() {
    let there: Set = ["/mine/accepted.wav", "/shipped/accepted.wav", "/shipped/rejected.wav"]
    func path(_ sound: FingerSound) -> String? {
      sound.path(in: ["/mine", "/shipped"], exists: there.contains)
    }
    #expect(path(.accepted) == "/mine/accepted.wav" && path(.rejected) == "/shipped/rejected.wav")
    #expect(path(.pressFailed) == nil && FingerSound.allCases.count == 7)
    #expect(!FingerSignals().playsSounds && !FingerSignals().vibratesForFailedPress)
  }
}

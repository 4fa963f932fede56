// SPDX-License-Identifier: Apache-2.0
import ImprintVirtualCard
import Testing

/// Cards described in JSON, and what cards do wrong on purpose.
struct VirtualCardDescriptionTests {
  @Test func describedCardIsTheCard() throws {
    let description = try VirtualCard.Description(
      parsing: Array(
        """
        {"atr": "3B 80 01 81", "transfer": "in-parts",
         "pins": [{"reference": 2, "value": "0000", "tries": 5, "unblockingCodeHex": "AABB", "unblockingTries": 2}],
         "files": [{"id": "DF02", "name": "F000000001", "files": [
            {"id": "0007", "bytesHex": "010203", "size": 8, "shortID": 7, "read": {"pin": 2}, "update": "always"}]}],
         "faults": [{"command": 3, "do": "cut", "bytes": 1}, {"command": 4, "do": "delay", "milliseconds": 5},
           {"command": 5, "do": "respond", "response": ""}, {"command": 6, "do": "tear-out"}]}
        """.utf8))
    let expected = VirtualCard.Description(
      atr: [0x3B, 0x80, 0x01, 0x81], transfer: .inParts,
      pins: [
        VirtualCard.Pin(
          reference: 2, value: Array("0000".utf8), tries: 5, unblockingCode: [0xAA, 0xBB], unblockingTries: 2)
      ],
      files: [
        VirtualCard.File(
          id: 0xDF02,
          .folder(
            [
              VirtualCard.File(
                id: 7, .bytes([1, 2, 3, 0, 0, 0, 0, 0], shortID: 7, read: .pin(2), update: .always))
            ], name: [0xF0, 0, 0, 0, 1]))
      ],
      faults: [
        VirtualCard.Fault(command: 3, .cut(1)), VirtualCard.Fault(command: 4, .delay(.milliseconds(5))),
        VirtualCard.Fault(command: 5, .respond([])), VirtualCard.Fault(command: 6, .tearOut),
      ])
    #expect(description == expected)
  }

  @Test(arguments: [
    ("[]", ""), (#"{"pin": []}"#, "pin"), (#"{"atr": "3"}"#, "atr"), (#"{"atr": "3G"}"#, "atr"),
    (#"{"pins": [{}]}"#, "pins[0].value"), (#"{"pins": [{"value": "1", "tries": 16}]}"#, "pins[0].tries"),
    (#"{"pins": [{"value": "1"}, {"value": "2"}]}"#, "pins"),
    (#"{"files": [{"id": "3F00"}]}"#, "files[0].id"),
    (#"{"files": [{"id": "0001", "read": "sometimes"}]}"#, "files[0].read"),
    (#"{"files": [{"id": "0001", "bytes": "a", "bytesHex": "61"}]}"#, "files[0].bytes"),
    (#"{"files": [{"id": "0001"}, {"id": "0001"}]}"#, "files"),
    (#"{"files": [{"id": "DF01", "files": [{"id": "0001"}, {"id": "0001"}]}]}"#, "files[0].files"),
    (#"{"faults": [{"do": "explode"}]}"#, "faults[0].do"),
    (#"{"faults": [{"do": "cut"}]}"#, "faults[0].bytes"),
  ])
  func descriptionThatIsWrongNamesThePlace(text: String, place: String) {
    let error = #expect(throws: VirtualCardError.self) {
      try VirtualCard.Description(parsing: Array(text.utf8))
    }
    #expect(error?.code == .description)
    #expect(error?.place == place)
  }

  @Test func answerToResetOfMoreThan33BytesIsRefused() {
    let text = #"{"atr": ""# + String(repeating: "00", count: 34) + #""}"#
    #expect(throws: VirtualCardError.self) { try VirtualCard.Description(parsing: Array(text.utf8)) }
  }

  @Test func faultsChangeTheirCommandAlone() {
    var description = VirtualCard.Description.standard
    description.faults = [
      VirtualCard.Fault(command: 2, .cut(1)), VirtualCard.Fault(command: 3, .pad(4)),
      VirtualCard.Fault(command: 4, .respond([1, 2, 3])), VirtualCard.Fault(command: 5, .mute),
    ]
    let card = VirtualCard(description)
    let command: [UInt8] = [0x00, 0xA4, 0x00, 0x0C]
    #expect(card.respond(to: command) == [0x90, 0x00])
    #expect(card.respond(to: command) == [0x90])
    #expect(card.respond(to: command) == [0, 0, 0, 0, 0x90, 0x00])
    #expect(card.respond(to: command) == [1, 2, 3])
    #expect(card.respond(to: command) == [])
    #expect(card.respond(to: command) == [0x90, 0x00])
    #expect(card.commandCount == 6)
  }

  @Test func cardThatIsTornOutHasNotDoneWhatItWasTold() {
    var description = VirtualCard.Description.standard
    description.faults = [VirtualCard.Fault(command: 1, .tearOut)]
    let card = VirtualCard(description)
    _ = card.respond(to: [0x00, 0x20, 0x00, 0x01, 0x06] + Array("000000".utf8))
    #expect(card.triesLeft(pin: 1) == 3)
  }
}

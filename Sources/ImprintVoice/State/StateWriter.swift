// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintStore

/// Writes what ``StateReader`` reads.
struct StateWriter {
  var bytes: [UInt8]

  mutating func put(_ number: some FixedWidthInteger) { bytes.append(littleEndian: number) }
  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// At most 65,535 bytes, as all that is kept is checked to be.
  mutating func put(_ text: String) {
    put(UInt16(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ text: String?) {
    put(text != nil)
    if let text { put(text) }
  }

  mutating func put<Item>(_ items: [Item], _ item: (inout StateWriter, Item) -> Void) {
    put(UInt16(items.count))
    for one in items { item(&self, one) }
  }

  mutating func put(_ template: Template) {
    let envelope = TemplateEnvelope.encode(template)
    put(UInt32(envelope.count))
    bytes.append(contentsOf: envelope)
  }

  mutating func put(_ print: UtterancePrint) {
    put(print.frames) { $0.put($1) }
    put(print.heard) { $0.put($1) }
  }

  mutating func put(_ dialogue: OpenDialogue) {
    put("\(dialogue.number)")
    put(dialogue.isRegistration)
    put(dialogue.configuration)
    put(dialogue.callReference)
    put(dialogue.started)
    put(dialogue.prompt)
    put(UInt16(dialogue.repeated))
    put(dialogue.voices) { $0.put($1) }
    put(dialogue.words) { $0.put($1) }
    put(dialogue.likeness) { $0.put($1.bitPattern) }
  }

  mutating func put(_ dialogue: LastDialogue) {
    put("\(dialogue.number)")
    put(dialogue.callReference)
    put(dialogue.concluded)
    put(dialogue.outcome.rawValue)
    put(dialogue.probe.map { [$0] } ?? []) { $0.put($1) }
    put(dialogue.isUsed)
  }

  mutating func put(_ entry: VoiceAuditEntry) {
    put(entry.event.rawValue)
    put(entry.time)
    put("\(entry.dialogue.number)")
    put(entry.callReference)
    put(entry.factor?.name)
  }
}

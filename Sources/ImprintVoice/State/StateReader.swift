// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintStore

/// Reads what ``StateWriter`` writes, of untrusted bytes. `nil` where they are not that. Nothing is reserved
/// before as many bytes are there.
struct StateReader {
  private var numbers: NumberReader

  init(_ bytes: ArraySlice<UInt8>) { numbers = NumberReader(bytes) }

  var isEmpty: Bool { numbers.rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? { numbers.take(type) }

  mutating func flag() -> Bool? {
    guard let byte = number(UInt8.self), byte <= 1 else { return nil }
    return byte == 1
  }

  mutating func text() -> String? {
    guard let length = number(UInt16.self), let bytes = numbers.bytes(Int(length)) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// What need not be there.
  struct Optional<Value> {
    let value: Value?
  }

  mutating func optionalText() -> Optional<String>? {
    guard let isThere = flag() else { return nil }
    guard isThere else { return Optional(value: nil) }
    guard let text = text() else { return nil }
    return Optional(value: text)
  }

  mutating func id() -> Optional<UniqueID>? {
    guard let text = text() else { return nil }
    guard !text.isEmpty else { return Optional(value: nil) }
    guard let id = UniqueID(text) else { return nil }
    return Optional(value: id)
  }

  mutating func list<Item>(_ most: Int, _ item: (inout StateReader) -> Item?) -> [Item]? {
    guard let count = number(UInt16.self), count <= most else { return nil }
    var items: [Item] = []
    for _ in 0..<count {
      guard let one = item(&self) else { return nil }
      items.append(one)
    }
    return items
  }

  mutating func template() -> Template? {
    guard let length = number(UInt32.self), length <= TemplateEnvelope.maximumBytes,
      let bytes = numbers.bytes(Int(length))
    else { return nil }
    return try? TemplateEnvelope.decode(Array(bytes))
  }

  mutating func utterance() -> UtterancePrint? {
    guard let frames = list(UtterancePrint.mostFrames, { $0.number(UInt32.self) }),
      let heard = list(UtterancePrint.mostFrames, { $0.flag() }), heard.count == frames.count
    else { return nil }
    return UtterancePrint(frames: frames, heard: heard)
  }

  mutating func open() -> OpenDialogue? {
    guard let number = id()?.value, let isRegistration = flag(), let configuration = text(),
      let callReference = optionalText(), let started = self.number(Int64.self), let prompt = text(),
      let repeated = self.number(UInt16.self),
      let voices = list(ClaimantState.mostTemplates, { $0.template() }),
      let words = list(ClaimantState.mostTemplates, { $0.template() }),
      let likeness = list(ClaimantState.mostTemplates, { $0.likeness() }),
      likeness.count == (isRegistration ? 0 : voices.count), words.isEmpty || words.count == voices.count
    else { return nil }
    return OpenDialogue(
      number: number, isRegistration: isRegistration, configuration: configuration,
      callReference: callReference.value, started: started, prompt: prompt, repeated: Int(repeated),
      voices: voices, words: words, likeness: likeness)
  }

  /// No NaN, which is not equal to itself: such a state could never be replaced.
  private mutating func likeness() -> Double? {
    guard let value = number(UInt64.self).map(Double.init(bitPattern:)), !value.isNaN else { return nil }
    return value
  }

  mutating func last() -> LastDialogue? {
    guard let number = id()?.value, let callReference = optionalText(),
      let concluded = self.number(Int64.self), let outcome = text().flatMap(VoiceOutcome.init),
      let probe = list(1, { $0.template() }), let isUsed = flag()
    else { return nil }
    return LastDialogue(
      number: number, callReference: callReference.value, concluded: concluded, outcome: outcome,
      probe: probe.first, isUsed: isUsed)
  }

  mutating func entry(_ claimant: VoiceClaimantID) -> VoiceAuditEntry? {
    guard let event = text().flatMap(VoiceAuditEntry.Event.init), let time = number(Int64.self),
      let dialogue = id()?.value, let callReference = optionalText(), let factor = optionalText()
    else { return nil }
    var checked: VoiceFactor?
    if let name = factor.value {
      guard let factor = try? VoiceFactor(name) else { return nil }
      checked = factor
    }
    return VoiceAuditEntry(
      event: event, time: time, dialogue: VoiceDialogueID(claimant, dialogue),
      callReference: callReference.value, factor: checked)
  }
}

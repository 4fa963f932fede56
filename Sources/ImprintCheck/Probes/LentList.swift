// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A C struct whose first field is its size, and which a caller lends with that field set.
protocol SizedStruct {
  var size: UInt32 { get set }
  init()
}

extension imp_camera_info: SizedStruct {}
extension imp_camera_mode: SizedStruct {}
extension imp_camera_control: SizedStruct {}
extension imp_microphone_info: SizedStruct {}
extension imp_reader_info: SizedStruct {}
extension imp_finger_reader_info: SizedStruct {}
extension imp_finger_reader_options: SizedStruct {}
extension imp_finger_event: SizedStruct {}
extension imp_audio_format: SizedStruct {}
extension imp_audio_chunk: SizedStruct {}
extension imp_device_event: SizedStruct {}
extension imp_camera_options: SizedStruct {}
extension imp_microphone_options: SizedStruct {}
extension imp_card_options: SizedStruct {}
extension imp_frame: SizedStruct {}
extension imp_card_status: SizedStruct {}
extension imp_image: SizedStruct {}
extension imp_sound: SizedStruct {}
extension imp_voice_facts: SizedStruct {}
extension imp_finger: SizedStruct {}
extension imp_face: SizedStruct {}
extension imp_face_list: SizedStruct {}
extension imp_capture_event_v2: SizedStruct {}
extension imp_face_tracker_options: SizedStruct {}
extension imp_capture_input: SizedStruct {}
extension imp_face_capture_options_v2: SizedStruct {}
extension imp_matcher_options: SizedStruct {}
extension imp_search_options: SizedStruct {}
extension imp_voice_extractor_options: SizedStruct {}
extension imp_face_extractor_options: SizedStruct {}
extension imp_finger_extractor_options: SizedStruct {}

extension SizedStruct {
  /// One for a callee to fill: initialized with a pattern, so that unwritten bytes show.
  static var toBeFilled: Self {
    var made = Self()
    withUnsafeMutableBytes(of: &made) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0xC7) }
    made.size = structSize(Self.self)
    return made
  }
}

/// A function of a plugin that fills a caller-owned array: `list`, `modes`, `controls`.
struct LentList<Entry: SizedStruct & BitwiseCopyable> {
  /// The function called: `camera.list`.
  let call: String
  let plugin: ProbePlugin
  let list: (UnsafeMutablePointer<Entry>?, UnsafeMutablePointer<Int>) -> imp_status

  /// The present entries.
  /// - Throws: ``CheckFailure`` where the list violates the contract.
  func whole() throws -> [Entry] {
    for _ in 0..<5 {
      let (short, count, _) = try fill(capacity: 0)
      guard short.status == IMP_RETRY_SHORT_BUFFER else {
        try expectSuccess(short, call, "for an array of 0 entries")
        try expect(
          count == 0, "for an array of 0 entries it returned success but a count of \(count) (R-01).",
          place: call)
        return []
      }
      try expect(
        (1...4096).contains(count), "for an array of 0 entries it reports \(count) entries (R-01).",
        place: call)
      let (answer, listed, entries) = try fill(capacity: count)
      // One was added meanwhile.
      if answer.status == IMP_RETRY_SHORT_BUFFER, listed > count { continue }
      try expectSuccess(answer, call, "for an array of the size that it had asked for")
      try expect(
        listed <= count, "for an array of \(count) entries it reports \(listed) filled ones (R-01).",
        place: call)
      for (index, entry) in entries.enumerated() where entry.size != structSize(Entry.self) {
        throw CheckFailure(
          "it changed the size field of entry \(index) to \(entry.size) (R-20).", place: call)
      }
      return Array(entries.prefix(listed))
    }
    throw CheckFailure("it asks for a larger array each time.", place: call)
  }

  /// Fails unless an array that is too short stays unchanged, and the count is returned.
  func expectWholeOrNothing() throws {
    let count = try whole().count
    for capacity in Set([count - 1, count / 2, 1]).sorted() where capacity > 0 && capacity < count {
      let memory = try GuardedMemory(copiesOf: [Entry](repeating: .toBeFilled, count: capacity))
      let before = memory.content
      var listed = capacity
      let status = list(memory.mutablePointer(), &listed)
      let what = "for an array of \(capacity) entries, where there are \(count),"
      try expect(CallAnswer(status, plugin.host), isOneOf: [IMP_RETRY_SHORT_BUFFER], call, what)
      try expect(listed == count, "\(what) it reports \(listed) (R-01).", place: call)
      try expect(
        memory.content == before, "\(what) it wrote to the array; nothing may be written (R-01).",
        place: call)
    }
    // More room than needed: everything after the last entry stays unchanged.
    let (answer, listed, entries) = try fill(capacity: count + 2)
    try expectSuccess(answer, call, "for an array of 2 entries more than there are")
    for entry in entries.dropFirst(max(listed, 0)) {
      let isUntouched = withUnsafeBytes(of: entry) { bytes in
        withUnsafeBytes(of: Entry.toBeFilled) { $0.elementsEqual(bytes) }
      }
      try expect(
        isUntouched, "it wrote beyond the \(listed) entries that it reports (R-01).", place: call)
    }
  }

  /// Fails unless an entry with a wrong size field is refused. For lists that are not empty.
  func expectSizesLookedAt() throws {
    let count = try whole().count
    for change in [-8, 8] {
      var wrong = Entry.toBeFilled
      wrong.size = UInt32(Int(wrong.size) + change)
      let memory = try GuardedMemory(copiesOf: [Entry](repeating: wrong, count: count + 1))
      var listed = count + 1
      let status = list(memory.mutablePointer(), &listed)
      try expect(
        CallAnswer(status, plugin.host), isOneOf: [IMP_E_ABI], call,
        "for an \(Entry.self) with a wrong size field (R-20)")
    }
  }

  private func fill(capacity: Int) throws -> (answer: CallAnswer, count: Int, entries: [Entry]) {
    let memory = try GuardedMemory(copiesOf: [Entry](repeating: .toBeFilled, count: capacity))
    var count = capacity
    let status = list(capacity > 0 ? memory.mutablePointer() : nil, &count)
    return (CallAnswer(status, plugin.host), count, memory.values())
  }
}

/// Text in a C array.
enum FixedText {
  /// The text.
  /// - Throws: ``CheckFailure`` where it is not terminated, or not UTF-8.
  static func read<Array>(_ array: Array, _ name: String, place: String) throws -> String {
    let bytes = withUnsafeBytes(of: array) { [UInt8]($0) }
    guard let end = bytes.firstIndex(of: 0) else {
      throw CheckFailure("\(name) is not null-terminated.", place: place)
    }
    guard let text = String(validating: bytes[..<end], as: UTF8.self) else {
      throw CheckFailure("\(name) is not UTF-8.", place: place)
    }
    return text
  }
}

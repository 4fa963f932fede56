// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Glibc

/// Diagnostics of the call that runs on this thread: the plugin's words, and the file that it was refused.
///
/// It lies on the caller's stack and is found through a thread-specific key: two threads never see each
/// other's words, and nothing is allocated for a call that says nothing.
struct SaidWords {
  private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var count = 0
  private(set) var status: imp_status = IMP_OK
  private(set) var missing: MissingFile?
  private var missingCount = 0
  /// The words are the executor's own finding.
  private(set) var isBreach = false

  // One byte more than counts, so that the host sees that there was more, and cuts between characters.
  private static let wordsRoom = CallLimit.words + 1

  var words: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[..<count]) }

  var missingName: UnsafeRawBufferPointer {
    missing == nil
      ? .none : UnsafeRawBufferPointer(rebasing: room[Self.wordsRoom..<Self.wordsRoom + missingCount])
  }

  mutating func say(_ status: imp_status, _ text: UnsafeRawBufferPointer) {
    self.status = status
    makeRoom()
    count = Self.copy(text, to: UnsafeMutableRawBufferPointer(rebasing: room[..<Self.wordsRoom]))
  }

  mutating func miss(_ file: MissingFile, _ name: UnsafeRawBufferPointer) {
    missing = file
    makeRoom()
    missingCount = Self.copy(name, to: UnsafeMutableRawBufferPointer(rebasing: room[Self.wordsRoom...]))
  }

  mutating func say(_ fault: ExecutionFault) {
    isBreach = fault.isBreach
    var sentence = fault.sentence
    sentence.withUTF8 { say(fault.status, UnsafeRawBufferPointer($0)) }
  }

  private static func copy(
    _ bytes: UnsafeRawBufferPointer, to room: UnsafeMutableRawBufferPointer
  ) -> Int {
    let kept = min(bytes.count, room.count)
    room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<kept]))
    return kept
  }

  // Made once, never deleted. `pthread_key_create` fails only beyond 1024 keys; words are lost then.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : pthread_key_t.max
  }()

  /// Runs calls on this thread, whose words go to the value that `body` gets.
  static func during<Answer>(_ body: (UnsafeMutablePointer<SaidWords>) -> Answer) -> Answer {
    var said = SaidWords()
    let answer = withUnsafeMutablePointer(to: &said) { pointer in
      let outer = pthread_getspecific(key)
      pthread_setspecific(key, pointer)
      defer { pthread_setspecific(key, outer) }
      return body(pointer)
    }
    said.room.deallocate()
    return answer
  }

  private init() {}

  private mutating func makeRoom() {
    guard room.isEmpty else { return }
    room = .allocate(byteCount: Self.wordsRoom + CallLimit.name, alignment: 1)
  }

  /// The call that runs on this thread; `nil` on a thread of the plugin's own.
  static var current: UnsafeMutablePointer<SaidWords>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: SaidWords.self)
  }
}

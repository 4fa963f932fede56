// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The result of one call that creates an object or opens a device.
struct Creation<Said>: LentAnswer {
  let answer: CallAnswer
  /// `nil` where none was given.
  private let object: OpaquePointer?
  /// Its description of the object.
  let said: Said
  let isUntouched: Bool
  /// Memory that it borrowed and may no longer read: retained by the object's owner, so that the addresses
  /// are not reused.
  let lent: [GuardedMemory]
  private let end: (OpaquePointer) -> Void

  /// - Parameter made: The content of the object's output, initially ``canary``.
  init(
    _ status: imp_status, _ plugin: ProbePlugin, made: OpaquePointer?, said: Said, isUntouched: Bool = true,
    lent: [GuardedMemory] = [], end: @escaping (OpaquePointer) -> Void
  ) {
    answer = CallAnswer(status, plugin.host)
    object = status == IMP_OK && made != Self.canary ? made : nil
    self.said = said
    self.isUntouched = isUntouched && made == Self.canary
    self.lent = lent
    self.end = end
  }

  private init(
    answer: CallAnswer, object: OpaquePointer?, said: Said, isUntouched: Bool, lent: [GuardedMemory],
    end: @escaping (OpaquePointer) -> Void
  ) {
    (self.answer, self.object, self.said) = (answer, object, said)
    (self.isUntouched, self.lent, self.end) = (isUntouched, lent, end)
  }

  static var canary: OpaquePointer? { OpaquePointer(bitPattern: 0x5A5A) }

  /// The same, with the object destroyed.
  func ended() -> Self {
    if let object { end(object) }
    return self
  }

  /// The object, to be destroyed by the caller.
  /// - Throws: ``CheckFailure`` where there is none.
  func made(_ call: String, _ what: String) throws -> OpaquePointer {
    try expectSuccess(answer, call, what)
    guard let object else { throw CheckFailure("it returned success but no object.", place: call) }
    return object
  }
}

extension Creation<Void> {
  /// Calls a function that creates an object.
  /// - Parameters:
  ///   - options: Read-only, and inaccessible once the call has returned; likewise `texts`.
  ///   - texts: What the options point to.
  init<Options: BitwiseCopyable>(
    _ plugin: ProbePlugin, _ options: Options, texts: [GuardedMemory] = [],
    end: @escaping (OpaquePointer) -> Void,
    _ call: (UnsafePointer<Options>, UnsafeMutablePointer<OpaquePointer?>) -> imp_status
  ) throws {
    let lent = [try GuardedMemory(copyOf: options)] + texts
    for memory in lent { memory.makeReadOnly() }
    var made = Self.canary
    let status = call(lent[0].pointer(), &made)
    for memory in lent { memory.forbid() }
    self.init(status, plugin, made: made, said: (), lent: lent, end: end)
  }
}

extension Creation {
  /// The same, for a call that also fills a description.
  func saying<More>(_ said: More, isUntouched: Bool) -> Creation<More> {
    Creation<More>(
      answer: answer, object: object, said: said, isUntouched: self.isUntouched && isUntouched, lent: lent,
      end: end)
  }
}

extension GuardedMemory {
  /// As borrowed text.
  var text: imp_text { imp_text(data: pointer(as: CChar.self), length: bytes.count) }
}

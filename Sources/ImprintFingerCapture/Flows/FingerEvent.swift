// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
public import ImprintModel

/// What an operation says while it runs, in order. Its conclusion is a value of its own:
/// ``FingerOperation/conclusion``.
public enum FingerEvent: Sendable {
  /// A finger came onto the sensor, or left it; of readers that tell presence.
  case sensor(isCovered: Bool)
  /// What the person should do now.
  case feedback(FingerFeedback)
  /// An image that came, good or not: to be shown, raw or enhanced, with bars of quality and area. If the
  /// reader of events is slower than the sensor, only the newest is kept.
  case image(FingerPicture)
  /// The image of a press that was good enough, and is used.
  case chosen(FingerPicture)
  /// So many presses of that finger are there, of so many.
  case progress(BodySite, done: Int, of: Int)
  /// A sound is due: ``FingerSignals``.
  case sound(FingerSound)
  /// A vibration is due.
  case vibration
}

/// The events of one operation, for one reader. Its speed has no effect. Ends with the operation.
public struct FingerEvents: AsyncSequence, Sendable {
  let queue = CaptureEventQueue<FingerEvent>(isPreview: { if case .image = $0 { true } else { false } })

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<FingerEvent>

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> FingerEvent? { await queue.next() }
  }
}

// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
private import Synchronization

/// One operation on a reader, from its start to its conclusion. It has the reader alone, and has closed it
/// when the conclusion is there.
///
/// It goes on while nobody holds it: whoever wants nothing of it any more cancels it.
public final class FingerOperation<Value: Sendable>: Sendable {
  /// What it says, for one reader.
  public let events: FingerEvents
  private let work: Task<FingerConclusion<Value>, Never>
  private let ending: FingerEnding

  private init(
    _ events: FingerEvents, _ work: Task<FingerConclusion<Value>, Never>, _ ending: FingerEnding
  ) {
    self.events = events
    self.work = work
    self.ending = ending
  }

  /// What it comes to, once it has ended.
  public var conclusion: FingerConclusion<Value> { get async { await work.value } }

  /// Waits for the end; cancelling the waiting task cancels the operation.
  /// - Throws: as ``FingerConclusion/value``.
  public func value() async throws(FingerCaptureError) -> Value {
    let (work, ending) = (work, ending)
    return try await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      ending.end(.cancelled)
    }.value
  }

  /// Ends it, and keeps nothing: its conclusion is the error `cancelled`, unless it had one already. When
  /// this returns, the reader is closed.
  public func cancel() async {
    ending.end(.cancelled)
    _ = await work.value
  }

  /// Ends it with what was kept: its conclusion is ``FingerRetry/stopped``, unless it had one already. When
  /// this returns, the reader is closed.
  @discardableResult
  public func stop() async -> FingerConclusion<Value> {
    ending.end(.stopped)
    return await work.value
  }
}

/// Who wants an operation to end, and how.
private final class FingerEnding: Sendable {
  enum Wish { case cancelled, stopped }

  private let wish = Mutex<Wish?>(nil)
  private let interrupt: @Sendable () -> Void

  /// - Parameter interrupt: ends what the operation waits for.
  init(_ interrupt: @escaping @Sendable () -> Void) { self.interrupt = interrupt }

  var wished: Wish? { wish.withLock { $0 } }

  /// Who cancels wants nothing of what a stop would keep.
  func end(_ wish: Wish) {
    self.wish.withLock { if $0 != .cancelled { $0 = wish } }
    interrupt()
  }
}

/// What an operation is started with.
struct FingerWork {
  let demand: FingerDemand
  /// Whether its end has a sound: of enrolments and verifications.
  var hasEndingSound = false
  /// Seconds since 1970.
  let now: @Sendable () -> Int64
}

extension FingerOperation {
  /// Opens a reader and begins.
  /// - Parameters:
  ///   - maker: `nil` where no templates are made.
  ///   - isSuccess: of a result, for its sound.
  /// - Throws: why the reader cannot be opened: `readerBusy`, `readerNotAvailable`, `reader`, `notAvailable`.
  static func start(
    _ work: FingerWork, on source: any FingerFlowSource, maker: (any FingerTemplateMaker)?,
    isSuccess: @escaping @Sendable (Value) -> Bool = { _ in true },
    _ body: @escaping @Sendable (FingerPressTaker) async throws -> Value
  ) async throws(FingerCaptureError) -> FingerOperation {
    let reader: any FingerEventSource
    do {
      reader = try await source.reader(work.demand.reader)
    } catch let error as PluginCallError where error.code == .unsupported {
      // It is there, and gives no images.
      throw FingerCaptureError(.readerNotAvailable, error)
    } catch let error as PluginCallError {
      throw FingerCaptureError(error, .reader)
    } catch {
      throw FingerCaptureError(error, .notAvailable)
    }
    let events = FingerEvents()
    let taker = FingerPressTaker(
      reader, maker: maker, demand: work.demand, deadline: await reader.time + work.demand.timeout,
      now: work.now, tell: { events.queue.yield($0) })
    let pressing = Task { try await body(taker) }
    let ending = FingerEnding {
      reader.cancel()
      // A verifier, a maker or a matcher may be at work as well as the reader.
      pressing.cancel()
    }
    let task = Task {
      let conclusion = await conclude(pressing.result, taker, ending)
      // Whoever hears of the end can open the reader.
      await reader.close()
      if work.hasEndingSound {
        var sound = FingerSound.rejected
        if case .done(let value) = conclusion, isSuccess(value) { sound = .accepted }
        for event in work.demand.signals.events(for: sound) { events.queue.yield(event) }
      }
      events.queue.finish()
      return conclusion
    }
    return FingerOperation(events, task, ending)
  }

  private static func conclude(
    _ result: Result<Value, any Error>, _ taker: FingerPressTaker, _ ending: FingerEnding
  ) async -> FingerConclusion<Value> {
    switch result {
    case .success(let value): return ending.wished == .cancelled ? .error(.cancelled) : .done(value)
    case .failure(let error):
      switch ending.wished {
      case .cancelled: return .error(.cancelled)
      case .stopped: return .retry(.stopped, kept: await taker.kept)
      case nil: break
      }
      if let stop = error as? FingerStop {
        return .retry(await taker.sawOnlyPoorFingers ? .badQuality : stop.retry, kept: await taker.kept)
      }
      return .error(FingerCaptureError(error))
    }
  }
}

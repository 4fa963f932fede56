// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
public import ImprintPluginKit
import Waiting

/// A camera that streams: frames are waited for, validated, and lent to the kit in the driver's buffers.
public final class CameraStream: CameraSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for frames.
  private let ring: BufferRing
  private let layout: FrameLayout
  private let stop: StopDescriptor
  private var count = FrameCount()
  private var clock = FrameClock()
  /// When the host had its last answer.
  private var answered: UInt64?

  private var node: DeviceNode { ring.node }

  /// poll is called again after this time: a driver need not wake it when its device leaves, but a new call
  /// reports it. A quarter of the second that the contract allows.
  private static let silence: UInt64 = 250_000_000
  /// How long a failed device is checked for having been unplugged: drivers report the failure first.
  private static let farewell: UInt64 = 250_000_000
  /// A host that asks for a frame so long after it had the last one was away: what was taken longer ago than
  /// this, and waits in the buffers, is given back. Nobody is to be shown the past.
  private static let freshness: UInt64 = 100_000_000

  /// Sets the camera up as near to the wish as it goes, and starts it.
  init(_ node: DeviceNode, wish: ModeWish) throws(PluginFailure) {
    stop = try StopDescriptor()
    try node.identify().check(node.path)
    layout = try CameraStream.setUp(node, wish)
    ring = BufferRing(node)
    try ring.start()
  }

  private static func setUp(_ node: DeviceNode, _ wish: ModeWish) throws(PluginFailure) -> FrameLayout {
    guard let choice = ModeChoice.nearest(to: wish, of: node.modes()) else {
      let offered = Set(node.formats().map(\.description)).sorted().joined(separator: ", ")
      throw PluginFailure(
        .unsupported,
        "\(node.path) delivers no supported pixel format"
          + (offered.isEmpty ? "; it offers none now." : "; it offers \(offered)."))
    }
    var granted = cv4l2_granted()
    let answer = cv4l2_set_format(
      node.descriptor, choice.fourcc.rawValue, choice.width, choice.height, &granted)
    guard answer == 0 else { throw node.failure.request("setting its format", -answer) }
    guard granted.is_whole != 0 else {
      throw PluginFailure(.unsupported, "\(node.path) delivers interlaced fields.")
    }
    // Not every driver has a choice of rates, and the frames' times say what it is.
    if choice.rate > 0 {
      var interval = FrameInterval(rate: choice.rate)
      _ = cv4l2_set_interval(node.descriptor, &interval.numerator, &interval.denominator)
    }
    do throws(LayoutFault) {
      return try FrameLayout(
        fourcc: FourCC(rawValue: granted.fourcc), width: granted.width, height: granted.height,
        rowBytes: granted.row_bytes, size: granted.size)
    } catch {
      throw PluginFailure(.deviceFailed, "\(node.path): its driver cannot be used: \(error.reason).")
    }
  }

  public func cancel() { stop.raise() }

  private var cancelled: PluginFailure { PluginFailure(.cancelled, "The camera was cancelled.") }

  public func nextFrame(timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    let deadline = MonotonicClock.after(timeout)
    if let code = ring.offerRefused() { throw ended(code, during: "handing back buffers") }
    let wasAway = answered.map { MonotonicClock.now - $0 > CameraStream.freshness } ?? false
    // As many frames as there are buffers can be from before.
    var past = wasAway ? ring.buffers.count : 0
    defer { answered = MonotonicClock.now }
    while true {
      if stop.isRaised { throw cancelled }
      let found = stop.wait(
        for: node.descriptor, until: past > 0 ? 0 : min(deadline, MonotonicClock.after(CameraStream.silence)))
      guard found.error == 0 else { throw ended(found.error, during: "waiting for a frame") }
      if stop.isRaised { continue }
      if found.isReadable || found.isBroken {
        // A broken device says in its answer what broke.
        if let frame = try take(isBroken: found.isBroken, leavesPast: past > 0) { return frame }
      }
      if past > 0 {
        // What has to be waited for is of now, however long the driver takes for it.
        past = found.isReadable ? past - 1 : 0
        continue
      }
      guard MonotonicClock.now < deadline else {
        throw PluginFailure(.timeout, "\(node.path) gave no frame in that time.")
      }
    }
  }

  /// - Parameter leavesPast: whether a frame from while the host was away is given back.
  private func take(isBroken: Bool, leavesPast: Bool) throws(PluginFailure) -> CameraFrame? {
    var raw = cv4l2_frame()
    switch -cv4l2_take_frame(node.descriptor, &raw) {
    case 0: return try judged(raw, leavesPast: leavesPast)
    case EAGAIN:
      if isBroken { throw ended(EIO, during: "waiting for a frame") }
      return nil
    case let code: throw ended(code, during: "taking a frame")
    }
  }

  private func judged(_ raw: cv4l2_frame, leavesPast: Bool) throws(PluginFailure) -> CameraFrame? {
    let now = MonotonicClock.now
    guard ring.buffers.indices.contains(Int(raw.index)) else {
      throw PluginFailure(
        .deviceFailed,
        "\(node.path): the driver gave buffer \(raw.index), which does not exist. Open it again.")
    }
    let number = count.number(driver: raw.sequence, time: now)
    let time = clock.time(
      driver: raw.flags & CV4L2_FRAME_MONOTONIC != 0 ? raw.timestamp_ns : nil, own: now)
    if leavesPast, now - time > CameraStream.freshness {
      count.lose()
      ring.giveBack(raw.index)
      return nil
    }
    let memory = ring.buffers[Int(raw.index)]
    let judgement = FrameJudgement(
      used: Int(raw.used), memory: memory, isFlagged: raw.flags & CV4L2_FRAME_DAMAGED != 0, layout: layout)
    switch judgement {
    case .damaged(let reason):
      count.lose()
      ring.giveBack(raw.index)
      throw PluginFailure(
        .file, "\(node.path): frame \(number) was lost: \(reason). The next one may be whole.")
    case .whole(let length):
      guard let start = memory.baseAddress else { throw ended(EFAULT, during: "taking a frame") }
      return CameraFrame(
        format: layout.format, width: layout.width, height: layout.height, rowBytes: layout.rowBytes,
        timestamp: time, sequence: number, dropped: count.lost,
        lending: .lent(FrameMemory(start: start, count: length), lease: BufferLease(ring, raw.index)))
    }
  }

  /// Streaming has ended by an error: the device went, or its driver gave up.
  private func ended(_ code: Int32, during what: String) -> PluginFailure {
    let deadline = MonotonicClock.after(CameraStream.farewell)
    repeat {
      if node.isGone { return node.failure.gone }
      if stop.isRaised { return cancelled }
      usleep(10_000)
    } while MonotonicClock.now < deadline
    return PluginFailure(
      .deviceFailed,
      "\(node.path): the driver ended the stream during \(what): \(systemWords(code)). Open the camera again."
    )
  }
}

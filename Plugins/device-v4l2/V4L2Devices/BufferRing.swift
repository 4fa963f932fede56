// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
import ImprintPluginKit

/// The buffers that a driver fills, mapped into this process; they are given back with their last use.
final class BufferRing: @unchecked Sendable {
  // Sendable: used by the one thread that asks for frames; the leases of frames end in its calls too, or when
  // all ends.
  let node: DeviceNode
  private(set) var buffers: [UnsafeRawBufferPointer] = []
  private var refused = RefusedBuffers()
  private var areMade = false
  private var isStreaming = false

  /// One is filled, one is full, one is with the host, and one more for a host that is late by a frame.
  private static let asked: UInt32 = 4
  /// With one alone a driver would wait for the host.
  private static let fewest: UInt32 = 2
  private static let most: UInt32 = 32

  init(_ node: DeviceNode) { self.node = node }

  // Closing the node would do this too, but whoever has inherited it, such as a program that was forked,
  // keeps it open: the camera would stay busy.
  deinit {
    if isStreaming { _ = cv4l2_stop(node.descriptor) }
    for buffer in buffers { munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count) }
    var none: UInt32 = 0
    if areMade { _ = cv4l2_request_buffers(node.descriptor, &none) }
  }

  /// Has buffers made, hands all to the driver and starts it.
  func start() throws(PluginFailure) {
    var count = BufferRing.asked
    try check("asking for buffers", cv4l2_request_buffers(node.descriptor, &count))
    areMade = true
    for index in 0..<min(count, BufferRing.most) {
      var memory: UnsafeMutableRawPointer?
      var length = 0
      try check("mapping a buffer", cv4l2_map_buffer(node.descriptor, index, &memory, &length))
      buffers.append(UnsafeRawBufferPointer(start: memory, count: length))
    }
    guard (BufferRing.fewest...BufferRing.most).contains(count) else {
      throw PluginFailure(
        .deviceFailed, "\(node.path): the driver made \(count) buffers of \(BufferRing.asked). Try again.")
    }
    for index in 0..<count { try check("handing over a buffer", cv4l2_queue_buffer(node.descriptor, index)) }
    try check("starting the camera", cv4l2_start(node.descriptor))
    isStreaming = true
  }

  private func check(_ what: String, _ answer: Int32) throws(PluginFailure) {
    guard answer == 0 else { throw node.failure.request(what, -answer) }
  }

  /// Lets the driver fill a buffer again. One that it refuses is offered again later.
  func giveBack(_ index: UInt32) { refused.offer(index, to: hand) }

  /// Offers what was refused again.
  /// - Returns: the error, where the driver has no buffer to fill any more.
  func offerRefused() -> Int32? { refused.offerAgain(of: buffers.count, to: hand) }

  private func hand(_ index: UInt32) -> Int32 { -cv4l2_queue_buffer(node.descriptor, index) }
}

/// A buffer whose frame is being handed over; the driver has it back when this is released.
final class BufferLease: Sendable {
  private let ring: BufferRing
  private let index: UInt32

  init(_ ring: BufferRing, _ index: UInt32) {
    self.ring = ring
    self.index = index
  }

  deinit { ring.giveBack(index) }
}

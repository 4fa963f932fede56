// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
import ImprintPluginKit

/// The buffers that a driver fills, mapped into this process; they are given back with their last use.
final class BufferRing: @unchecked Sendable {
  // Sendable: used by the one thread that asks for frames; the leases of frames end in its calls too, or when all ends.
  let node: DeviceNode
  private(set) var buffers: [UnsafeRawBufferPointer] = []
  /// Buffers that the driver did not take back.
  private var refused: [UInt32] = []
  private var refusal: Int32 = 0
  private var isStreaming = false

  /// One is filled, one is full, one is with the host, and one more for a host that is late by a frame.
  private static let asked: UInt32 = 4
  /// With one alone a driver would wait for the host.
  private static let fewest: UInt32 = 2
  private static let most: UInt32 = 32

  init(_ node: DeviceNode) { self.node = node }

  deinit {
    if isStreaming { _ = cv4l2_stop(node.descriptor) }
    for buffer in buffers { munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count) }
    var none: UInt32 = 0
    if !buffers.isEmpty { _ = cv4l2_request_buffers(node.descriptor, &none) }
  }

  /// Has buffers made, hands all to the driver and starts it.
  func start() throws(PluginFailure) {
    var count = BufferRing.asked
    try check("asking for buffers", cv4l2_request_buffers(node.descriptor, &count))
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
  func giveBack(_ index: UInt32) {
    let answer = cv4l2_queue_buffer(node.descriptor, index)
    guard answer != 0 else { return }
    refused.append(index)
    refusal = -answer
  }

  /// Offers what was refused again.
  /// - Returns: the error, where the driver has no buffer to fill any more.
  func offerRefused() -> Int32? {
    guard !refused.isEmpty else { return nil }
    let offered = refused
    refused = []
    for index in offered { giveBack(index) }
    return refused.count == buffers.count ? refusal : nil
  }
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

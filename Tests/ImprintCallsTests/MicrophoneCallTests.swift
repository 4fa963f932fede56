// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.microphone/1` through a bridge: the same as directly.
@Suite struct MicrophoneCallTests {
  /// Sound of so many chunks, one frame of 2 bytes longer each.
  private static func sound(_ chunks: Int) -> TestPlugin {
    let plugin = TestPlugin()
    let next = Mutex(0)
    plugin.onListMicrophones = { infos, count in
      defer { count.pointee = 2 }
      guard count.pointee >= 2, let infos else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<2 {
        infos[index].rate_max = UInt32(48000 * (index + 1))
        withUnsafeMutableBytes(of: &infos[index].locator) { $0.copyBytes(from: "hw:\(index)".utf8) }
      }
      return IMP_OK
    }
    plugin.onOpenMicrophone = { options, format in
      guard options.rate != 44100 else { return IMP_E_UNSUPPORTED }
      next.withLock { $0 = 0 }
      let length = UInt32(options.locator.length)
      format.pointee = imp_audio_format(
        size: structSize(imp_audio_format.self), rate: options.rate, channels: options.channels,
        format: options.format, device_rate: 48000, buffer_frames: length, latency_ns: 1 << 40)
      return IMP_OK
    }
    plugin.onRead = { timeout, samples, chunk in
      let index = next.withLock { $0 }
      guard index < chunks else { return IMP_OUTCOME_END }
      guard timeout != 7 else { return IMP_RETRY_TIMEOUT }
      guard let room = samples.pointee.data, samples.pointee.capacity >= 2 else { return IMP_E_ARGUMENT }
      let length = min(2 * (index + 1), samples.pointee.capacity & ~1)
      for place in 0..<length { room[place] = UInt8(truncatingIfNeeded: place &* 31 &+ index) }
      samples.pointee.length = length
      chunk.pointee.flags = UInt32(IMP_AUDIO_MUTED) | UInt32(IMP_AUDIO_CLIPPED)
      chunk.pointee.position = UInt64(index)
      next.withLock { $0 += 1 }
      return IMP_OK
    }
    return plugin
  }

  @Test(arguments: [nil, 0, 1, 2, 9] as [Int?])
  func devicesAreListed(_ capacity: Int?) throws {
    try sameInBothWays(Self.sound(0)) { opened in
      let table: imp_microphone_ability = try opened.table(IMP_MICROPHONE_ID)
      var infos = room(imp_microphone_info(), \.size, capacity ?? 0)
      var count = capacity ?? 0
      let status = infos.withUnsafeMutableBufferPointer {
        table.list(opened.plugin, capacity == nil ? nil : $0.baseAddress, &count)
      }
      return [bytes(status), bytes(count)] + infos.map { bytes($0) }
    }
  }

  // the format is filled with success alone.
  @Test(arguments: [UInt32(16000), 44100])
  func formatComesWithTheMicrophone(_ rate: UInt32) throws {
    let seen = try sameInBothWays(Self.sound(0)) { opened in
      let table: imp_microphone_ability = try opened.table(IMP_MICROPHONE_ID)
      return TestPlugin.lend("hw:CARD=é") { locator in
        var options = imp_microphone_options.test
        options.rate = rate
        options.locator = locator
        var format = room(imp_audio_format(), \.size, 1)[0]
        var microphone: OpaquePointer?
        let status = table.open(opened.plugin, &options, &format, &microphone)
        if let microphone { table.close(microphone) }
        return [bytes(status), bytes(format), bytes(microphone == nil)]
      }
    }
    #expect((seen[1] == bytes(room(imp_audio_format(), \.size, 1)[0])) == (rate == 44100))
  }

  //
  @Test func structOfWrongSizeIsRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.sound(1))
    let table: imp_microphone_ability = try bridged.table(IMP_MICROPHONE_ID)
    var made: OpaquePointer?
    var options = imp_microphone_options.test
    var format = imp_audio_format()
    #expect(table.open(bridged.opened.plugin, &options, &format, &made) == IMP_E_ABI)
    format.size = structSize(imp_audio_format.self)
    options.size = 0
    #expect(table.open(bridged.opened.plugin, &options, &format, &made) == IMP_E_ABI)
    #expect(made == nil)
    #expect(!bridged.carrier.carried.contains(.microphoneOpen))
    let microphone = try table.opened(bridged.opened)
    var chunk = imp_audio_chunk()
    var buffer = imp_buffer()
    #expect(table.read(microphone, 0, &buffer, &chunk) == IMP_E_ABI)
    table.close(microphone)
  }

  @Test func soundIsTheSameBytes() throws {
    let seen = try sameInBothWays(Self.sound(70)) { opened in
      let table: imp_microphone_ability = try opened.table(IMP_MICROPHONE_ID)
      let microphone = try table.opened(opened)
      defer { table.close(microphone) }
      var seen: [[UInt8]] = []
      for (timeout, capacity) in [(UInt64(7), 8), (1, 0), (1, 1)] + (0..<72).map({ (.max, 2 * $0 + 2) }) {
        var samples = [UInt8](repeating: 0xee, count: capacity + 8)
        var chunk = room(imp_audio_chunk(), \.size, 1)[0]
        chunk.position = 99
        let (status, length) = samples.withUnsafeMutableBufferPointer { room in
          var buffer = imp_buffer(data: capacity == 0 ? nil : room.baseAddress, capacity: capacity, length: 5)
          let status = table.read(microphone, timeout, &buffer, &chunk)
          return (status, buffer.length)
        }
        seen += [bytes(status), bytes(length), samples, bytes(chunk)]
      }
      return seen
    }
    #expect(seen[seen.count - 4] == bytes(IMP_OUTCOME_END))
  }

  @Test func soundLongerThanItsRoomIsABreachAndTheMicrophoneIsNotAskedAgain() throws {
    let plugin = TestPlugin()
    plugin.onRead = { _, samples, _ in
      samples.pointee.length = samples.pointee.capacity + 2
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table: imp_microphone_ability = try bridged.table(IMP_MICROPHONE_ID)
    let microphone = try table.opened(bridged.opened)
    var samples = [UInt8](repeating: 0xee, count: 16)
    var chunk = room(imp_audio_chunk(), \.size, 1)[0]
    for expected in [IMP_E_INTERNAL, IMP_E_STATE] {
      samples.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: 14, length: 5)
        #expect(table.read(microphone, 0, &buffer, &chunk) == expected)
        #expect(buffer.length == 5)
      }
      #expect(samples == [UInt8](repeating: 0xee, count: 16))
    }
    table.close(microphone)
  }

  //
  @Test func cancelReachesAWaitingCall() throws {
    let plugin = TestPlugin()
    let isWaiting = Atomic(false)
    let isCancelled = Atomic(false)
    plugin.onRead = { _, _, _ in
      isWaiting.store(true, ordering: .releasing)
      while !isCancelled.load(ordering: .acquiring) { usleep(200) }
      return IMP_OUTCOME_CANCELLED
    }
    plugin.onCancel = { isCancelled.store(true, ordering: .releasing) }
    let bridged = try Bridged(plugin)
    let table: imp_microphone_ability = try bridged.table(IMP_MICROPHONE_ID)
    let microphone = try table.opened(bridged.opened)
    let handle = UInt(bitPattern: microphone)
    let status = inAThread {
      var chunk = room(imp_audio_chunk(), \.size, 1)[0]
      var buffer = imp_buffer()
      guard let microphone = OpaquePointer(bitPattern: handle) else { return IMP_E_INTERNAL }
      return table.read(microphone, .max, &buffer, &chunk)
    } during: {
      while !isWaiting.load(ordering: .acquiring) { usleep(200) }
      table.cancel(microphone)
    }
    #expect(status == IMP_OUTCOME_CANCELLED)
    table.close(microphone)
  }

  @Test func microphoneOfAProcessThatEndedIsGone() throws {
    let bridged = try Bridged(Self.sound(9))
    let table: imp_microphone_ability = try bridged.table(IMP_MICROPHONE_ID)
    let microphone = try table.opened(bridged.opened)
    bridged.carrier.die(during: .microphoneRead)
    var statuses: [imp_status] = []
    for _ in 0..<3 {
      var samples: (UInt64, UInt64) = (0, 0)
      var chunk = room(imp_audio_chunk(), \.size, 1)[0]
      statuses.append(
        withUnsafeMutableBytes(of: &samples) { room in
          var buffer = imp_buffer(
            data: room.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity: 16, length: 0)
          return table.read(microphone, 0, &buffer, &chunk)
        })
    }
    #expect(statuses == [IMP_E_INTERNAL, IMP_E_DEVICE_GONE, IMP_E_DEVICE_GONE])
    table.close(microphone)
  }
}

// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization
internal import SystemPackage

/// The templates that a gallery was prepared of, by place: where the prepared form is not exact, scores come
/// from them. In memory, or in a file that is mapped, so that only those which are compared are in memory.
///
/// Any thread. The file has no name, and is gone with this object, or with the process.
package final class TemplateMemory: Sendable {
  /// What has been mapped.
  private struct State {
    /// By place, some together; `Sendable` as an address.
    var chunks: [Chunk: UInt] = [:]
    var fileBytes = 0
  }

  private struct Chunk: Hashable {
    let block: UInt32
    let number: UInt32
  }

  private struct Header {
    /// Which use of the place; odd uses alone exist, so that 0 is none.
    var use: UInt32 = 0
    var length: UInt32 = 0
  }

  private static let slotsOfChunk: UInt32 = 4096
  private static let headerBytes = MemoryLayout<Header>.size

  private let slotBytes: Int
  private let chunkBytes: Int
  /// -1 for plain memory.
  private let file: Int32
  private let state = Mutex(State())

  /// - Parameters:
  ///   - mostBytes: the length of the longest template.
  ///   - folder: where the file is made, readable for this user alone; `nil` for plain memory.
  /// - Throws: ``SearchMemoryError`` where no file can be made there.
  package init(mostBytes: Int, folder: String?) throws(SearchMemoryError) {
    slotBytes = Self.headerBytes + (mostBytes + 7) / 8 * 8
    chunkBytes = (slotBytes * Int(Self.slotsOfChunk) + 4095) / 4096 * 4096
    guard let folder else {
      file = -1
      return
    }
    // O_TMPFILE, which Swift does not import: it is of two bits.
    file = open(folder, 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SearchMemoryError(number: errno) }
  }

  deinit {
    let bytes = chunkBytes
    state.withLock { state in
      for chunk in state.chunks.values {
        guard let start = UnsafeMutableRawPointer(bitPattern: chunk) else { continue }
        if file < 0 { memset(start, 0, bytes) }
        munmap(start, bytes)
      }
    }
    if file >= 0 { close(file) }
  }

  /// How much of the machine's memory so many templates take at places that none had before; 0 where they lie
  /// in a file.
  package func bytes(for count: Int) -> Int {
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: slotBytes)
    return file >= 0 ? 0 : isTooMuch ? .max : bytes
  }

  /// Stores a template. - Throws: ``SearchMemoryError`` where there is no room.
  package func store(_ payload: ArraySlice<UInt8>, at place: PreparedGallery.Place) throws(SearchMemoryError)
  {
    guard payload.count <= slotBytes - Self.headerBytes else { throw SearchMemoryError(number: EMSGSIZE) }
    try state.withLock { state throws(SearchMemoryError) in
      let chunk = Self.chunk(of: place)
      let start: UInt
      if let known = state.chunks[chunk] {
        start = known
      } else {
        start = try map(&state)
        state.chunks[chunk] = start
      }
      guard let slot = slot(of: place, from: start) else { return }
      payload.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: slot + Self.headerBytes, count: $0.count).copyMemory(from: $0)
      }
      slot.storeBytes(of: Header(use: place.use, length: UInt32(payload.count)), as: Header.self)
    }
  }

  /// The template of a place; `nil` where it was removed.
  package func payload(at place: PreparedGallery.Place) -> [UInt8]? {
    state.withLock { state in
      guard let start = state.chunks[Self.chunk(of: place)], let slot = slot(of: place, from: start) else {
        return nil
      }
      let header = slot.load(as: Header.self)
      guard header.use == place.use else { return nil }
      return Array(UnsafeRawBufferPointer(start: slot + Self.headerBytes, count: Int(header.length)))
    }
  }

  /// Overwrites the template of a place.
  package func remove(_ place: PreparedGallery.Place) {
    state.withLock { state in
      guard let start = state.chunks[Self.chunk(of: place)], let slot = slot(of: place, from: start),
        slot.load(as: Header.self).use == place.use
      else { return }
      memset(slot, 0, slotBytes)
    }
  }

  private static func chunk(of place: PreparedGallery.Place) -> Chunk {
    Chunk(block: place.block, number: place.index / slotsOfChunk)
  }

  private func slot(of place: PreparedGallery.Place, from start: UInt) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: start + UInt(place.index % Self.slotsOfChunk) * UInt(slotBytes))
  }

  /// Memory of zeros for a chunk.
  private func map(_ state: inout State) throws(SearchMemoryError) -> UInt {
    if file >= 0 {
      // Reserved now: a write to what the disk has no room for would end the process.
      let status = posix_fallocate(file, off_t(state.fileBytes), off_t(chunkBytes))
      guard status == 0 else { throw SearchMemoryError(number: status) }
    } else if !FreeMemory.ofSystem.holds(chunkBytes) {
      throw SearchMemoryError(number: ENOMEM)
    }
    let flags = file >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS
    guard
      let start = mmap(
        nil, chunkBytes, PROT_READ | PROT_WRITE, flags, file, file >= 0 ? off_t(state.fileBytes) : 0),
      start != MAP_FAILED
    else { throw SearchMemoryError(number: errno) }
    // Templates are in no dump of a crash.
    madvise(start, chunkBytes, MADV_DONTDUMP)
    if file >= 0 { state.fileBytes += chunkBytes }
    return UInt(bitPattern: start)
  }
}

// SPDX-License-Identifier: Apache-2.0
import CImprint

/// The best entry of each group, the most alike first, of equals the lower entry first; as many as there is
/// room for. Entries come in their order.
struct BestGroups {
  private let room: UnsafeMutableBufferPointer<imp_search_hit>
  private let least: Float
  private(set) var count = 0

  /// - Parameters:
  ///   - room: at least one place.
  ///   - least: no hit is less alike.
  init(_ room: UnsafeMutableBufferPointer<imp_search_hit>, least: Float) {
    self.room = room
    self.least = least
  }

  /// Whether an entry is worth looking up its group. `false` for NaN.
  @inline(__always)
  func mayTake(_ similarity: Float) -> Bool {
    count < room.count ? similarity >= least : similarity > room[count - 1].similarity
  }

  /// Whether one of many is. Without a branch, so that several are compared at once.
  func mayTakeAny(of similarities: UnsafeMutableBufferPointer<Float>) -> Bool {
    let isFull = count == room.count
    let bound = isFull ? room[count - 1].similarity : least
    // More than are wanted where it is full: those that are equal to the last.
    let bounds = SIMD8<Float>(repeating: bound)
    var found = SIMDMask<SIMD8<Int32>>(repeating: false)
    let whole = similarities.count / 8 * 8
    let bytes = UnsafeRawBufferPointer(similarities)
    for index in stride(from: 0, to: whole, by: 8) {
      found .|= bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self) .>= bounds
    }
    return any(found) || similarities[whole...].contains { $0 >= bound }
  }

  /// Takes an entry, unless there are enough that are better, or one of its group is.
  mutating func take(_ entry: Int, group: UInt32, _ similarity: Float) {
    guard mayTake(similarity) else { return }
    if let known = (0..<count).first(where: { room[$0].group == group }) {
      guard similarity > room[known].similarity else { return }
      remove(known)
    } else if count == room.count {
      count -= 1
    }
    var place = count
    while place > 0, room[place - 1].similarity < similarity {
      room[place] = room[place - 1]
      place -= 1
    }
    room[place] = imp_search_hit(
      entry: UInt32(entry), group: group, similarity: similarity, reserved: 0)
    count += 1
  }

  private mutating func remove(_ place: Int) {
    for next in place + 1..<max(count, place + 1) { room[next - 1] = room[next] }
    count -= 1
  }
}

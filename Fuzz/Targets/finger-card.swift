// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel

/// Compact cards in the order that the first byte names, verification data, biometric information templates
/// and groups of them; what is read is written and read again.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzFingerCard(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  if let all = try? BiometricInformation.all(in: bytes), let group = try? BiometricInformation.group(all) {
    precondition((try? BiometricInformation.all(in: group)) == all)
  }
  if let card = try? CompactCard(verificationData: bytes) {
    for data in [card.verificationData, card.plainVerificationData] {
      precondition((try? CompactCard(verificationData: data)) == card)
    }
  }
  guard let order = bytes.first.flatMap({ MinutiaOrder(byte: $0) }),
    let card = try? CompactCard(reading: Array(bytes.dropFirst()))
  else { return 0 }
  let few = CompactCard.Demand(minutiae: 0...10, order: order)
  if let cut = try? card.cut(to: few) {
    precondition(cut.count == min(10, card.count) && cut.isSorted(by: order))
  }
  let demand = CompactCard.Demand(minutiae: 0...255, order: order)
  guard let again = try? CompactCard.make(of: card.view(order: order), for: demand) else {
    // Bytes that claim gaps which no order can say.
    precondition(order.extended)
    return 0
  }
  precondition(again.value.count == card.count && again.value.isSorted(by: order))
  return 0
}

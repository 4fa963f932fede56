// SPDX-License-Identifier: Apache-2.0
import ImprintPages
import Testing

struct AxisTests {
  @Test func valuesWhoseTextsWouldOverlapAreLeftOut() {
    let axis = Axis(scale: .linear, range: 0...100, from: 0, to: 1000)
    #expect(axis.spaced([50, 0, 4, 10, 100, 96], by: 50) == [0, 10, 50, 96])
    #expect(axis.spaced([], by: 50).isEmpty)
  }

  @Test func anAxisThatFallsIsSpacedAlike() {
    let axis = Axis(scale: .linear, range: 0...100, from: 1000, to: 0)
    #expect(axis.spaced([0, 4, 10], by: 50) == [0, 10])
  }
}

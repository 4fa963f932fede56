// SPDX-License-Identifier: Apache-2.0
import Testing

struct GrowthTests {
  /// -8...8, the same ones each time.
  private func noise(_ index: Int) -> Int { index * 7 % 17 - 8 }

  @Test func valuesThatStayDoNotGrow() throws {
    let growth = try #require(Growth(of: Array(repeating: 300, count: 40)))
    #expect(growth.total == 0 && growth.values == 30)
  }

  @Test func whatGrowsByOneEachTimeGrowsByAsManyAsCount() throws {
    let growth = try #require(Growth(of: Array(0..<40)))
    #expect(abs(growth.total - 29) < 1e-9)
  }

  @Test func aSmallLeakIsSeenThroughNoiseThatIsLarger() throws {
    let still = try #require(Growth(of: (0..<400).map { 1000 + noise($0) }))
    let leaking = try #require(Growth(of: (0..<400).map { 1000 + noise($0) + $0 / 10 }))
    #expect(abs(still.total) < 1)
    #expect(abs(leaking.total - 30) < 1)
  }

  @Test func whatIsMadeInTheFirstQuarterIsNoGrowth() throws {
    let growth = try #require(Growth(of: (0..<40).map { min($0, 10) }))
    #expect(growth.total == 0)
  }

  @Test func oneThatIsNeverGivenBackIsMoreThanOne() throws {
    let growth = try #require(Growth(of: (0..<40).map { $0 < 25 ? 7 : 8 }))
    #expect(growth.total > 1)
  }

  @Test func oneValueThatIsOffCountsLittle() throws {
    let growth = try #require(Growth(of: (0..<80).map { $0 == 70 ? 9 : 7 }))
    #expect(abs(growth.total) < 1)
  }

  @Test func fewValuesSayNothing() {
    #expect(Growth(of: Array(0..<Growth.leastValues - 1)) == nil)
    #expect(Growth(of: Array(0..<Growth.leastValues)) != nil)
  }
}

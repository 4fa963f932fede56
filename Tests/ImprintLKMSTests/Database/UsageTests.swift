// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct UsageTests {
  @Test func eachDeviceCountsWithTheMostUsersItSaidInTheMonth() async throws {
    let lab = try await Lab()
    for users in [3, 7, 5] { _ = await lab.ask(.activate(1, users: users)) }
    _ = await lab.ask(.activate(1))
    _ = await lab.ask(.activate(2, users: 10))
    _ = await lab.ask(.activate(3))
    let usage = try #require(try await lab.database.usage().first)
    #expect(usage.profile == Lab.profile)
    #expect(usage.month == UsageTable.month(of: Lab.start))
    #expect(usage.devices == 3)
    #expect(usage.licenses == 6)
    #expect(usage.registeredUsers == 17)
  }

  @Test func nextMonthIsALineOfItsOwn() async throws {
    let lab = try await Lab()
    _ = await lab.ask(.activate(1, users: 3))
    lab.time.advance(by: 31 * Lab.day)
    _ = await lab.ask(.activate(1, users: 4))
    let usage = try await lab.database.usage()
    #expect(usage.map(\.registeredUsers) == [4, 3])
    #expect(try await lab.database.usage(since: usage[0].month).count == 1)
    #expect(try await lab.database.usage(profile: "other").isEmpty)
  }

  @Test(arguments: [
    (0, 197001), (1_582_934_400, 202002), (1_583_020_800, 202003), (1_609_459_199, 202012),
    (1_609_459_200, 202101), (1_709_164_800, 202402), (1_709_251_199, 202402), (1_709_251_200, 202403),
    (4_107_542_399, 210002), (4_107_542_400, 210003), (7_258_118_399, 219912),
  ]) func monthIsThatOfTheCalendar(time: Int64, month: Int) {
    #expect(UsageTable.month(of: time) == month)
  }
}

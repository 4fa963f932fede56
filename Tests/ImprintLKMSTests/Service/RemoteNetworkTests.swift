// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintLKMS

struct RemoteNetworkTests {
  @Test(arguments: [
    ("192.0.2.17", "192.0.2.0/24"), ("::ffff:192.0.2.17", "192.0.2.0/24"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("fe80::1%eth0", "fe80::/48"), ("::1", "::/48"),
  ]) func onlyTheNetworkIsKept(address: String, network: String) {
    #expect(RemoteNetwork.name(of: address) == network)
  }

  @Test(arguments: ["", "unknown", "192.0.2", "192.0.2.17.5", "example.com"])
  func whatIsNoAddressIsNotKept(address: String) {
    #expect(RemoteNetwork.name(of: address) == nil)
  }

  @Test func oneHouseholdOfIPv6IsOneVisitor() {
    #expect(RemoteNetwork.visitor("2001:db8:1:2:3:4:5:6") == RemoteNetwork.visitor("2001:db8:1:2:ffff::1"))
    #expect(RemoteNetwork.visitor("2001:db8:1:2::1") != RemoteNetwork.visitor("2001:db8:1:3::1"))
    #expect(RemoteNetwork.visitor("192.0.2.17") != RemoteNetwork.visitor("192.0.2.18"))
  }
}

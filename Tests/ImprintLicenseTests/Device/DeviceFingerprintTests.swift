// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@Suite struct DeviceFingerprintTests {
  private let licensed = DeviceFingerprint(facts: [
    .network: ["11111111", "11111112"], .disk: ["22222222"], .machineID: ["33333333"], .board: ["44444444"],
    .processor: ["55555555"],
  ])

  private func device(_ change: [DeviceFingerprint.Fact: [String]]) -> DeviceFingerprint {
    DeviceFingerprint(facts: licensed.facts.merging(change) { $1 })
  }

  @Test func sameDeviceMatchesInEveryFact() {
    let match = licensed.match(with: licensed)
    #expect(match.isSameDevice && match.matchingWeight == 11 && match.differing.isEmpty)
  }

  @Test func replacedDiskIsTheSameDevice() {
    let match = licensed.match(with: device([.disk: ["99999999"]]))
    #expect(match.isSameDevice && match.matchingWeight == 8 && match.differing == [.disk])
  }

  @Test func newSystemOnANewDiskIsTheSameDevice() {
    #expect(licensed.isSameDevice(as: device([.disk: ["99999999"], .machineID: ["99999999"]])))
  }

  @Test func copyOfTheSystemOnAMachineOfTheSameMakeIsAnotherDevice() {
    let match = licensed.match(with: device([.disk: ["99999999"], .network: ["99999999"]]))
    #expect(!match.isSameDevice && match.matchingWeight == 4)
    #expect(match.matching == [.machineID, .board, .processor])
  }

  @Test func halfOfTheWeightIsNotEnough() {
    let half = DeviceFingerprint(facts: [
      .network: ["11111111"], .disk: ["22222222"], .processor: ["55555555"],
    ])
    #expect(!half.isSameDevice(as: DeviceFingerprint(facts: [.network: ["11111111"]])))
    #expect(
      half.isSameDevice(as: DeviceFingerprint(facts: [.network: ["11111111"], .processor: ["55555555"]])))
  }

  @Test func oneOfTwoInterfacesReplacedIsTheSameDevice() {
    let match = licensed.match(with: device([.network: ["11111112", "77777777"]]))
    #expect(match.isSameDevice && match.differing == [.network])
  }

  @Test func licenceForTheValuesOfSeveralDevicesIsGoodOnNone() {
    let others = (0..<3).map { number in
      DeviceFingerprint(facts: [
        .network: ["1111111\(number)"], .disk: ["2222222\(number)"], .machineID: ["3333333\(number)"],
        .board: ["44444444"], .processor: ["55555555"],
      ])
    }
    let all = DeviceFingerprint(
      facts: Dictionary(
        uniqueKeysWithValues: DeviceFingerprint.Fact.allCases.map { fact in
          (fact, Set(others.flatMap { $0.facts[fact] ?? [] }).sorted())
        }))
    for device in others { #expect(!all.isSameDevice(as: device)) }
  }

  @Test func factsThatTheLicenceDoesNotNameDoNotCount() {
    let poor = DeviceFingerprint(facts: [.machineID: ["33333333"], .processor: ["55555555"]])
    #expect(poor.isSameDevice(as: licensed))
    #expect(!licensed.isSameDevice(as: poor))
  }

  @Test func licenceWithoutFactsIsForNoDevice() {
    #expect(!DeviceFingerprint(facts: [:]).isSameDevice(as: licensed))
    #expect(!DeviceFingerprint(facts: [:]).isSameDevice(as: DeviceFingerprint(facts: [:])))
  }

  @Test func writtenFingerprintIsReadBack() throws {
    let text = licensed.json.text
    #expect(text.hasPrefix(#"{"ver":1,"facts":{"network":["11111111","11111112"],"disk":["#))
    #expect(try DeviceFingerprint(json: JSONValue(parsing: Array(text.utf8))) == licensed)
  }

  @Test func valuesAreSortedOnceEachAndBounded() {
    let many = (0..<40).map { "000000\(10 + $0)" }
    let facts = DeviceFingerprint(facts: [.disk: many.reversed() + many, .board: []]).facts
    #expect(facts == [.disk: Array(many[..<16])])
  }

  @Test(arguments: [
    #"[]"#, #"{"ver":1}"#, #"{"facts":{"disk":["00000000"]}}"#, #"{"ver":2,"facts":{"disk":["00000000"]}}"#,
    #"{"ver":1.0,"facts":{"disk":["00000000"]}}"#, #"{"ver":1,"facts":{}}"#, #"{"ver":1,"facts":[]}"#,
    #"{"ver":1,"facts":{"disk":["00000000"],"owner":["00000000"]}}"#,
    #"{"ver":1,"facts":{"disk":["00000000"]},"more":1}"#, #"{"ver":1,"facts":{"disk":[]}}"#,
    #"{"ver":1,"facts":{"disk":"00000000"}}"#, #"{"ver":1,"facts":{"disk":[1]}}"#,
    #"{"ver":1,"facts":{"disk":["0000000"]}}"#, #"{"ver":1,"facts":{"disk":["0000000A"]}}"#,
    #"{"ver":1,"facts":{"disk":["٠٠٠٠"]}}"#, #"{"ver":1,"facts":{"disk":["00000000","00000000"]}}"#,
    #"{"ver":1,"facts":{"disk":["00000001","00000000"]}}"#,
  ]) func fingerprintOfAnotherFormIsRefused(text: String) throws {
    let json = try JSONValue(parsing: Array(text.utf8))
    let error = #expect(throws: LicenseFormError.self) { try DeviceFingerprint(json: json) }
    #expect(error?.code == .members && error?.place == "device")
  }

  @Test func moreThanSixteenValuesAreRefused() throws {
    let values = (0..<17).map { "000000\(10 + $0)" }
    let json = JSONValue.object([("ver", .integer(1)), ("facts", .object([("disk", .strings(values))]))])
    #expect(throws: LicenseFormError.self) { try DeviceFingerprint(json: json) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel
import Testing

@Suite struct FingerRecordTests {
  @Test func aRecordIsReadAsItWasWritten() throws {
    let views = [
      FingerSamples.view(40), FingerSamples.view(7, seed: 3, number: 1, extendedData: [0, 1, 0, 5, 9]),
    ]
    let bytes = try FingerRecord(views: views, captureDevice: 0x8123).bytes()
    #expect(bytes.count == 24 + (4 + 40 * 6 + 2) + (4 + 7 * 6 + 2 + 5))
    let read = try FingerRecord(reading: bytes)
    #expect(read.views == views && read.captureDevice == 0x8123 && read.format == .iso2005)
    #expect(read.views[0].site == .rightIndex)
    #expect(try read.bytes() == bytes)
  }

  @Test(arguments: [0, 1, 255]) func anyNumberOfMinutiaeThatFitsIsKept(count: Int) throws {
    let bytes = try FingerRecord(views: [FingerSamples.view(count)]).bytes()
    #expect(try FingerRecord(reading: bytes).views[0].minutiae.count == count)
  }

  @Test func aRecordHasTheStandardsBytes() throws {
    let bytes = try FingerRecord(views: [FingerSamples.one(x: 100, y: 200, degrees: 45)]).bytes()
    let head: [UInt8] = [
      0x46, 0x4D, 0x52, 0, 0x20, 0x32, 0x30, 0, 0, 0, 0, 36, 0, 0, 1, 0x90, 1, 0xE0, 0, 197, 0, 197,
    ]
    #expect(bytes == head + [1, 0, 0, 0, 0, 1, 0x40, 100, 0, 200, 32, 0, 0, 0])
  }

  @Test(arguments: [(359.2, 255), (359.3, 0), (0.0, 0), (-90.0, 192), (720.0, 0), (0.71, 1)])
  func anglesAreRoundedOnTheCircle(degrees: Double, step: UInt8) throws {
    let bytes = try FingerRecord(views: [FingerSamples.one(x: 1, y: 1, degrees: degrees)]).bytes()
    #expect(bytes[32] == step)
  }

  @Test func anAngleThatIsNoNumberIsZero() {
    #expect(MinutiaAngle(degrees: .nan).degrees == 0 && MinutiaAngle(degrees: .infinity).degrees == 0)
    #expect(MinutiaAngle(degrees: -1e-300).degrees == 0)
  }

  @Test func moreMinutiaeThanAByteCountsAreRefused() {
    #expect(code { try FingerRecord(views: [FingerSamples.view(256)]).bytes() } == .tooMany)
    #expect(code { try FingerRecord(views: []).bytes() } == .noViews)
    let many = (0..<256).map { _ in FingerSamples.view(0) }
    #expect(code { try FingerRecord(views: many).bytes() } == .tooMany)
  }

  @Test(arguments: [(400.0, 0.0), (399.5, 0.0), (-1.0, 0.0), (0.0, 480.0), (.nan, 0.0), (0.0, .infinity)])
  func aMinutiaOutsideOfItsPictureIsNotWritten(x: Double, y: Double) {
    let view = FingerSamples.one(x: x, y: y, degrees: 0)
    #expect(code { try FingerRecord(views: [view]).bytes() } == .outsidePicture)
  }

  @Test(arguments: [-1, 0, Int.min, 16384, Int.max]) func aPictureOfNoSizeIsRefusedBeforeItsMinutiae(
    side: Int
  ) {
    for path in [\FingerView.width, \.height] {
      var view = FingerSamples.view(3)
      view[keyPath: path] = side
      #expect(code { try FingerRecord(views: [view]).bytes() } == .badField)
    }
  }

  @Test func viewsOfTwoResolutionsAreNotOneRecord() {
    var other = FingerSamples.view(2)
    other.horizontalResolution = 394
    #expect(code { try FingerRecord(views: [FingerSamples.view(2), other]).bytes() } == .viewsDiffer)
  }

  @Test func fieldsBeyondTheirBitsAreNotWritten() {
    let changes: [(inout FingerView) -> Void] = [
      { $0.number = 16 }, { $0.impressionCode = 24 }, { $0.quality = 101 }, { $0.width = 0 },
      { $0.height = 16384 }, { $0.horizontalResolution = 0 }, { $0.verticalResolution = 65536 },
    ]
    for change in changes {
      var view = FingerSamples.view(0)
      change(&view)
      #expect(code { try FingerRecord(views: [view]).bytes() } == .badField)
    }
  }

  @Test func everyCutIsFound() throws {
    for whole in [try FingerSamples.record(), FingerSamples.ansi(), FingerSamples.iso2011()] {
      for length in 0..<whole.count {
        #expect(code { try FingerRecord(reading: Array(whole[..<length])) } != nil, "\(length) bytes")
      }
    }
  }

  @Test func whatFollowsTheEndIsFound() throws {
    for whole in [try FingerSamples.record(), FingerSamples.ansi(), FingerSamples.iso2011()] {
      #expect(code { try FingerRecord(reading: whole + [0]) } == .wrongLength)
    }
  }

  @Test func lyingCountsAndLengthsAreFoundWhereTheyStand() throws {
    let record = try FingerSamples.record()
    func change(_ at: Int, _ byte: UInt8) -> FingerFormatError? {
      var bytes = record
      bytes[at] = byte
      return error { try FingerRecord(reading: bytes) }
    }
    #expect(change(11, 255)?.place == "byte 8")
    #expect(change(22, 0)?.code == .noViews)
    #expect(change(22, 1)?.code == .trailingBytes)
    #expect(change(22, 3)?.code == .truncated)
    #expect(change(27, 255)?.code != nil)
    #expect(change(27, 0)?.code != nil)
    #expect(change(14, 0x40)?.code == .badField)
    #expect(change(18, 0)?.code == nil && change(19, 0)?.code == .badField)
    // The extended data of the last view: a byte less and a byte more.
    let at = record.count - 9
    #expect(change(at, 7)?.code == .trailingBytes)
    #expect(change(at, 9)?.code == .truncated)
  }

  @Test func aReservedTypeAndAPlaceOutsideAreFound() throws {
    var bytes = try FingerSamples.record()
    bytes[28] |= 0xC0
    #expect(error { try FingerRecord(reading: bytes) }?.place == "byte 28")
    bytes = try FingerSamples.record()
    (bytes[28], bytes[29]) = (0x41, 0x90)
    #expect(code { try FingerRecord(reading: bytes) } == .outsidePicture)
  }

  @Test func qualitiesBeyondAHundredAreNone() throws {
    var bytes = try FingerSamples.record()
    (bytes[26], bytes[33], bytes[39]) = (254, 254, 0)
    let view = try FingerRecord(reading: bytes).views[0]
    #expect(view.quality == nil && view.minutiae[0].quality == nil && view.minutiae[1].quality == nil)
  }

  @Test func otherFormatsAreNamed() {
    #expect(code { try FingerRecord(reading: []) } == .notARecord)
    #expect(
      code { try FingerRecord(reading: Array("FMX\0 20\0".utf8) + [UInt8](repeating: 0, count: 40)) }
        == .notARecord)
    #expect(
      code { try FingerRecord(reading: Array("FMR\0 40\0".utf8) + [UInt8](repeating: 0, count: 40)) }
        == .otherVersion)
  }

  @Test func nothingOfAMinutiaIsShown() throws {
    let record = try FingerRecord(reading: FingerSamples.record())
    var dumped = ""
    dump(record, to: &dumped)
    dump(record.views[0].minutiae, to: &dumped)
    let card = try record.compactCard().value
    dump(card, to: &dumped)
    let shown = "\(record) \(record.views) \(card)" + dumped
    let x = record.views[0].minutiae.map { "\($0.x)" }
    #expect(shown.contains("redacted") && !x.contains { shown.contains($0) })
  }
}

@Suite struct OtherRecordTests {
  @Test(arguments: [false, true]) func anANSIRecordIsReadInItsOwnUnits(long: Bool) throws {
    let record = try FingerRecord(reading: FingerSamples.ansi(long: long))
    #expect(record.format == .ansi2004 && record.product == .init(owner: 0x3D, type: 7))
    let view = record.views[0]
    #expect(view.site == .leftIndex && view.quality == 90 && view.number == 1)
    #expect(view.minutiae.map(\.angle.degrees) == [0, 90, 180, 270])
    #expect(view.minutiae.map(\.x) == [5, 15, 25, 35])
  }

  @Test func anANSIAngleOfMoreThanATurnIsFound() {
    var bytes = FingerSamples.ansi(1)
    bytes[bytes.count - 4] = 180
    #expect(error { try FingerRecord(reading: bytes) }?.place == "byte \(bytes.count - 4)")
  }

  @Test(arguments: [5, 6] as [UInt8]) func aRecordOf2011IsReadWithEachViewsOwnPicture(minutiaBytes: UInt8)
    throws
  {
    let record = try FingerRecord(reading: FingerSamples.iso2011(2, minutiaBytes: minutiaBytes))
    #expect(record.format == .iso2011 && record.views.count == 2 && record.captureDevice == 0)
    let view = record.views[1]
    #expect(view.site == .rightMiddle && view.number == 1 && view.quality == 55 && view.impressionCode == 24)
    #expect(view.width == 300 && view.verticalResolution == 200 && view.extendedData == [9, 9])
    #expect(view.minutiae.map(\.kind) == [.bifurcation, .bifurcation, .bifurcation])
    #expect(view.minutiae.allSatisfy { $0.quality == nil })
    #expect(record.additions[0].sensorVendor == 9 && record.additions[1].sensorType == 0xA021)
    #expect(record.additions[0].qualities.map(\.value) == [55, nil] && record.additions[0].certificates == 1)
  }

  @Test func aViewOf2011WhoseLengthLiesIsFound() {
    for change in [-1, 1, 40, 200] {
      var bytes = FingerSamples.iso2011()
      bytes[18] = UInt8(truncatingIfNeeded: Int(bytes[18]) + change)
      #expect(error { try FingerRecord(reading: bytes) }?.place == "byte 15")
    }
  }

  @Test func aConversionSaysWhatItLoses() throws {
    let ansi = try FingerRecord(reading: FingerSamples.ansi()).convertedToISO2005()
    #expect(ansi.losses == [.angleResolution(degrees: 1.40625), .product])
    let back = try FingerRecord(reading: ansi.value.bytes())
    #expect(back.views[0].minutiae.map(\.x) == [5, 15, 25, 35])
    let newer = try FingerRecord(reading: FingerSamples.iso2011(1)).convertedToISO2005()
    #expect(
      newer.losses == [
        .captureTime(view: 0), .sensorTechnology(view: 0), .sensorType(view: 0),
        .qualityAlgorithms(view: 0, count: 2), .certificates(view: 0, count: 1),
        .impression(view: 0, code: 24), .extendedData(view: 0, bytes: 2),
      ])
    #expect(try FingerRecord(reading: newer.value.bytes()).views[0].impressionCode == 15)
    let same = try FingerRecord(reading: FingerSamples.record())
    #expect(
      same.convertedToISO2005() == .some(same.convertedToISO2005())
        && same.convertedToISO2005().losses.isEmpty)
  }

  @Test func aSensorOf2011BecomesNoCertificationAndIsLostByEachView() throws {
    // A type of 0xA021 would say in a record of 2005 that the sensor was certified.
    let read = try FingerRecord(reading: FingerSamples.iso2011(2))
    let made = read.convertedToISO2005()
    #expect(made.value.captureDevice == 0)
    #expect(try Array(made.value.bytes()[12..<14]) == [0, 0])
    #expect(made.losses.filter { [.sensorType(view: 0), .sensorType(view: 1)].contains($0) }.count == 2)
  }

  @Test func aLongRecordIsReadByTheStandardWhoseLengthIsRight() throws {
    // Over 1.5 MiB, so that the upper half of an ANSI length could be the whole of an ISO record's.
    for count in [24, 30] {
      let bytes = FingerSamples.longANSI(views: count)
      #expect(try FingerRecord.format(of: bytes) == .ansi2004)
      let record = try FingerRecord(reading: bytes)
      #expect(record.views.count == count && record.product == .init(owner: 0x3D, type: 7))
    }
    let views = (0..<30).map {
      FingerSamples.view(3, number: $0 % 16, extendedData: .init(repeating: 1, count: 0xFFFF))
    }
    let written = try FingerRecord(views: views).bytes()
    #expect(try FingerRecord(reading: written).views == views)
  }

  @Test func onlyOneFormatIsWritten() throws {
    let ansi = try FingerRecord(reading: FingerSamples.ansi())
    #expect(code { try ansi.bytes() } == .badField)
  }

  @Test func everyAngleOfEitherFormatIsWithinAStepOfTheOther() throws {
    for step in 0..<180 {
      let angle = MinutiaAngle(degrees: Double(2 * step))
      let bytes = try FingerRecord(views: [FingerSamples.one(x: 1, y: 1, degrees: angle.degrees)]).bytes()
      let read = try FingerRecord(reading: bytes).views[0].minutiae[0].angle
      #expect(read.distance(to: angle) <= 360.0 / 512)
    }
  }
}

/// The error of what throws no other; `nil` where it succeeds.
func error<Result>(_ work: () throws -> Result) -> FingerFormatError? {
  do {
    _ = try work()
    return nil
  } catch let error as FingerFormatError {
    return error
  } catch {
    Issue.record(error)
    return nil
  }
}

func code<Result>(_ work: () throws -> Result) -> FingerFormatErrorCode? { error(work)?.code }

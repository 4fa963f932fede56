// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What an application that opens the variant `face` has of devices, with nothing chosen.
@Suite(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE names no stage"))
struct VariantDeviceTests {
  private let home: TemporaryFolder
  private let log = CollectedLog()

  init() throws { home = try TemporaryFolder() }

  private func open(_ plugins: [String] = []) throws -> BiometricSystem {
    let stage = try #require(BuiltProducts.stage)
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        plugins: plugins, trust: .off, entitlements: EverythingGranted(), quarantine: nil,
        logger: log.logger()))
  }

  /// Ids of the plugins that were opened, each once.
  private var opened: [String] {
    Set(
      log.lines.filter { $0.message == "plugin opened" }.compactMap {
        $0.metadata["plugin.id"].map { "\($0)" }
      }
    )
    .sorted()
  }

  private func tone(_ name: String) throws -> (path: String, clip: AudioClip) {
    let samples = (0..<8000).map { Int16((8231 * sin(2 * .pi * 440 * Double($0) / 16_000)).rounded()) }
    let clip = try #require(AudioClip(rate: 16_000, channels: 1, samples: .s16(samples)))
    let path = home.url.appending(path: name).path
    try AudioFile.write(clip, to: path)
    return (path, clip)
  }

  private func video(_ name: String) throws -> String {
    var bytes = Array("YUV4MPEG2 W4 H2 F25000:1000 Ip A1:1 C420jpeg\n".utf8)
    for frame in 0..<3 {
      bytes += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(16 + frame), count: 12)
    }
    return try home.write(bytes, to: name)
  }

  @Test func aRecordingIsRecordedAsAMicrophoneAndNoOtherPluginIsOpened() async throws {
    let (path, clip) = try tone("tone.wav")
    let system = try open()
    var microphone = MicrophoneOptions(locator: path)
    microphone.pace = .full
    let recording = try await system.devices.recorder(
      microphone, RecordingOptions(length: .fixed(.milliseconds(500)))
    ).record()
    #expect(recording.clip == clip)
    #expect(opened == ["dev.imprint.device-replay"])
  }

  @Test func aRecordingIsPlayedAsACameraAndNoOtherPluginIsOpened() async throws {
    let camera = try await open().devices.camera(CameraOptions(locator: try video("clip.y4m"), pace: .full))
    #expect(try await camera.nextFrame(timeout: .seconds(5)) != nil)
    #expect(opened == ["dev.imprint.device-replay"])
  }

  @Test func aRecordingThatNoChosenPluginPlaysSaysWhichDoes() async throws {
    let path = try video("clip.y4m")
    let error = try await #require(throws: DeviceError.self) {
      _ = try await open(["dev.imprint.device-v4l2"]).devices.camera(CameraOptions(locator: path))
    }
    #expect(error.code == .unsupported && error.place == path, "\(error)")
    #expect(error.remedy.contains("dev.imprint.device-replay"), "\(error)")
  }

  @Test func aDeviceThatIsNotThereIsMissingInItsPluginsWords() async throws {
    let error = try await #require(throws: DeviceError.self) {
      _ = try await open(["dev.imprint.device-v4l2"]).devices.camera(CameraOptions(locator: "usb-none"))
    }
    #expect(error.code == .unknownDevice && error.reason.contains("usb-none"), "\(error)")
  }

  @Test func whatIsChosenForCamerasKeepsNoReaderPluginOut() async throws {
    let stage = try #require(BuiltProducts.stage)
    _ = try await CardReaders.installed(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        plugins: ["dev.imprint.device-v4l2"], trust: .off, entitlements: EverythingGranted(), quarantine: nil,
        logger: log.logger()))
    #expect(opened == ["dev.imprint.device-pcsc"])
  }

  @Test func microphonesAndCamerasAreListedByThePluginsForThem() async throws {
    let system = try open()
    _ = try await system.devices.microphones()
    _ = try await system.devices.cameras()
    #expect(
      opened == ["dev.imprint.device-alsa", "dev.imprint.device-replay", "dev.imprint.device-v4l2"])
  }

  @Test func aDeviceNodeIsAskedOfTheCameraPlugin() async throws {
    let system = try open()
    let error = await #expect(throws: (any Error).self) {
      try await system.devices.camera(CameraOptions(locator: "/dev/video-nothing"))
    }
    #expect((error as? DeviceError)?.code == .unknownDevice, "\(String(describing: error))")
    #expect(opened.contains("dev.imprint.device-v4l2"))
  }

  @Test(
    .enabled(if: !FileManager.default.fileExists(atPath: "/run/pcscd/pcscd.comm"), "pcscd runs"),
    .enabled(if: ProcessInfo.processInfo.environment["PCSCLITE_CSOCK_NAME"] == nil, "pcscd may run"))
  func readersWithoutTheirServiceAreAnErrorOfTheService() async throws {
    let system = try open()
    let listing = await #expect(throws: PluginCallError.self) { try await system.devices.cardReaders() }
    #expect(listing?.code == .service)
    let cards = try await system.devices.cards()
    let asking = await #expect(throws: (any Error).self) { try await cards.list() }
    #expect("\(String(describing: asking))".contains("pcscd"))
    await #expect(throws: (any Error).self) {
      try await system.devices.card(CardOptions(locator: "ACME Reader"))
    }
    #expect(opened == ["dev.imprint.device-pcsc"])
  }

  @Test func oneThatIsChosenForDevicesIsNotRefusedAsNotNeeded() throws {
    let system = try open(["dev.imprint.device-alsa"])
    #expect(system.set.providers(of: .microphone).map(\.id) == ["dev.imprint.device-alsa"])
  }

  @Test func withNoCameraTheDefaultOneIsAClearError() async throws {
    // A player of recordings finds none, whatever this machine has.
    let system = try open(["dev.imprint.device-replay"])
    #expect(try await system.devices.cameras().isEmpty)
    let error = try #require(
      await #expect(throws: DeviceError.self) { try await system.faces.capture() })
    #expect(error.code == .noCamera)
    #expect(error.remedy.contains("sdkctl device list") && error.remedy.contains("recording"))
  }

  @Test(arguments: [["capture", "--out", "out"], ["enroll", "--user", "ada", "--store", "store"]])
  func aCommandWithoutACameraSaysWhatToDo(arguments: [String]) throws {
    try LicensedHome.install(in: home)
    let stage = try #require(BuiltProducts.stage)
    let run = try CommandRun.sdkctl(
      arguments + ["--json", "--root", stage.path, "--plugin", "dev.imprint.device-replay"], home: home)
    #expect(run.exitCode == 1, "\(run.output)\(run.errors)")
    #expect(try run.errorCode == "no-camera", "\(run.output)\(run.errors)")
  }

  @Test func aKindThatNoPluginOfTheSetOpensNamesThoseThatAreInstalled() async throws {
    let stage = try #require(BuiltProducts.stage)
    try home.write(
      """
      schema: "1.0"
      variant: recordings
      summary: Recordings alone.
      abilities: [imprint.camera/1]
      plugins: [dev.imprint.device-replay]
      """, to: "more/variants/recordings.yaml")
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(
          roots: [stage.path, home.path + "/more"].map { PluginRoot(path: $0, origin: .explicit) }),
        variant: "recordings", trust: .off, quarantine: nil, logger: log.logger()))
    let error = await #expect(throws: DeviceError.self) { try await system.devices.cardReaders() }
    #expect(error?.code == .noPlugin)
    #expect(error?.remedy.contains("dev.imprint.device-pcsc") == true)
    await #expect(throws: PluginError.self) { try await system.devices.cards() }
  }
}

/// Two plugins of a set for the same devices.
@Suite struct SharedDeviceTests {
  private let home: TemporaryFolder
  private static let ids = ["org.example.one", "org.example.two"]

  init() throws {
    home = try TemporaryFolder()
    for (index, id) in Self.ids.enumerated() {
      // The first is built in; the other's camera is the same unless it is said to be another.
      var plugin = try FixturePlugin.devices(
        index == 0
          ? [:]
          : ["FIX_CAMERAS": "strcpy(infos[0].id, \"usb-9.9\"); infos[0].facing = IMP_CAMERA_FACING_EXTERNAL;"]
      )
      plugin.manifest.id = id
      plugin.source = plugin.source?.replacing("\"org.example.fixture\"", with: "\"\(id)\"")
      try plugin.install(in: home)
    }
    try home.write(
      """
      schema: "1.0"
      variant: face
      summary: Two plugins for the same cameras.
      abilities: [imprint.camera/1]
      plugins: [\(Self.ids.joined(separator: ", "))]
      """, to: "variants/face.yaml")
  }

  private func open(
    _ plugins: [String] = [], choosing choice: CameraChoice = .standard
  ) throws -> BiometricSystem {
    try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: home.path, origin: .explicit)]),
        plugins: plugins, trust: .off, quarantine: nil, cameraChoice: choice, logger: CollectedLog().logger())
    )
  }

  @Test func theCamerasOfBothAreListed() async throws {
    #expect(try await open().devices.cameras().map(\.id) == ["usb-1.2-4242", "usb-9.9"])
    #expect(try await open([Self.ids[1]]).devices.cameras().map(\.id) == ["usb-9.9"])
  }

  @Test func aNameThatBothListIsAmbiguousUntilOneIsChosen() async throws {
    let system = try open()
    let error = try #require(
      await #expect(throws: DeviceError.self) {
        try await system.devices.camera(CameraOptions(locator: "/dev/fixture0"))
      })
    #expect(error.code == .ambiguous)
    #expect(Self.ids.allSatisfy(error.reason.contains))
    let camera = try await open([Self.ids[1]]).devices.camera(CameraOptions(locator: "/dev/fixture0"))
    #expect(camera.pluginID == Self.ids[1])
  }

  @Test(arguments: zip(["usb-1.2-4242", "usb-9.9"], ids))
  func anIdOfOneIsOpenedByThatOne(id: String, plugin: String) async throws {
    #expect(try await open().devices.camera(CameraOptions(locator: id)).pluginID == plugin)
  }

  @Test func theModesOfACameraAreThoseOfThePluginThatListsIt() async throws {
    let system = try open()
    await #expect(throws: DeviceError.self) { try await system.devices.cameraModes(of: "/dev/fixture0") }
    #expect(try await open([Self.ids[0]]).devices.cameraModes(of: "/dev/fixture0").count == 2)
  }

  @Test func aWatchOfOneKindIsAmbiguousAndOneOfAllIsNot() async throws {
    let system = try open()
    let error = await #expect(throws: DeviceError.self) { try await system.devices.watch(.camera) }
    #expect(error?.code == .ambiguous)
    var watched: Set<String> = []
    for await seen in system.devices.watching([.camera]) {
      if case .began(let plugin) = seen { watched.insert(plugin) }
      if watched.count == 2 { break }
    }
    #expect(watched == Set(Self.ids))
  }

  @Test func onePluginThatIsAskedForByAnAbilityOfDevicesIsAmbiguous() throws {
    let error = try #require(
      #expect(throws: PluginError.self) { try open().pluginBlocking(providing: .camera) })
    #expect(error.code == .severalProvide)
    #expect(Self.ids.allSatisfy(error.reason.contains))
  }

  @Test func theDefaultCameraIsChosenAmongThoseOfAllPlugins() async throws {
    #expect(try await open().devices.defaultCamera().id == "usb-1.2-4242")
    let external = CameraChoice { $0.first { $0.facing == .external } }
    #expect(try await open(choosing: external).devices.defaultCamera().id == "usb-9.9")
    let none = try open(choosing: CameraChoice { _ in nil })
    let error = await #expect(throws: DeviceError.self) { try await none.devices.defaultCamera() }
    #expect(error?.code == .noCamera && error?.reason.contains("none of the 2") == true)
  }
}

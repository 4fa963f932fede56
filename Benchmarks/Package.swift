// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// A package of its own, so that no ordinary build or test pays for it.
import PackageDescription

let package = Package(
  name: "imprint-benchmarks",
  dependencies: [.package(name: "imprint", path: "..")],
  targets: [
    .executableTarget(
      name: "FaceChain", dependencies: [.product(name: "Imprint", package: "imprint")],
      path: "face-chain/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "WorkerCall", dependencies: [.product(name: "Imprint", package: "imprint")],
      path: "worker/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "Search", dependencies: [.product(name: "Imprint", package: "imprint")],
      path: "search/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .target(
      name: "DeviceBench", dependencies: [.product(name: "Imprint", package: "imprint")],
      path: "devices",
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]),
    .executableTarget(
      name: "CapturePipeline", dependencies: ["DeviceBench", .product(name: "Imprint", package: "imprint")],
      path: "capture/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "CameraCall", dependencies: ["DeviceBench", .product(name: "Imprint", package: "imprint")],
      path: "cameras/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "CardCall",
      dependencies: [
        "DeviceBench", .product(name: "Imprint", package: "imprint"),
        .product(name: "ImprintVirtualCard", package: "imprint"),
      ],
      path: "cards/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "SoundCall", dependencies: ["DeviceBench", .product(name: "Imprint", package: "imprint")],
      path: "sound/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "LicenseCheck", dependencies: [.product(name: "Imprint", package: "imprint")],
      path: "license/Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
  ]
)

// swift-tools-version: 6.2
// hlspack: packs HLS titles for offline use. The floors and what may import what: Sources/README.md.
import PackageDescription

/// One list for every target, so that no module is held to less than another.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func module(_ name: String, on below: [String] = []) -> Target {
  .target(name: name, dependencies: below.map { .init(stringLiteral: $0) }, swiftSettings: strict)
}

func tests(_ name: String, on below: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: below.map { .init(stringLiteral: $0) }, exclude: exclude, swiftSettings: strict)
}

let systemLibraries: [Target] = [
  .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
  .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .target(name: "CSystem"),
]

let floor0: [Target] = [
  module("JSON"),
  module("Addresses"),
  module("Playlist", on: ["Addresses"]),
  module("Files", on: ["CSystem"]),
  module("Processes", on: ["CSystem"]),
  module("Flags"),
]

let floor1: [Target] = [
  module("Selection", on: ["JSON", "Playlist", "Addresses"]),
  module("Media"),
  module("Rights", on: ["JSON"]),
  module("Transfer", on: ["CCurl", "CZlib", "CSystem", "Addresses", "Files"]),
  module("Digest", on: ["CCrypto", "Files"]),
  module("Archive", on: ["CArchive", "Files"]),
  module("Console", on: ["JSON", "CSystem"]),
]

let floor2: [Target] = [
  module(
    "BundleStore",
    on: ["CXML", "JSON", "Addresses", "Playlist", "Files", "Digest", "Archive", "Media", "Rights"]),
  module("Conformance", on: ["Playlist", "Addresses", "Media", "Selection"]),
]

let floor3: [Target] = [
  module(
    "Download",
    on: [
      "JSON", "Addresses", "Playlist", "Files", "Processes", "Selection", "Media", "Rights", "Transfer",
      "Digest", "BundleStore", "Conformance",
    ]),
  module(
    "Upkeep",
    on: [
      "JSON", "Addresses", "Playlist", "Files", "Selection", "Media", "Rights", "Digest", "BundleStore",
      "Conformance",
    ]),
]

let upperFloors: [Target] = [
  module("Batch", on: ["Download"]),
  module(
    "Commands",
    on: [
      "JSON", "Addresses", "Playlist", "Files", "Flags", "Selection", "Media", "Rights", "Transfer", "Digest",
      "Console", "BundleStore", "Conformance", "Download", "Upkeep", "Batch", "CSystem",
    ]),
  .executableTarget(name: "hlspack", dependencies: ["Commands"], swiftSettings: strict),
]

let testTargets: [Target] = [
  .target(
    name: "Support", dependencies: ["Processes", "Files"], path: "Tests/Support",
    exclude: ["h2-origin.py", "kill-at.c", "clock-at.c"],
    swiftSettings: strict),
  .executableTarget(name: "bench", dependencies: ["Playlist"], path: "Tests/Bench", swiftSettings: strict),
  tests("JSONTests", on: ["JSON"]),
  tests("AddressesTests", on: ["Addresses"]),
  tests("PlaylistTests", on: ["Playlist", "Addresses", "Support"]),
  tests("FilesTests", on: ["Files", "Support"]),
  tests("ProcessesTests", on: ["Processes"]),
  tests("FlagsTests", on: ["Flags", "Support"], exclude: ["Goldens"]),
  tests("SelectionTests", on: ["Selection", "Playlist", "Addresses"]),
  tests("MediaTests", on: ["Media", "Support"]),
  tests("RightsTests", on: ["Rights", "JSON"]),
  tests("TransferTests", on: ["Transfer", "Addresses", "Files", "Support"]),
  tests("DigestTests", on: ["Digest", "Files", "Support"]),
  tests("ArchiveTests", on: ["Archive"]),
  tests("ConsoleTests", on: ["Console", "JSON"]),
  tests(
    "BundleStoreTests",
    on: ["BundleStore", "JSON", "Digest", "Files", "Addresses", "Playlist", "Media", "Rights", "Support"]),
  tests("ConformanceTests", on: ["Conformance", "Playlist", "Addresses"]),
  tests(
    "DownloadTests",
    on: [
      "Download", "Playlist", "Addresses", "Selection", "Media", "Transfer", "BundleStore", "Digest", "Files",
      "JSON", "Rights", "Support",
    ]),
  tests(
    "UpkeepTests",
    on: [
      "Upkeep", "BundleStore", "Conformance", "JSON", "Addresses", "Playlist", "Media", "Rights", "Files",
      "Digest",
      "Processes", "Support",
    ]),
  tests(
    "CommandTests",
    on: [
      "Commands", "JSON", "Flags", "Playlist", "Processes", "Files", "Transfer", "Addresses", "Support",
    ],
    exclude: ["Faults/FAULTS.md"]),
  tests("FloorPlanTests", on: ["Commands", "Flags"]),
]

/// Built on demand, since all of it has to be built with the fuzzer's counters (`make fuzz`).
let fuzzTargets: [Target] =
  Context.environment["HLSPACK_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "PlaylistFuzz", dependencies: ["Playlist", "Addresses", "Conformance"], path: "Tests/Fuzz",
      exclude: ["seeds", "playlist.dict"], swiftSettings: strict)
  ]

let package = Package(
  name: "hlspack",
  products: [.executable(name: "hlspack", targets: ["hlspack"])],
  targets: systemLibraries + floor0 + floor1 + floor2 + floor3 + upperFloors + testTargets + fuzzTargets)

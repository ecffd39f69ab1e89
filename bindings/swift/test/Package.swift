// swift-tools-version:6.0
import PackageDescription

// The sources of the package over a library of this system, in place of the XCFramework, and their tests. test.sh lays them here.
let library = Context.packageDirectory + "/Library"
let package = Package(
    name: "DamierTests",
    platforms: [.macOS(.v15)],
    targets: [
        .systemLibrary(name: "DamierFFI", path: "Headers"),
        .target(
            name: "Damier",
            dependencies: ["DamierFFI"],
            swiftSettings: [.swiftLanguageMode(.v5)],
            linkerSettings: [
                .linkedLibrary("damier_uniffi"),
                .unsafeFlags(["-L", library, "-Xlinker", "-rpath", "-Xlinker", library]),
            ]
        ),
        .executableTarget(name: "Sample", dependencies: ["Damier"]),
        .executableTarget(name: "Endings", dependencies: ["Damier"]),
        .testTarget(
            name: "DamierTests",
            dependencies: ["Damier"],
            // The example's Observation needs a function that Swift 6.0 on Linux forgot to export.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--allow-shlib-undefined"], .when(platforms: [.linux]))]
        ),
    ]
)

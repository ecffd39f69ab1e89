// swift-tools-version:5.9
import PackageDescription

// The layout as `make bindings` writes it. `Damier.xcframework` is made from the static libraries on a Mac: see README.md.
let package = Package(
    name: "Damier",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "Damier", targets: ["Damier"])],
    targets: [
        .binaryTarget(name: "DamierFFI", path: "Damier.xcframework"),
        .target(name: "Damier", dependencies: ["DamierFFI"]),
    ]
)

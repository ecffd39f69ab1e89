// swift-tools-version:5.9
import PackageDescription

// The layout as `make bindings` writes it, with the library in its folder. What is published names an address and a checksum: package.sh.
let package = Package(
    name: "Damier",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "Damier", targets: ["Damier"])],
    targets: [
        .binaryTarget(name: "DamierFFI", path: "Damier.xcframework"),
        .target(name: "Damier", dependencies: ["DamierFFI"]),
    ]
)

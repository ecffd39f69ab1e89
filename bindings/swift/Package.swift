// swift-tools-version:5.9
import PackageDescription

// The layout that `make bindings` writes, with a local library. package.sh writes the published one, with a URL and a checksum.
let package = Package(
    name: "Damier",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "Damier", targets: ["Damier"])],
    targets: [
        .binaryTarget(name: "DamierFFI", path: "Damier.xcframework"),
        .target(name: "Damier", dependencies: ["DamierFFI"]),
    ]
)

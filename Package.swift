// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Kiroku",
    products: [
        .library(name: "KirokuBase", targets: ["KirokuBase"]),
        .library(name: "KirokuTable", targets: ["KirokuTable"]),
        .library(name: "KirokuDocument", targets: ["KirokuDocument"]),
        .library(name: "KirokuFile", targets: ["KirokuFile"]),
        .library(name: "KirokuCore", targets: ["KirokuCore"]),
        .library(name: "KirokuServer", targets: ["KirokuServer"]),
        .library(name: "KirokuPictures", targets: ["KirokuPictures"]),
        .library(name: "KirokuPresentation", targets: ["KirokuPresentation"]),
        .library(name: "KirokuViews", targets: ["KirokuViews"]),
        .executable(name: "kiroku", targets: ["CommandTool"]),
        .executable(name: "kiroku-window", targets: ["Kiroku"]),
        .executable(name: "kiroku-picture-decoder", targets: ["DecoderTool"]),
        .executable(name: "kiroku-bench", targets: ["KirokuBench"]),
        .executable(name: "kiroku-workbench", targets: ["KirokuWorkbench"]),
    ],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "libhandy-1", providers: [.apt(["libgtk-3-dev", "libhandy-1-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSystem"),
        .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSecret", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .target(name: "Geometry"),
        .target(name: "KirokuBase", dependencies: ["CSystem"]),
        .target(name: "KirokuTable", dependencies: ["KirokuBase", "CSQLite", "CPCRE2"]),
        .target(name: "KirokuDocument", dependencies: ["KirokuTable"]),
        .target(name: "KirokuFile", dependencies: ["KirokuDocument", "CSQLite", "CGLib"]),
        .target(name: "KirokuCore", dependencies: ["KirokuFile"]),
        .target(name: "KirokuServer", dependencies: ["KirokuPictures", "KirokuCore", "CPostgreSQL"]),
        .target(name: "KirokuSecrets", dependencies: ["KirokuServer", "KirokuCore", "CSecret"]),
        .target(name: "KirokuPictures", dependencies: ["KirokuCore", "CGLib"]),
        .target(name: "KirokuPresentation", dependencies: ["KirokuPictures", "KirokuCore", "Geometry"]),
        .executableTarget(name: "DecoderTool", dependencies: ["KirokuPictures", "KirokuCore", "CPixbuf"]),
        .target(name: "GtkKit", dependencies: ["Geometry", "CGtk"]),
        .target(
            name: "KirokuViews",
            dependencies: ["KirokuPresentation", "KirokuPictures", "KirokuCore", "GtkKit", "Geometry"]),
        .target(
            name: "KirokuCommands", dependencies: ["KirokuCore", "KirokuPictures", "KirokuServer", "CSystem", "CZlib"]),
        .executableTarget(
            name: "CommandTool", dependencies: ["KirokuCommands", "KirokuSecrets", "KirokuCore"]),
        .executableTarget(
            name: "Kiroku",
            dependencies: [
                "KirokuViews", "KirokuCommands", "KirokuSecrets", "KirokuServer", "KirokuPresentation",
                "KirokuPictures",
                "KirokuCore", "GtkKit", "Geometry",
            ]),
        .executableTarget(
            name: "KirokuWorkbench",
            dependencies: ["KirokuViews", "KirokuPresentation", "KirokuPictures", "KirokuCore", "GtkKit", "Geometry"]),
        .executableTarget(name: "KirokuBench", dependencies: ["KirokuCore", "KirokuPictures"]),
        .target(name: "CoreTestSupport", dependencies: ["KirokuCore", "CSQLite"], path: "Tests/CoreTestSupport"),
        // One of several that edit a document at the same time (Tests/Desks); never installed.
        .executableTarget(
            name: "kiroku-desk", dependencies: ["KirokuCore", "CoreTestSupport"], path: "Tests/Desk"),
        // Measures sharing through a server (make bench-shared); never installed.
        .executableTarget(
            name: "kiroku-shared-bench", dependencies: ["KirokuServer", "KirokuCore", "CPostgreSQL"],
            path: "Tests/SharedBench", linkerSettings: [.linkedLibrary("pq")]),
        .target(name: "TestSupport", dependencies: ["GtkKit", "CGtk"], path: "Tests/TestSupport"),
        .target(name: "PictureTestSupport", dependencies: ["CPixbuf"], path: "Tests/PictureTestSupport"),
        .testTarget(name: "KirokuBaseTests", dependencies: ["KirokuBase", "CoreTestSupport"]),
        .testTarget(
            name: "KirokuCoreTests", dependencies: ["KirokuBase", "KirokuCore", "CSQLite", "CoreTestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "KirokuServerTests",
            dependencies: ["KirokuServer", "KirokuPictures", "KirokuCore", "CoreTestSupport"]),
        .testTarget(name: "KirokuSecretsTests", dependencies: ["KirokuSecrets", "KirokuServer"]),
        .testTarget(
            name: "KirokuPicturesTests",
            dependencies: ["KirokuPictures", "KirokuCore", "DecoderTool", "CoreTestSupport", "PictureTestSupport"]),
        .testTarget(
            name: "KirokuPresentationTests",
            dependencies: ["KirokuPresentation", "KirokuPictures", "KirokuCore", "Geometry", "CoreTestSupport"]),
        .testTarget(name: "DecoderToolTests", dependencies: ["DecoderTool", "KirokuPictures"]),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry"]),
        .testTarget(name: "GtkKitTests", dependencies: ["GtkKit", "Geometry", "CGtk", "TestSupport"]),
        .testTarget(
            name: "KirokuViewsTests",
            dependencies: [
                "KirokuViews", "KirokuPresentation", "KirokuPictures", "KirokuCore", "GtkKit", "Geometry", "CGtk",
                "CoreTestSupport", "TestSupport", "PictureTestSupport", "DecoderTool",
            ]),
        .testTarget(
            name: "KirokuWorkbenchTests",
            dependencies: ["KirokuWorkbench", "KirokuCore", "GtkKit", "CGtk", "TestSupport", "DecoderTool"]),
        .testTarget(
            name: "KirokuTests",
            dependencies: [
                "Kiroku", "KirokuViews", "KirokuPresentation", "KirokuPictures", "KirokuCore", "GtkKit", "Geometry",
                "CGtk", "CoreTestSupport", "TestSupport",
            ]),
        .testTarget(name: "KirokuCommandsTests", dependencies: ["KirokuCommands", "KirokuCore", "CoreTestSupport"]),
        .testTarget(name: "CommandToolTests", dependencies: ["CommandTool", "KirokuCore", "CoreTestSupport"]),
        .testTarget(name: "KirokuBenchTests", dependencies: ["KirokuBench"]),
    ],
    swiftLanguageModes: [.v6]
)

// What is reached through KirokuCore is named as well: otherwise a module is not built anew when only that has changed.
for target in package.targets {
    let names = target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
    guard names.contains("KirokuCore") else { continue }
    let reached = ["KirokuFile", "KirokuDocument", "KirokuTable", "KirokuBase"].filter { !names.contains($0) }
    target.dependencies += reached.map { .byNameItem(name: $0, condition: nil) }
}

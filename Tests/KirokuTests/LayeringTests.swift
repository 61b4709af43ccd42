import Testing

@Suite("Layering")
struct LayeringTests {
    @Test("The sources import what they may, and call nothing that nobody does")
    func sources() throws {
        let files = try SourceTree.files(in: "Sources").filter { $0.hasSuffix(".swift") }
        #expect(files.count > 100)
        for path in files {
            let offences = SourceRules.offences(in: try SourceTree.text(of: path), at: path)
            #expect(offences.isEmpty)
        }
    }

    @Test("No file names a path of somebody's machine")
    func machines() throws {
        let files = try SourceTree.files()
        #expect(files.contains("Package.swift"))
        for path in files {
            let offences = SourceRules.pathsOfMachines(in: try SourceTree.text(of: path), at: path)
            #expect(offences.isEmpty)
        }
    }

    @Test("Each target of the package has tests of its own, or is part of the core")
    func targets() throws {
        let package = try SourceTree.text(of: "Package.swift")
        let files = try SourceTree.files()
        let targets = Self.sourceTargets(of: package)
        #expect(targets.contains("KirokuCore"))
        #expect(Set(targets).subtracting(SourceRules.imports.keys).isEmpty)
        // The parts of the core are tested together: most of what one does shows in another.
        #expect(Self.untestedTargets(of: package, files: files) == Self.partsOfCore)
    }

    /// Otherwise it is not built anew when only a module has changed that it reaches through others.
    @Test("Each target names all modules of the package that it imports")
    func dependencies() throws {
        let package = try SourceTree.text(of: "Package.swift")
        let files = try SourceTree.files().filter { $0.hasSuffix(".swift") }
        let sources = try Dictionary(uniqueKeysWithValues: files.map { ($0, try SourceTree.text(of: $0)) })
        #expect(Self.missingDependencies(of: package, sources: sources).isEmpty)
    }

    // MARK: Each rule catches an offender

    @Test(
        "An import that is not allowed is caught",
        arguments: [
            ("KirokuTable", "import Foundation", "Foundation"), ("KirokuTable", "import CGtk", "CGtk"),
            ("KirokuTable", "import GtkKit", "GtkKit"), ("KirokuTable", "import struct Foundation.Data", "Foundation"),
            ("KirokuTable", "@preconcurrency import Foundation", "Foundation"),
            ("KirokuTable", "@_exported public import Foundation", "Foundation"),
            ("KirokuTable", "import Glibc; import Foundation", "Foundation"),
            ("KirokuTable", "    import Foundation  // for Date", "Foundation"),
            ("KirokuTable", "import /* all of */ Foundation", "Foundation"),
            ("KirokuTable", "import KirokuPresentation", "KirokuPresentation"),
            ("KirokuTable", "import KirokuPictures", "KirokuPictures"),
            ("KirokuTable", "import KirokuDocument", "KirokuDocument"),
            ("KirokuDocument", "import KirokuFile", "KirokuFile"), ("KirokuDocument", "import CSQLite", "CSQLite"),
            ("KirokuPictures", "import KirokuPresentation", "KirokuPresentation"),
            ("KirokuPresentation", "import GtkKit", "GtkKit"), ("KirokuPresentation", "import CGtk", "CGtk"),
            ("KirokuCommands", "import KirokuPresentation", "KirokuPresentation"),
            ("GtkKit", "import KirokuCore", "KirokuCore"), ("GtkKit", "import KirokuViews", "KirokuViews"),
            ("KirokuViews", "import CGtk", "CGtk"), ("KirokuViews", "@testable import Kiroku", "Kiroku"),
            ("Kiroku", "import CGtk", "CGtk"), ("NewModule", "import Glibc", "Glibc"),
        ])
    func importsAreCaught(module: String, line: String, imported: String) {
        let path = "Sources/\(module)/Made/Up.swift"
        let source = "/// A made-up file.\n\(line)\nlet x = 1\n"
        #expect(
            SourceRules.offences(in: source, at: path)
                == [Offence(path: path, line: 2, what: "\(module) must not import \(imported)")])
    }

    @Test(
        "A call that is not for this project is caught",
        arguments: [
            ("gtk_dialog_run(dialog)", "gtk_dialog_run"), ("while gtk_main_iteration() != 0 {}", "gtk_main_iteration"),
            ("_ = gtk_main_iteration_do(0)", "gtk_main_iteration_do"), ("gtk_main()", "gtk_main"),
            ("DispatchQueue.main.async {}", "DispatchQueue.main"), ("let x = try! make()", "try!"),
            ("default: fatalError(\"no\")", "fatalError"), ("Swift.fatalError()", "fatalError"),
        ])
    func callsAreCaught(line: String, call: String) {
        for module in SourceRules.imports.keys {
            let path = "Sources/\(module)/Up.swift"
            #expect(
                SourceRules.offences(in: line, at: path)
                    == [Offence(path: path, line: 1, what: "\(call) is not for this project")])
        }
    }

    @Test("The program ends in one place only, which says why")
    func placeOfEnding() {
        #expect(SourceRules.offences(in: "fatalError(text)", at: SourceRules.placeOfEnding).isEmpty)
        #expect(SourceRules.offences(in: "try! make()", at: SourceRules.placeOfEnding).count == 1)
    }

    @Test(
        "Asking the system for the time, or waiting by it, is caught, but where the clock's time comes from",
        arguments: [
            ("let now = Date()", "Date()"), ("let start = ContinuousClock.now", "ContinuousClock"),
            ("try await Task.sleep(for: .seconds(1))", "Task.sleep"),
            ("queue.asyncAfter(deadline: end) {}", "asyncAfter"),
            ("_ = done.wait(timeout: .now() + 2)", ".now()"), ("usleep(rest)", "usleep"),
            ("clock_gettime(CLOCK_REALTIME, &now)", "clock_gettime"), ("let now = time(nil)", "time(nil)"),
        ])
    func timesAreCaught(line: String, call: String) {
        for module in SourceRules.imports.keys where module != "KirokuBench" {
            let path = "Sources/\(module)/Up.swift"
            #expect(
                SourceRules.offences(in: line, at: path)
                    == [Offence(path: path, line: 1, what: "\(call) is not for this project")])
        }
        for path in SourceRules.placesOfTime.filter({ $0.hasSuffix(".swift") }) {
            #expect(SourceRules.offences(in: line, at: path).isEmpty)
        }
    }

    @Test("A dialog that is not made where all dialogs are made is caught, and an end of the program")
    func placesOfCalls() {
        let line = "let sheet = ModalSheet(over: host, name: name, content: content)"
        let path = "Sources/Kiroku/Made/Up.swift"
        #expect(SourceRules.offences(in: line, at: path).map(\.what) == ["ModalSheet( is not for this project"])
        #expect(SourceRules.offences(in: line, at: "Sources/Kiroku/Dialogs/DocumentWindow+Dialogs.swift").isEmpty)
        #expect(SourceRules.offences(in: line, at: "Sources/KirokuWorkbench/Up.swift").isEmpty)
        #expect(SourceRules.offences(in: "fatalError(text)", at: SourceRules.placeOfEnding).isEmpty)
    }

    @Test(
        "A type that a module is to do without is caught",
        arguments: [
            ("KirokuViews", "Document"), ("KirokuViews", "CardFile"), ("KirokuPresentation", "CardFile"),
        ])
    func hiddenTypesAreCaught(folder: String, type: String) {
        let source = "let shown: \(type)?\nlet event: \(type)Event  // of a \(type)\n"
        let path = "Sources/\(folder)/Made/Up.swift"
        #expect(
            SourceRules.offences(in: source, at: path)
                == [Offence(path: path, line: 1, what: "\(folder) must not name \(type)")])
        #expect(SourceRules.offences(in: source, at: "Sources/Kiroku/Made/Up.swift").isEmpty)
    }

    @Test(
        "Asking for the kind of a field is caught, but in its witnesses",
        arguments: [
            "case .int, .float: .end", "case .bool(true): .bool(false)", "if case .string(let name) = value {",
            "guard case .float(let number) = cell else { return }", "case (.int, .float): convert()",
            "if type == .bool { toggle() }", "filter { $0.type != .string }", "field.type == .date ? 1 : 0",
            "switch fieldType(at: place) {", "case .string(let texts):", "value == .bool(true)", ".int(1) == value",
        ])
    func kindsAreCaught(line: String) {
        for module in ["KirokuPresentation/Grid", "KirokuFile/CardFile", "KirokuViews/RecordGrid", "Kiroku/Fields"] {
            let path = "Sources/\(module)/Up.swift"
            #expect(
                SourceRules.offences(in: line, at: path)
                    == [Offence(path: path, line: 1, what: "asks which kind a field is")])
        }
        #expect(SourceRules.offences(in: line, at: SourceRules.kinds + "UpKind.swift").isEmpty)
    }

    @Test(
        "Asking for the control of a field is caught, but in its presenters",
        arguments: ["type.control == .checkBox", "switch definition.type.control {", "field?.type.control != .stars"])
    func controlsAreCaught(line: String) {
        for path in ["Sources/KirokuViews/FindBar/Up.swift", "Sources/KirokuTable/Text/Up.swift"] {
            #expect(
                SourceRules.offences(in: line, at: path)
                    == [Offence(path: path, line: 1, what: "asks which control a field has")])
        }
        #expect(SourceRules.offences(in: line, at: SourceRules.presenters + "Up.swift").isEmpty)
    }

    @Test(
        "Making a value of a kind is not asking for it",
        arguments: [
            "set(.bool(true), at: place)", "EntryReader(type: .int)", "let type = found ?? .string", "case .date: name",
            "case .texts: break", "key.modifiers == .control", "case .empty, .unfit: nil",
            "return .float(1) // == .float", "PlainNumber.float(text) != nil",
            "if case .texts = piece { return .string }",
        ])
    func makingIsNotAsking(line: String) {
        #expect(SourceRules.offences(in: line, at: "Sources/KirokuViews/FindBar/Up.swift").isEmpty)
    }

    @Test(
        "What only looks like an offence is none",
        arguments: [
            "// import Foundation", "/// Not `fatalError`.", "/* try! */ let x = 1", "/*\nimport Foundation\n*/",
            "gtk_main_do_event(event)", "let gtk_main_loop = 1", "let important = \"x\"", "DispatchQueue.mainly()",
            "let url = \"https://a\" // gtk_main()", "let imports = 1", "retry!", "import Glibc", "",
        ])
    func innocents(source: String) {
        #expect(SourceRules.offences(in: source, at: "Sources/KirokuTable/Made/Up.swift").isEmpty)
    }

    @Test("A path of a machine is caught, an example is none")
    func pathsAreCaught() {
        let home = "/" + "home"
        let work = "/" + "work"
        let offenders = [
            "cd \(home)/someone/kiroku", "\"\(work)/main\"", "path: \(work)", "/" + "Users/someone/x", "/" + "root/x",
        ]
        for line in offenders {
            #expect(SourceRules.pathsOfMachines(in: "first\n" + line, at: "a").map(\.line) == [2])
        }
        for line in ["\(home)/aiko/packages.tsv", "$HOME/x", "docs\(work)/x", "\(work)bench", "https://a.b\(work)"] {
            #expect(SourceRules.pathsOfMachines(in: line, at: "a").isEmpty)
        }
    }

    @Test("A target without tests is caught")
    func untestedTargetsAreCaught() {
        let package = """
            .systemLibrary(name: "CThing"),
            .target(name: "A", dependencies: ["CThing"]),
            .executableTarget(name: "B", dependencies: ["A"]),
            .target(
                name: "C"),
            .target(name: "Help", path: "Tests/Help"),
            .testTarget(name: "ATests", dependencies: ["A"]),
            .testTarget(name: "BTests", dependencies: ["B"]),
            """
        #expect(Self.sourceTargets(of: package) == ["A", "B", "C"])
        let files = ["Tests/ATests/Tests.swift", "Tests/BTests/notes.txt"]
        #expect(Self.untestedTargets(of: package, files: files) == ["B", "C"])
    }

    @Test("An import of what the target does not name is caught")
    func missingDependenciesAreCaught() {
        let package = """
            .systemLibrary(name: "CThing"),
            .target(name: "A", dependencies: ["CThing"]),
            .executableTarget(name: "B", dependencies: ["A"]),
            .testTarget(name: "BTests", dependencies: ["B"]),
            """
        let sources = [
            "Sources/A/a.swift": "import CThing\nimport Glibc", "Sources/B/b.swift": "import A\n  import CThing",
            "Tests/BTests/b.swift": "@testable import B\npublic import A // import CThing",
        ]
        #expect(Self.missingDependencies(of: package, sources: sources) == ["B: CThing", "BTests: A"])
    }

    private static let partsOfCore = ["KirokuTable", "KirokuDocument", "KirokuFile"]

    /// Each as "target: module", in the order of the package.
    private static func missingDependencies(of package: String, sources: [String: String]) -> [String] {
        let targets = declarations(of: package)
        return targets.flatMap { target in
            let folders = ["Sources/\(target.name)/", "Tests/\(target.name)/"]
            let texts = sources.filter { source in folders.contains { source.key.hasPrefix($0) } }.values
            let imports = texts.flatMap { $0.matches(of: /(?m)^[@a-z_ ]*\bimport (\w+)/) }
            let imported = Set(imports.map { String($0.output.1) })
            // Who names the core has its parts as well; the package sees to that.
            let parts = target.text.contains("\"KirokuCore\"") ? partsOfCore : []
            return targets.map(\.name)
                .filter { imported.contains($0) && !target.text.contains("\"\($0)\"") && !parts.contains($0) }
                .map { "\(target.name): \($0)" }
        }
    }

    /// The targets of Sources that hold Swift, in the order of the package.
    private static func sourceTargets(of package: String) -> [String] {
        declarations(of: package)
            .filter { [".target", ".executableTarget"].contains($0.kind) && !$0.text.contains("path: \"Tests/") }
            .map(\.name)
    }

    private static func untestedTargets(of package: String, files: [String]) -> [String] {
        let tested = Set(declarations(of: package).filter { $0.kind == ".testTarget" }.map(\.name))
        return sourceTargets(of: package).filter { name in
            let folder = "Tests/\(name)Tests/"
            let hasFile = files.contains { $0.hasPrefix(folder) && $0.hasSuffix(".swift") }
            return !tested.contains(name + "Tests") || !hasFile
        }
    }

    /// The targets as they are written, each up to the beginning of the next.
    private static func declarations(of package: String) -> [(kind: String, name: String, text: String)] {
        let kinds = [".target", ".executableTarget", ".testTarget", ".systemLibrary"]
        let starts = kinds.flatMap { kind in package.ranges(of: kind + "(").map { (kind, $0) } }
            .sorted { $0.1.lowerBound < $1.1.lowerBound }
        return starts.indices.compactMap { index in
            let (kind, range) = starts[index]
            let end = index + 1 < starts.count ? starts[index + 1].1.lowerBound : package.endIndex
            let text = package[range.upperBound..<end]
            guard let name = text.firstRange(of: "name: \"") else { return nil }
            return (kind, String(text[name.upperBound...].prefix { $0 != "\"" }), String(text))
        }
    }
}

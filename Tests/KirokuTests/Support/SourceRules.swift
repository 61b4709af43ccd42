import FoundationEssentials

/// What a text of the tree does that it must not.
struct Offence: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let what: String

    var description: String { "\(path):\(line): \(what)" }
}

/// What may import what, and what nobody does.
enum SourceRules {
    /// The modules that each folder of Sources may import.
    static let imports: [String: Set<String>] = [
        "Geometry": [],
        "KirokuBase": ["CSystem", "Glibc", "FoundationEssentials", "Synchronization", "Dispatch"],
        "KirokuTable": [
            "KirokuBase", "CSQLite", "CPCRE2", "Glibc", "FoundationEssentials", "Synchronization", "Dispatch",
        ],
        "KirokuDocument": ["KirokuTable", "Glibc", "FoundationEssentials", "Synchronization", "Dispatch"],
        "KirokuFile": [
            "KirokuDocument", "CSQLite", "CGLib", "Glibc", "FoundationEssentials", "Synchronization", "Dispatch",
        ],
        "KirokuCore": ["KirokuFile"],
        "KirokuServer": [
            "KirokuPictures", "KirokuCore", "CPostgreSQL", "Glibc", "FoundationEssentials", "Synchronization",
            "Dispatch",
        ],
        "KirokuSecrets": ["KirokuServer", "KirokuCore", "CSecret", "Dispatch"],
        "KirokuPictures": ["KirokuCore", "CGLib", "Glibc", "FoundationEssentials", "Synchronization", "Dispatch"],
        "KirokuPresentation": ["KirokuPictures", "KirokuCore", "Geometry", "Glibc", "FoundationEssentials"],
        "DecoderTool": ["KirokuPictures", "KirokuCore", "CPixbuf", "Glibc", "FoundationEssentials"],
        "GtkKit": ["Geometry", "CGtk", "Glibc"],
        "KirokuViews": ["KirokuPresentation", "KirokuPictures", "KirokuCore", "GtkKit", "Geometry"],
        "KirokuCommands": [
            "KirokuCore", "KirokuPictures", "KirokuServer", "CSystem", "CZlib", "Glibc", "Dispatch", "Synchronization",
        ],
        "CommandTool": ["KirokuCommands", "KirokuSecrets", "KirokuCore", "Glibc"],
        "KirokuWorkbench": [
            "KirokuViews", "KirokuPresentation", "KirokuPictures", "KirokuCore", "GtkKit", "Geometry", "Glibc",
            "FoundationEssentials", "Synchronization",
        ],
        "Kiroku": [
            "KirokuViews", "KirokuCommands", "KirokuSecrets", "KirokuServer", "KirokuPresentation", "KirokuPictures",
            "KirokuCore", "GtkKit", "Geometry", "Glibc", "Synchronization", "Dispatch",
        ],
        "KirokuBench": ["KirokuCore", "KirokuPictures", "FoundationEssentials", "Glibc"],
    ]

    /// A nested main loop stalls the main actor, and a message for the user is better than the end of the program.
    static let forbiddenCalls = [
        "gtk_dialog_run", "gtk_main_iteration", "gtk_main_iteration_do", "gtk_main", "DispatchQueue.main", "try!",
        "fatalError",
    ]

    /// The system's time and its pauses: all code asks `AppClock`, so that tests move it and wait for nothing.
    static let callsOfTime = [
        "Date()", "Date.now", "ContinuousClock", "SuspendingClock", "Task.sleep", "Thread.sleep", "DispatchTime",
        "DispatchWallTime", "asyncAfter", ".now()", "clock_gettime", "gettimeofday", "time(nil)", "usleep", "nanosleep",
        "g_usleep", "g_get_monotonic_time", "g_get_real_time", "g_timeout_add", "g_timeout_add_seconds",
    ]

    /// Where the system is asked for the time, and why.
    static let placesOfTime = [
        // What the clock itself goes by.
        "Sources/KirokuBase/Clock/RealTime.swift",
        // How long something has taken, for the tables of times.
        "Sources/KirokuBench/", "Sources/GtkKit/Loop/MainLoopTimes.swift",
        // The times of files are the system's.
        "Sources/KirokuBase/Files/FileStamp.swift", "Sources/DecoderTool/PictureInput.swift",
        // How long another program or a server may take to answer.
        "Sources/KirokuServer/Connection/ServerWire.swift", "Sources/KirokuPictures/Wire/FrameChannel.swift",
        "Sources/GtkKit/Application/BrowserLine.swift", "Sources/GtkKit/Application/FileChooser.swift",
        "Sources/KirokuSecrets/SecretService.swift", "Sources/GtkKit/Application/BrowserDisplay.swift",
        "Sources/Kiroku/Screens/Cards/Clipboard/CopiedCells.swift",
        // The main loop, as long as tests have it run.
        "Sources/GtkKit/Loop/MainQueueBridge.swift",
    ]

    /// Dialogs are made in one place, so that all look as the user wants them.
    static let calls = [(call: "ModalSheet(", folder: "Sources/Kiroku/", place: "Dialogs/DocumentWindow+Dialogs.swift")]

    /// Where the program may end for a mistake of its own, after it has said which.
    static let placeOfEnding = "Sources/KirokuBase/Reports/Reports.swift"

    /// Types that a module could see but is to do without: views show any `TableModel`.
    static let hiddenTypes = [
        "KirokuPresentation": ["CardFile"],
        "KirokuViews": ["Document", "CardFile"],
    ]

    /// Where it may be asked which kind a field is: the witnesses, and the enums that have a case for each.
    static let kinds = "Sources/KirokuTable/Records/Kinds/"

    /// Where it may be asked which control a field has: nothing else has a switch over all of them.
    static let presenters = "Sources/KirokuViews/Presenters/"

    /// Where cases of the same names are those of preferences, property lists and JSON, which are no kinds of fields.
    static let placesOfOtherKinds = [
        "Sources/KirokuDocument/Preferences/", "Sources/KirokuTable/PropertyLists/PropertyValue.swift",
        "Sources/KirokuTable/Text/Lists/", "Sources/KirokuDocument/Document/History/JSON",
        "Sources/KirokuFile/Backups/BackupSet.swift", "Sources/KirokuPresentation/DocumentTemplate.swift",
        "Sources/Kiroku/Window/Memory/",
    ]

    /// One of these is in each line that asks which kind a field is.
    private static let wordsOfKinds = [".int", ".float", ".bool", ".string", ".date", ".decimal", "ieldType"]

    /// The people in examples.
    static let examplePeople: Set<String> = ["aiko"]

    /// Imports and calls in one file of Sources.
    static func offences(in source: String, at path: String) -> [Offence] {
        let parts = path.split(separator: "/")
        guard parts.count > 2, path.hasSuffix(".swift") else { return [] }
        let module = String(parts[1])
        // Most files have none of these words, so that their lines need not be searched one by one.
        var calls = forbiddenCalls.filter { path != placeOfEnding || $0 != "fatalError" }
        if !placesOfTime.contains(where: path.hasPrefix) { calls += callsOfTime }
        calls += self.calls.filter { path.hasPrefix($0.folder) && path != $0.folder + $0.place }.map(\.call)
        calls = calls.filter(source.contains)
        let hidden = hiddenTypes.filter { path.hasPrefix("Sources/\($0.key)/") }
            .mapValues { $0.filter(source.contains) }
        let mayAsk = !path.hasPrefix(kinds) && !placesOfOtherKinds.contains(where: path.hasPrefix)
        let words = mayAsk ? wordsOfKinds.filter(source.contains) : []
        let asksForControl =
            !path.hasPrefix(kinds) && !path.hasPrefix(presenters) && source.contains(".control")
        var found: [Offence] = []
        for (index, line) in code(of: source).enumerated() {
            for name in importedModules(in: line) where !(imports[module]?.contains(name) ?? false) {
                found.append(Offence(path: path, line: index + 1, what: "\(module) must not import \(name)"))
            }
            for call in calls where contains(call, in: line) {
                found.append(Offence(path: path, line: index + 1, what: "\(call) is not for this project"))
            }
            for (folder, types) in hidden {
                for type in types where contains(type, in: line) {
                    found.append(Offence(path: path, line: index + 1, what: "\(folder) must not name \(type)"))
                }
            }
            if words.contains(where: line.contains), asksForKind(line) {
                found.append(Offence(path: path, line: index + 1, what: "asks which kind a field is"))
            }
            if asksForControl, line.contains(/[tT]ype\)?[?!]?\.control\b/) {
                found.append(Offence(path: path, line: index + 1, what: "asks which control a field has"))
            }
        }
        return found
    }

    /// Whether a line looks at the type of a field, a cell or a column instead of asking its witness.
    ///
    /// Other enums may have a case `date`, so that counts only where a type is named beside it.
    private static func asksForKind(_ line: String) -> Bool {
        line.contains(/\bcase\b[^:={]*\.(int|float|bool|string|decimal)\b/)
            || line.contains(/[=!~]= *\.(int|float|bool|string|decimal)\b/)
            || line.contains(/(^|[^\w)\]>])\.(int|float|bool|string|decimal)(\([^()]*\))? *[=!~]=/)
            || line.contains(/[tT]ype\)?[?!]? *([=!~]=|\{|,) *(case )?\.date\b/)
            || line.contains(/\bswitch\b.*\b[a-zA-Z]*[fF]ieldType\b/)
    }

    /// Paths that are good on one machine only, in a file of any kind.
    static func pathsOfMachines(in text: String, at path: String) -> [Offence] {
        // Written so that this file is not an offender itself.
        let places = ["home", "Users"].map { "/" + $0 + "/" }.filter(text.contains)
        let folders = ["work", "root"].map { "/" + $0 }.filter(text.contains)
        if places.isEmpty, folders.isEmpty { return [] }
        var found: [Offence] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            for place in places {
                for range in line.ranges(of: place) {
                    let name = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
                    guard !name.isEmpty, !examplePeople.contains(String(name)) else { continue }
                    found.append(Offence(path: path, line: index + 1, what: "names \(place)\(name)"))
                }
            }
            for folder in folders {
                for range in line.ranges(of: folder) where isWholeFolder(range, of: line) {
                    found.append(Offence(path: path, line: index + 1, what: "names \(folder)"))
                }
            }
        }
        return found
    }

    /// The lines of a source without comments, but with what is in its string literals.
    static func code(of source: String) -> [String] {
        var lines: [String] = []
        var isComment = false
        for line in source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            var kept: [UInt8] = []
            var isText = false
            var rest = Array(line)[...]
            while let byte = rest.popFirst() {
                if isComment {
                    guard byte == star, rest.first == slash else { continue }
                    isComment = false
                    rest.removeFirst()
                } else if !isText, byte == slash, rest.first == slash {
                    break
                } else if !isText, byte == slash, rest.first == star {
                    isComment = true
                    rest.removeFirst()
                } else {
                    kept.append(byte)
                    if byte == UInt8(ascii: "\"") { isText.toggle() }
                    if isText, byte == UInt8(ascii: "\\"), let next = rest.popFirst() { kept.append(next) }
                }
            }
            lines.append(String(decoding: kept, as: UTF8.self))
        }
        return lines
    }

    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")

    /// The modules that a line imports, however the import is written.
    static func importedModules(in line: String) -> [String] {
        line.split(separator: ";").compactMap { statement in
            var words = statement.split(whereSeparator: \.isWhitespace)[...]
            while let word = words.first,
                word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
            {
                words = words.dropFirst()
            }
            guard words.popFirst() == "import" else { return nil }
            if words.count > 1 { words = words.dropFirst() }
            return words.first?.split(separator: ".").first.map(String.init)
        }
    }

    private static func contains(_ call: String, in line: String) -> Bool {
        line.ranges(of: call).contains { range in
            !isName(line[..<range.lowerBound].last)
                && (call.hasSuffix("!") || call.hasSuffix("(") || !isName(line[range.upperBound...].first))
        }
    }

    private static func isName(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }

    private static func isWholeFolder(_ range: Range<String.Index>, of line: Substring) -> Bool {
        let before = line[..<range.lowerBound].last
        let after = line[range.upperBound...].first
        let isStart = !isName(before) && !(before.map { "./-})".contains($0) } ?? false)
        return isStart && !isName(after) && after != "-" && after != "."
    }
}

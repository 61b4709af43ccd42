import Glibc
import KirokuCore

/// Kiroku's part of `make bench`: makes the table, and measures Kiroku's work with it.
@main
enum Bench {
    private static let usage = """
        Usage:
          kiroku-bench cards ROWS FILE [--dirty] [--seed N]
              write the table that is measured on, as tab-separated text
          kiroku-bench work FILE FOLDER [RUNS [WORK]]
              measure all work with the table in FILE, and leave the document made from it in FOLDER; with WORK, that alone,
              with the document that is there
          kiroku-bench memory FILE
              measure what the table takes in memory
          kiroku-bench undo FILE
              measure what 10,000 steps of undo take in memory
          kiroku-bench pictures FOLDER DECODERS [RUNS]
              measure thumbnails of the photographs in FOLDER, by one decoder or several at a time

        Figures are printed one piece of work a line: its name, a tab, and a figure for each run.

        """

    /// Does what the arguments say; exits with 2 if they are invalid, and with 1 if the work fails.
    static func main() async {
        // The user's locale, as in the program itself, for the order of texts.
        setlocale(LC_ALL, "")
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch is UnknownCommand {
            show(usage)
            exit(2)
        } catch {
            show("kiroku-bench: \(error)\n")
            exit(1)
        }
    }

    private static func show(_ text: String) {
        _ = write(STDERR_FILENO, text, text.utf8.count)
    }

    private static func run(_ arguments: [String]) async throws {
        switch (arguments.first, arguments.count) {
        case ("cards", 3...): try writeCards(arguments)
        case ("work", 3...5): try await measureWork(arguments)
        case ("memory", 2): try await MemoryUse.measureTable(arguments[1])
        case ("pictures", 3...4): try await measurePictures(arguments)
        case ("undo", 2): try await MemoryUse.measureUndo(arguments[1])
        default: throw UnknownCommand()
        }
    }

    private static func writeCards(_ arguments: [String]) throws {
        var isDirty = false
        var seed = CardTable.usualSeed
        var options = arguments.dropFirst(3)
        while let option = options.popFirst() {
            switch option {
            case "--dirty": isDirty = true
            case "--seed":
                guard let number = options.popFirst().flatMap({ Int($0) }), number >= 0 else { throw UnknownCommand() }
                seed = number
            default: throw UnknownCommand()
            }
        }
        guard let rows = Int(arguments[1]), (0..<Int(UInt32.max)).contains(rows) else { throw UnknownCommand() }
        try LineFile.write(CardTable(rows: rows, isDirty: isDirty, seed: seed), to: arguments[2])
    }

    private static func measurePictures(_ arguments: [String]) async throws {
        guard let lines = Int(arguments[2]), lines > 0, let runs = Int(arguments.count > 3 ? arguments[3] : "5"),
            runs > 0
        else { throw UnknownCommand() }
        try await Thumbnails(folder: arguments[1], lines: lines).measure(runs: runs)
    }

    private static func measureWork(_ arguments: [String]) async throws {
        guard let runs = Int(arguments.count > 3 ? arguments[3] : "5"), runs > 0 else { throw UnknownCommand() }
        let cards = try await Cards(path: arguments[1])
        let stopwatch = Stopwatch(runs: runs, only: arguments.count > 4 ? arguments[4] : nil)
        try await Finding(cards: cards).measure(stopwatch)
        try await Ordering(cards: cards).measure(stopwatch)
        try await Duplicates(cards: cards).measure(stopwatch)
        try await Kinds(cards: cards).measure(stopwatch)
        try await Texts(cards: cards).measure(stopwatch)
        try await Documents(cards: cards, folder: arguments[2]).measure(stopwatch)
    }
}

/// The arguments are not among those of the usage text.
struct UnknownCommand: Error {}

/// The table in memory, and its fields.
struct Cards: Sendable {
    let path: String
    let table: RecordTable
    let number: Field<Int>
    let rate: Field<Double>
    let name: Field<String>

    /// Reads the table from a file that ``CardTable`` has written.
    init(path: String) async throws {
        self.path = path
        table = try await SeparatedTextFile.read(path: path).table
        number = try table.schema.field("Number", of: Int.self)
        rate = try table.schema.field("Rate", of: Double.self)
        name = try table.schema.field("Name", of: String.self)
    }
}

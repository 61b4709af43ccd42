import FoundationEssentials
import Glibc
import KirokuCore
import KirokuServer

/// Measures what sharing a document through a PostgreSQL server takes (`make bench-shared`).
@main
enum SharedBench {
    private static let usage = """
        Usage: kiroku-shared-bench ADDRESS PID WORK
          ADDRESS  of a database on a server, without a table
          PID      of the server
          WORK     live DESKS SECONDS
                     that many desks make an edit a second each, and look when the server notifies
                   polling DESKS SECONDS
                     the same without notifications
                   queue EDITS
                     edits that have waited are sent
                   edit CELLS
                     one edit of that many cells is sent: of a shared document, and of another program's table
                   join RECORDS
                     a table is put on the server, and read from there
                   join-other RECORDS
                     a table that another program has made is copied
                   look RECORDS
                     the table “look”, which has so many, is looked at in the server
                   losing DESKS EDITS
                     desks edit a few cells, once with Kiroku, and once as programs do that write what was typed

        """

    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let text = error is UnknownWork ? usage : "kiroku-shared-bench: \(error)\n"
            _ = write(STDERR_FILENO, text, text.utf8.count)
            exit(error is UnknownWork ? 2 : 1)
        }
    }

    private struct UnknownWork: Error {}

    private static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 4, let server = Int32(arguments[1]) else { throw UnknownWork() }
        let numbers = arguments.dropFirst(3).compactMap(Int.init)
        let place = BenchPlace(database: arguments[0], server: server)
        switch (arguments[2], numbers.count) {
        case ("live", 2): try await LiveBench(place, desks: numbers[0], seconds: numbers[1], isListening: true).run()
        case ("polling", 2):
            try await LiveBench(place, desks: numbers[0], seconds: numbers[1], isListening: false).run()
        case ("queue", 1): try await TransferBench(place).sendQueue(numbers[0])
        case ("edit", 1): try await TransferBench(place).sendEdit(numbers[0])
        case ("join", 1): try await TransferBench(place).join(numbers[0])
        case ("join-other", 1): try await TransferBench(place).joinOther(numbers[0])
        case ("look", 1): try await BrowseBench(place, numbers[0]).run()
        case ("losing", 2): try await LosingBench(place, desks: numbers[0], edits: numbers[1]).run()
        default: throw UnknownWork()
        }
    }

    /// Prints a figure, with what it is of.
    static func log(_ name: String, _ figure: String) {
        print("\(name)\t\(figure)")
        fflush(nil)
    }
}

/// Where it is measured.
struct BenchPlace: Sendable {
    /// The address of the database, without a table.
    let database: String
    /// The process of the server.
    let server: Int32
    /// For the files, removed in the end.
    let folder: String

    init(database: String, server: Int32) {
        (self.database, self.server) = (database, server)
        folder = "/tmp/kiroku-shared-bench-\(getpid())"
    }

    func address(_ table: String) throws -> ServerAddress {
        try ServerAddress(database + (database.contains("?") ? "&" : "?") + "table=" + table)
    }

    func path(_ name: String) -> String { "\(folder)/\(name).kiroku" }

    /// Works with the folder.
    func working(_ body: () async throws -> Void) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body()
    }

    /// Makes a document, and shares it.
    func share(_ table: RecordTable, as name: String) async throws {
        let store = try await DocumentStores.create(at: path(name), table: table)
        await store.close()
        let document = try await DocumentToShare.open(path(name))
        try await document.share(by: try document.plan(at: try address(name), roles: [], schema: "public"))
        await document.close()
    }

    /// A table with this many records of six fields.
    static func table(_ count: Int) throws -> RecordTable {
        var table = try RecordTable(
            fieldNames: ["Name", "Place", "Visits", "Fee", "Since", "Note"],
            fieldTypes: [.string, .string, .int, .decimal, .date, .string])
        for number in 0..<count {
            try table.addRecord([
                .string("Record \(number)"), .string(number % 3 == 0 ? "京都" : "Himeji"), .int(number),
                CellValue(plain: "\(number % 1_000).50", of: .decimal), CellValue(plain: "2026-05-01", of: .date),
                .string("a note of some length, number \(number)"),
            ])
        }
        return table
    }

    /// The processor time that the server has taken so far, in seconds.
    func serverSeconds() -> Double {
        var ticks = 0
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for name in names {
            guard let process = Int32(name),
                let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { continue }
            let words = text[text.index(after: end)...].split(separator: " ")
            guard words.count > 14, process == server || words[1] == String(server) else { continue }
            ticks += (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0)
            // Of those that have ended.
            if process == server { ticks += (Int(words[13]) ?? 0) + (Int(words[14]) ?? 0) }
        }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

/// Milliseconds or seconds since some moment.
enum BenchClock {
    static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    static func seconds(since start: Int) -> Double { Double(nanoseconds - start) / 1e9 }

    static func text(_ value: Double, _ places: Int = 1) -> String {
        let scale = pow(10, Double(places))
        return "\((value * scale).rounded() / scale)"
    }
}

import Glibc
import KirokuCore

/// What others write to a document while it is open, until it is shown.
///
/// The time begins before the other one writes, so writing itself is in it.
@MainActor
struct OthersWriting {
    let cards: Cards
    /// The document with these records.
    let path: String

    private static let runs = 25

    func measure(_ stopwatch: Stopwatch) async throws {
        var stopwatch = stopwatch
        stopwatch.runs = max(stopwatch.runs, Self.runs)
        let store = DocumentStores.at(path)
        let document = Document(title: "Cards", contents: try await store.load(), store: store)
        let seen = ChangeWaiter(of: document)
        let number = document.table.schema.index(of: cards.number.id) ?? 0
        try await measureKiroku(stopwatch, document, seen, number)
        // Checks that follow each other immediately are delayed.
        let rest = { try await Task.sleep(for: .seconds(1)) }
        try await stopwatch.measure("see a cell that sqlite3 sets", prepare: rest) {
            let record = document.table.ids[Int.random(in: 0..<document.table.count)].rawValue
            let cell = "f\(cards.number.id.rawValue) = \(Int.random(in: 0..<1 << 40))"
            try await seen.next {
                try Tool.run("sqlite3", [path, "UPDATE records SET \(cell) WHERE id = \(record)"])
            }
        }
        await document.close()
    }

    private func measureKiroku(
        _ stopwatch: Stopwatch, _ document: Document, _ seen: ChangeWaiter, _ field: Int
    ) async throws {
        let store = DocumentStores.at(path)
        let other = Document(title: "Cards", contents: try await store.load(), store: store)
        try await stopwatch.measure("see an edit of another Kiroku") {
            let record = Int.random(in: 0..<other.table.count)
            try await seen.next {
                try other.setCells([CellEdit(record: record, field: field, value: .int(.random(in: 0..<1 << 40)))])
            }
        }
        await other.close()
    }
}

/// Waits for what others have changed in a document.
@MainActor
private final class ChangeWaiter {
    private var observation: Observation?
    private var waiting: CheckedContinuation<Void, Never>?

    init(of document: Document) {
        observation = document.observe { [weak self] event in
            guard case .changedByOthers = event else { return }
            self?.waiting?.resume()
            self?.waiting = nil
        }
    }

    /// Returns when the document shows what `write` lets others write.
    func next(_ write: () throws -> Void) async throws {
        try write()
        // Nothing is shown before this function waits, as both are on the main actor.
        await withCheckedContinuation { waiting = $0 }
    }
}

/// Another program.
private enum Tool {
    /// Starts a program that is found by its name, and does not wait for its end.
    static func run(_ name: String, _ arguments: [String]) throws {
        var process: pid_t = 0
        let words = ([name] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // The kernel forgets processes that no one waits for.
        signal(SIGCHLD, SIG_IGN)
        let code = posix_spawnp(&process, name, nil, nil, words, environ)
        guard code == 0 else { throw SystemFailure(path: name, code: code) }
    }
}

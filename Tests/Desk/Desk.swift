import CoreTestSupport
import Dispatch
import Glibc
import KirokuCore

/// A window without a window: opens a document, edits it by a seed, and tells what it does and sees.
///
///     kiroku-desk new DOCUMENT
///     kiroku-desk DOCUMENT NAME SEED EDITS [--blind]
///
/// When its edits are saved, it waits for lines on the standard input: `tell` and `close`.
@main
enum Desk {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        do {
            if arguments.first == "new", let path = arguments.last {
                try await makeDocument(at: path)
            } else {
                try await work(Array(arguments))
            }
        } catch {
            let text = "kiroku-desk: \(error)\n"
            _ = write(STDERR_FILENO, text, text.utf8.count)
            exit(1)
        }
    }

    private static func makeDocument(at path: String) async throws {
        let names = ["Record", "A", "B", "C"]
        let fields = try names.enumerated().map { index, name in
            try FieldDefinition(
                id: FieldID(rawValue: index + 1), name: name, type: .string, initialValue: .string("field \(name)"))
        }
        var table = RecordTable(schema: try Schema(fields: fields, nextFieldID: FieldID(rawValue: names.count + 1)))
        for record in 1...12 {
            try table.addRecord(names.map { .string($0 == "Record" ? "record \(record)" : "text \($0)\(record)") })
        }
        try await DocumentStores.create(at: path, table: table).close()
    }

    private static func work(_ arguments: [String]) async throws {
        guard arguments.count >= 4, let seed = UInt64(arguments[2]), let count = Int(arguments[3]) else {
            throw StorageError.unsupported
        }
        if let folder = getenv("KIROKU_DESKS") { RecordIDSource.shared.leaseIDs(in: String(cString: folder)) }
        let path = arguments[0]
        var store = DocumentStores.at(path)
        if arguments.last == "--blind" { store = BlindStore(store: store) }
        let contents = try await store.load()
        let document = await Document(title: arguments[1], contents: contents, store: store)
        let script = await Script(document, name: arguments[1], seed: seed)
        await script.play(count)
        for await line in lines() {
            if line == "tell" { await script.tell() }
            if line == "close" { break }
        }
        await script.close()
    }

    private static func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        DispatchQueue.global().async {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }
}

import CoreTestSupport
import Synchronization
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Gives a text in pieces, and waits before each until others had their turn; may fail in the end.
final class PieceSource: ByteSource {
    private let pieces: Mutex<[[UInt8]]>
    private let failure: StorageError?

    init(_ pieces: [[UInt8]], failure: StorageError? = nil) {
        self.pieces = Mutex(pieces.reversed())
        self.failure = failure
    }

    func read() async throws(StorageError) -> [UInt8] {
        await Task.yield()
        if let piece = pieces.withLock({ $0.popLast() }) { return piece }
        if let failure { throw failure }
        return []
    }
}

@Suite("Text that comes in pieces")
struct PieceTests {
    private static let lines = [
        "1\t1.50\ttrue\tAiko\n", "-20\t12.25\tFalse\t東京\n", "300\t\t\t\"a\tb\n\"\"c\"\"\"\n", "\t1e5\tTRUE\t\"lone\n",
        "4\t.5\ttrue\n", "5\t7.75\tfalse\tx\ty\n", "\n", "6\t0.1234567890123456\ttrue\t\"1\"\r\n", "x\t2\t1\t-\n",
    ]

    private func randomPieces(_ text: [UInt8], _ random: inout SeededGenerator) -> [[UInt8]] {
        var rest = text[...]
        var pieces: [[UInt8]] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...(Bool.random(using: &random) ? 5 : 50_000), using: &random)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    @Test("However it is cut, it is read as when it is there as a whole", arguments: 0..<40 as Range<UInt64>)
    func pieces(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let count = [0, 1, 5, 40, 8_000].randomElement(using: &random) ?? 0
        let kinds = Int.random(in: 1...Self.lines.count, using: &random)
        var text = "Number\tRate\tMember\tName\n"
        for _ in 0..<count { text += Self.lines[Int.random(in: 0..<kinds, using: &random)] }
        let bytes = Array(text.utf8)
        let whole = try await SeparatedText.read(bytes)
        let pieces = randomPieces(bytes, &random)
        let piped = try await SeparatedTextFile.read(from: PieceSource(pieces), name: "pipe")
        #expect(piped.table == whole.table)
        #expect(piped.notices == whole.notices)
        #expect(piped.hadHeader == whole.hadHeader && piped.format == whole.format)
        let schema = try Schema(names: ["Number", "Rate", "Name"], types: [.int, .float, .string])
        let wholeRecords = try await SeparatedText.read(bytes, into: schema)
        let records = try await SeparatedTextFile.read(from: PieceSource(pieces), name: "pipe", into: schema)
        #expect(records.table == wholeRecords.table)
        #expect(records.notices == wholeRecords.notices && records.fields == wholeRecords.fields)
    }

    @Test("Other encodings are seen in pieces, too", arguments: [TextEncoding.shiftJIS, .eucJP, .utf16, .latin1])
    func encodings(encoding: TextEncoding) async throws {
        let word = encoding == .latin1 ? "Café crème" : "東京都の桜"
        let text = "Number\tName\n" + (0..<9_000).map { "\($0)\tplain\n" }.joined() + "1\t\(word)\n2\t\(word)\n"
        let bytes = try encoding.encode(Array(text.utf8))
        var random = SeededGenerator(seed: 1)
        let source = PieceSource(randomPieces(bytes, &random))
        let piped = try await SeparatedTextFile.read(from: source, name: "pipe")
        #expect(piped.encoding == encoding)
        #expect(piped.table[9_001, 1] == .string(word))
        #expect(try await piped.notices == SeparatedText.read(bytes).notices)
        let told = try await SeparatedTextFile.read(
            from: PieceSource([bytes]), name: "pipe", options: .init(encoding: encoding))
        #expect(told.table == piped.table)
    }

    @Test("UTF-8 is held back no longer than there is a doubt")
    func heldBack() {
        var decoder = PipeDecoder(isKnown: false)
        #expect(decoder.take(Array("plain".utf8)) == Array("plain".utf8))
        #expect(decoder.take(Array("x東".utf8)) == Array("x".utf8))
        #expect(decoder.take([0xe4, 0xba]).isEmpty)
        let many = [0xac] + Array(String(repeating: "京", count: 1_000).utf8)
        #expect(decoder.take(many) == Array("東".utf8) + [0xe4, 0xba] + many)
        #expect(decoder.take([0xff]) == [0xff])
        #expect(decoder.finish().isEmpty)
        #expect(decoder.decoding.encoding == .utf8)
    }

    @Test("A source that fails in the middle gives its error, and no table")
    func failing() async throws {
        let error = StorageError.unreadable(path: "pipe", reason: "gone")
        for count in [0, 1, 100_000] {
            let pieces = (0..<count).map { Array("\($0)\tabc\n".utf8) }
            await #expect(throws: error) {
                try await SeparatedTextFile.read(from: PieceSource(pieces, failure: error), name: "pipe")
            }
        }
    }

    @Test("What is not text is refused with its place")
    func noText() async throws {
        let pieces = (0..<40_000).map { Array("\($0)\tabc\n".utf8) } + [Array("a\t東".utf8) + [0xff, 0x0a]]
        let reason = TextError.notText(in: .utf8, from: TextPosition(line: 40_001, column: 4)).message
        await #expect(throws: StorageError.malformed(path: "pipe", reason: reason)) {
            try await SeparatedTextFile.read(
                from: PieceSource(pieces), name: "pipe", options: .init(encoding: .utf8))
        }
    }

    @Test("A value of another type brings back how those before it were written")
    func writtenForms() async throws {
        let written: [[String]] = [
            [
                "1.50", "-0.00", "0.05", "12345678.12", "999999999999.125", "7", "-3", "1e5", "1E-05", ".5", "-.25",
                "0.1234567890123456", "2.2287430354194016e+16", "100000000000000000000.5", "",
            ],
            ["true", "True", "TRUE", "false", "False", "FALSE", ""],
            ["0", "-1", "9223372036854775807", "-9223372036854775808", "12345678", "123456789", ""],
        ]
        for values in written {
            for last in ["x", "1.2.3"] {
                let text = "Name\tOther\n" + (values + [last]).map { "\($0)\tz\n" }.joined()
                let read = try await readText(text)
                #expect(read.table.fieldTypes[0] == .string)
                #expect(read.table.rows.map { $0[0] } == (values + [last]).map { $0.isEmpty ? .empty : .string($0) })
            }
        }
    }

    @Test(
        "Parts that are read at the same time agree on a type",
        arguments: [("1", "1.5"), ("1.5", "1"), ("1", "x"), ("1.50", "1.5"), ("", "1"), ("TRUE", "1"), ("x", "")])
    func parts(first: String, last: String) async throws {
        let half = 12_000
        let lines = [String](repeating: first, count: half) + [String](repeating: last, count: half)
        let padding = String(repeating: "long ", count: 20)
        let read = try await readText("Name\tOther\n" + lines.map { "\($0)\t\(padding)\n" }.joined())
        let short = try await readText("Name\tOther\n\(first)\ty\n\(last)\ty\n")
        #expect(read.table.fieldTypes == short.table.fieldTypes)
        #expect(read.table[half - 1, 0] == short.table[0, 0] && read.table[half, 0] == short.table[1, 0])
        #expect(read.table.count == 2 * half && read.table[2 * half - 1, 0] == short.table[1, 0])
    }

    @Test("Short numbers are those that the slower reader has", arguments: [1, 2, 3] as [UInt64])
    func shortNumbers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let signs = Array("0123456789012345678901234567890123456789.-+e ".utf8)
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...10, using: &random)
            let text = (0..<count).map { _ in signs.randomElement(using: &random) ?? 0 }
            let behind = (0..<8).map { _ in signs.randomElement(using: &random) ?? 0 }
            (text + behind).withUnsafeBufferPointer { bytes in
                let text = UnsafeBufferPointer(rebasing: bytes[..<count])
                #expect(ShortNumber.int(text) == PlainNumber.int(text))
                #expect(ShortNumber.decimal(text) == DecimalNumber(plain: text))
                guard let short = ShortNumber.float(text) else { return }
                let plain = PlainNumber.float(text)
                #expect(short.value == plain?.value && short.value.sign == plain?.value.sign)
                #expect(short.decimals.count == plain?.decimals.count)
                #expect(short.decimals.endsInZero == plain?.decimals.endsInZero)
                #expect(short.decimals.form == plain?.decimals.form)
            }
        }
    }

    @Test("Lines that end with CR LF: nothing in them is an empty line, and nothing behind them too much")
    func emptyLines() async throws {
        let read = try await readText("a\tb\r\n\r\n1\tx\t\r\n\r\n2\ty\r\n")
        #expect(read.table.fieldNames == ["a", "b"])
        #expect(read.table.rows == [[.int(1), .string("x")], [.int(2), .string("y")]])
        #expect(read.notices == [TextNotice(kind: .emptyLine, count: 2, first: TextPosition(line: 2, column: 1))])
    }
}

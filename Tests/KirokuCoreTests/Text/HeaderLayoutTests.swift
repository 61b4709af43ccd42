import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// The beginnings of tables as other people write them.
///
/// `Tools/bench/layouts.py` says what other programs make of the same.
@Suite("Whether the first line holds names, in layouts of real files")
struct HeaderLayoutTests {
    struct Layout: Sendable, CustomTestStringConvertible {
        let name: String
        let hasNames: Bool
        let text: String

        var testDescription: String { name }
    }

    static let layouts: [Layout] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Fixtures/Layouts/headers.txt")
        guard let data = try? Data(contentsOf: file) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n== ").dropFirst().map { block in
            let lines = block.split(separator: "\n", maxSplits: 1)
            return Layout(name: String(lines[0]), hasNames: lines[0].hasPrefix("names"), text: lines[1] + "\n")
        }
    }()

    @Test("The layouts are of both sorts")
    func count() {
        #expect(Self.layouts.count(where: \.hasNames) >= 40)
        #expect(Self.layouts.count { !$0.hasNames } >= 25)
    }

    @Test("Decided as the owner meant it", arguments: layouts)
    func decided(layout: Layout) async throws {
        let text = Array(layout.text.utf8)
        #expect(try await SeparatedText.read(text).hadHeader == layout.hasNames)
        #expect(try await SeparatedText.read(text, options: .init(types: .text)).hadHeader == layout.hasNames)
        #expect(try await SeparatedText.preview(text, isWhole: true).hasHeader == layout.hasNames)
    }

    @Test("Numbers at the ends of their range are compared as others are")
    func extremeNumbers() async throws {
        let text = "0,1,2,3\n9223372036854775807,-9223372036854775808,9223372036854775807,5\n"
        #expect(try await !SeparatedText.read(Array(text.utf8)).hadHeader)
    }

    @Test("Where each record has one cell more than the header, the first column is without a name")
    func rowNames() async throws {
        let read = try await readText("mpg\tcyl\nMazda RX4\t21\t6\nDatsun 710\t22.8\t4\n")
        #expect(read.table.fieldNames == ["Field 1", "mpg", "cyl"])
        #expect(read.table.fieldTypes == [.string, .float, .int])
        #expect(read.notices.map(\.kind) == [.mendedName])
    }
}

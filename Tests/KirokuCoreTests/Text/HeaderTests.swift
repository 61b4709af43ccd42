import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The header line")
struct HeaderTests {
    @Test(
        "Recognised",
        arguments: [
            "Name\tAge\nAiko\t7\n", "Name\tPlace\nAiko\tTokyo\n", "name\n1\n", "A\tA\n1\t2\n", "A\t\n1\t2\n",
            "Name\tPlace\n", "番号\t名前\n007\tあ\n", "Field 1\tField 2\n\"\"\tx\n",
        ])
    func present(text: String) async throws {
        #expect(try await readText(text).hadHeader)
    }

    @Test(
        "Not there",
        arguments: [
            "Aiko\t7\nJiro\t8\n", "1\t2\n3\t4\n", "x\ttrue\ny\tfalse\n", "2019\t2020\n1\t2\n", "a\ta\nb\tc\n",
            "a\t\nb\tc\n", "007\tx\n008\ty\n", "2024-01-01\tx\n2024-01-02\ty\n", "\t\n1\t2\n",
            "\"two\nlines\"\tx\na\tb\n", "1e5\tx\ny\tz\n",
        ])
    func absent(text: String) async throws {
        let read = try await readText(text)
        #expect(!read.hadHeader)
        #expect(read.table.fieldNames == ["Field 1", "Field 2"])
    }

    @Test("The caller may know better")
    func stated() async throws {
        let present = try await readText("1\t2\n3\t4\n", header: .present)
        #expect(present.table.fieldNames == ["1", "2"])
        #expect(present.table.count == 1)
        let absent = try await readText("Name\tAge\nAiko\t7\n", header: .absent)
        #expect(absent.table.count == 2)
        #expect(absent.table.fieldTypes == [.string, .string])
    }

    @Test("Missing and repeated names are mended and told")
    func mended() async throws {
        let read = try await readText("Name\t\tName\tName 2\tName\n1\t2\t3\t4\t5\n")
        #expect(read.table.fieldNames == ["Name", "Field 2", "Name 3", "Name 2", "Name 4"])
        #expect(
            read.notices == [TextNotice(kind: .mendedName, count: 3, first: TextPosition(line: 1, column: 6))])
    }

    @Test("A text of many characters is no name, and is cut if it is said to be one")
    func endlessNames() async throws {
        let long = String(repeating: "a", count: 5_000)
        let record = try await readText("A\t\(long)\n")
        #expect(!record.hadHeader)
        #expect(record.table.count == 1)
        let named = try await readText("\(long)1\t\(long)2\n", header: .present)
        #expect(named.table.fieldNames == [String(long.prefix(1_000)), String(long.prefix(1_000)) + " 2"])
        #expect(named.notices.map(\.count) == [2])
    }
}

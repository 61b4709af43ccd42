import Testing

@testable import KirokuServer

/// Rows as a server writes them.
@Suite("The cells of copied rows")
struct CopiedCellsTests {
    private func cells(_ row: String) -> [String?] {
        Array(row.utf8).withUnsafeBufferPointer { Array(CopiedCells($0[...])) }
    }

    @Test("An empty text is another thing than none, and quotes hold anything")
    func cells() {
        #expect(cells("1,,\"\",\"a \"\"b\"\", c\nd\",é\n") == ["1", nil, "", "a \"b\", c\nd", "é"])
        #expect(cells("a,\n") == ["a", nil])
        #expect(cells("\"a\",\"b\"") == ["a", "b"])
        #expect(cells("a,\"b") == ["a"])
    }

    @Test("The first of several is taken off, with its comma")
    func first() {
        Array("\"a,b\",,c\n".utf8).withUnsafeBufferPointer { row in
            var rest = row[...]
            #expect(CopiedCells.first(of: &rest) == "a,b")
            #expect(String(decoding: rest, as: UTF8.self) == ",c\n")
            #expect(CopiedCells.first(of: &rest) == nil)
            #expect(String(decoding: rest, as: UTF8.self) == ",c\n")
        }
        for row in ["a\n", "\"a", "\"a\"b,", ""] {
            Array(row.utf8).withUnsafeBufferPointer { row in
                var rest = row[...]
                #expect(CopiedCells.first(of: &rest) == nil)
            }
        }
    }
}

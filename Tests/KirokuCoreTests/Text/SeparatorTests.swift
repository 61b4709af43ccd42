import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The separator")
struct SeparatorTests {
    @Test(
        "Seen from the text",
        arguments: [
            ("a\tb\n1,5\t2,5\n", .tab), ("a,b\n1,x\n", .comma), ("a;b\n1,5;2,5\n", .semicolon),
            ("a,b\n\"x;y\",1\n\"z;w\",2\n", .comma), ("a\tb,c,d\n1\t2,3,4\n", .comma), ("alone\n1\n", .tab),
            ("a;b;c\n1,5;2,5;x\n1;2;3\n", .semicolon), ("\"a\tb\",c\n\"d\te\",f\n", .comma),
        ] as [(String, SeparatedText.Separator)])
    func content(text: String, separator: SeparatedText.Separator) async throws {
        #expect(try await readText(text).format.separator == separator)
    }

    @Test(
        "A line of one cell above a table is its title",
        arguments: [
            ("Report\n\na,b,c\n1,x,2\n3,y,4\n", .comma), ("Report\na|b\n1|x\n2|y\n", .bar),
            ("Report\na\tb\n1\t2\n3\t4\n", .tab), ("Report\na;b\n1,5;x\n2,5;y\n", .semicolon),
            ("Place\nParis, Ile, France\nRome, Lazio, Italy\n", .tab), ("People\n1,234\n5,678\n", .tab),
            ("Title\nHello,world\nGood\nbye\n", .tab),
        ] as [(String, SeparatedText.Separator)])
    func title(text: String, separator: SeparatedText.Separator) async throws {
        #expect(try await readText(text).format.separator == separator)
    }

    @Test("A file's name decides between equals, and where nothing is cut")
    func extensions() async throws {
        #expect(try await readText("a,b\n1,2\n", fileExtension: "TSV").format.separator == .comma)
        #expect(try await readText("a\tb,c\n1\t2,3\n", fileExtension: "csv").format.separator == .comma)
        #expect(try await readText("a\tb,c\n1\t2,3\n", fileExtension: "tab").format.separator == .tab)
        #expect(try await readText("a;b\n1;2\n", fileExtension: "csv").format.separator == .semicolon)
        #expect(try await readText("a\n1\n", fileExtension: "csv").format.separator == .comma)
        #expect(try await readText("a,b\n1,2\n", fileExtension: "txt").format.separator == .comma)
    }
}

import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Decimal places of the numbers in a text")
struct ReadPlacesTests {
    @Test(
        "Two or more places, the same for all numbers, some with a zero at the end, are kept",
        arguments: [
            (["12.50", "3.00"], 2), (["-1.000", "", "2.125"], 3), (["0.10"], 2), (["12345678901.50", "2.00"], 2),
            (["12.5", "3.0"], nil), (["1.25", "3.75"], nil), (["12.50", "3"], nil), (["3", "12.50"], nil),
            (["1.50", "2.5e3"], nil), (["1.50", "2.005"], nil), (["12", "13"], nil), (["a", "1.50"], nil),
            (["1.5000000000000000"], nil), (["", ""], nil),
        ] as [([String], Int?)])
    func kept(texts: [String], places: Int?) async throws {
        let lines = "A,B\n" + texts.map { "x,\($0)\n" }.joined()
        let table = try await SeparatedText.read(Array(lines.utf8)).table
        #expect(table.schema[1].numberFormat == NumberFormat(places: places))
    }

    @Test("A type that was chosen makes no difference", arguments: [FieldType.float, .string])
    func chosen(type: FieldType) async throws {
        var options = SeparatedText.ReadingOptions()
        options.fieldTypes = ["B": type]
        let table = try await SeparatedText.read(Array("A,B\nx,12.50\ny,3.00\n".utf8), options: options).table
        #expect(table.schema[1].type == type)
        #expect(table.schema[1].numberFormat == NumberFormat(places: type == .float ? 2 : nil))
    }

    @Test("A text in many parts is read as one in a single part", arguments: [false, true])
    func parts(hasOther: Bool) async throws {
        var lines = "A,B\n"
        for number in 0..<200_000 { lines += "record,\(number).50\n" }
        if hasOther { lines += "last,7\n" }
        let table = try await SeparatedText.read(Array(lines.utf8)).table
        #expect(table.schema[1].numberFormat.places == (hasOther ? nil : 2))
    }
}

import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("The type of a field follows from all its values")
struct TypeGuessTests {
    @Test(
        "One field",
        arguments: [
            (["1", "-5", "0", "9223372036854775807", "-9223372036854775808"], .int),
            (["1", "", "3"], .int),
            (["1", "9223372036854775808"], .string),
            (["1", "99999999999999999999"], .string),
            (["1", "007"], .string), (["1", "+5"], .string), (["1", "-0"], .string), (["1", " 2"], .string),
            (["1", "2 "], .string), (["1", "0x10"], .string), (["1", "1_000"], .string), (["1", "１"], .string),
            (["-"], .string), (["1", "\"\""], .string), (["\"1\"", "2"], .int),
            (["1.5", "2", "-0.25", "1e3", "2.5E-7", ".5", "-.5"], .float),
            (["1.50", "2.00", "3"], .float), (["1.0", "2.25"], .float),
            (["1.9", "1.10"], .string), (["2.1", "2.99", "2.100"], .string), (["1.5", "2.50"], .float),
            (["0.5", "1.10", "2.9"], .string), (["1.9", "1.19", "1.20"], .string),
            // Python without 3.9, clauses, and what is written alike but is none.
            (["3.8", "3.10", "3.11"], .string), (["4.1", "4.10"], .string), (["4.1", "4.10", "77.77"], .string),
            (["0.5", "1.10", "2.95"], .float), (["2.5", "3.10", "12.05"], .float), (["20.04", "20.10"], .float),
            (["1.5", "-3.10"], .float), (["1.5", "3.10", "2.125"], .float), (["1.5", "3.10", "99"], .float),
            (["1234", "2e31", "5678"], .string), (["12e45", "12e46"], .string), (["2e31", "12"], .float),
            (["1e5", "2e6"], .float), (["1e5", "1.5"], .float), (["12e4", "1.5"], .float),
            (["1e+05", "20000"], .float),
            (["5.852572632359375000e+02", "1.234567890123456690e+00"], .float),
            (["1.5", "0.1000000000000000055511"], .float),
            (["1.5", "1.000000000000000000000000"], .float), (["1.5", "1.2345678901234567891"], .decimal),
            (["1.5", "007"], .string), (["1.5", "00.5"], .string), (["1.5", "5."], .string), (["1.5", "."], .string),
            (["1.5", "e5"], .string), (["1.5", "1e"], .string), (["1.5", "1.2.3"], .string), (["1.5", "+1"], .string),
            (["1.5", "nan"], .string), (["1.5", "inf"], .string), (["1.5", "1e999"], .string),
            (["1.5", "1e-999"], .string), (["1.5", "0e-999"], .float), (["1.5", "9007199254740993"], .string),
            (["1.5", "9007199254740992"], .float), (["0.12345678901234567", "1"], .float),
            (["0.123456789012345678", "1"], .decimal), (["1.5", "true"], .string),
            (["true", "false", ""], .bool), (["TRUE", "False"], .bool), (["true", "yes"], .string),
            (["tRUE"], .string), (["true", "1"], .string), (["", ""], .string),
            (["2024-01-01", "", "1998"], .date), (["2024-01-01", "2024-02-30"], .string),
            (["2024-01-01", "12"], .string),
        ] as [([String], FieldType)])
    func types(values: [String], type: FieldType) async throws {
        let text = "Name\tx\n" + values.map { "\($0)\tx\n" }.joined()
        let read = try await readText(text, separator: .tab, header: .present)
        #expect(read.table.fieldTypes[0] == type)
        #expect(read.table.count == values.count)
    }

    @Test("A value that comes late decides as well")
    func lateValue() async throws {
        let numbers = (0..<150_000).map { "\($0)" }
        let floats = try await readText((["Name"] + numbers + ["0.5"]).joined(separator: "\n"))
        #expect(floats.table.fieldTypes == [.float])
        #expect(floats.table[7, 0] == .float(7))
        let texts = try await readText((["Name"] + numbers + ["x"]).joined(separator: "\n"))
        #expect(texts.table.fieldTypes == [.string])
        #expect(texts.table[149_999, 0] == .string("149999"))
    }

    @Test("Every number reads as Double's own reader has it", arguments: [1, 2, 3] as [UInt64])
    func numbers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30_000 {
            let digits = Int.random(in: 1...17, using: &random)
            let limit = UInt64(PowersOfTen.integers[digits]) - 1
            let mantissa = UInt64.random(in: PowersOfTen.integers[digits - 1]...limit, using: &random)
            let places = Int.random(in: 1...20, using: &random)
            let padded = String(repeating: "0", count: max(0, places + 1 - digits)) + String(mantissa)
            let plain = "-\(padded.dropLast(places)).\(padded.suffix(places))"
            let text =
                Bool.random(using: &random)
                ? plain : "\(mantissa)e\(Int.random(in: -40...40, using: &random))"
            let value = Array(text.utf8).withUnsafeBufferPointer { PlainNumber.float($0)?.value }
            if value != Double(text) { Issue.record("\(text) was read as \(String(describing: value))") }
        }
    }

    @Test("A number that was written reads back to itself", arguments: [1, 2] as [UInt64])
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let value = Array(number.description.utf8).withUnsafeBufferPointer { PlainNumber.float($0)?.value }
            if value != number { Issue.record("\(number) was read as \(String(describing: value))") }
        }
    }
}

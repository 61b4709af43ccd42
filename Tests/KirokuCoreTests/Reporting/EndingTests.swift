import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// In processes of their own: what ends one, and what other tests must not report at the same time.
@Suite("Mistakes and refusals leave a line in the log")
struct EndingTests {
    private func lines(_ result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The lines from their codes on.
    private func reports(in lines: [String]) -> [String] {
        lines.compactMap { line in line.firstRange(of: "ERROR:").map { String(line[$0.upperBound...]) } }
    }

    private static let foreign = "the field was removed, or its handle belongs to another table"

    @Test("All values of a field of another table")
    func values() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (table, handle) = try EndingTests.tableAndForeignHandle()
            _ = table.values(of: handle)
        }
        #expect(lines(result).contains { $0.hasSuffix("ERROR:KRK_TB_GV:" + Self.foreign) })
    }

    @Test("Finding in a field of another table, also in one of another type with the same identity")
    func find() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (table, handle) = try EndingTests.tableAndForeignHandle()
            _ = table.find(handle) { $0 > 0 }
        }
        #expect(lines(result).contains { $0.hasSuffix("ERROR:KRK_TB_GV:" + Self.foreign) })
        let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var schema = Schema()
            let flag = try schema.add("Flag", Bool.self)
            let table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
            _ = table.find(flag, is: true)
        }
        #expect(lines(other).contains { $0.hasSuffix("ERROR:KRK_TB_GV:" + Self.foreign) })
    }

    @Test("A cell of another table, and of a record that is not there")
    func cells() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (table, handle) = try EndingTests.tableAndForeignHandle()
            _ = table[0, handle]
        }
        #expect(lines(result).contains { $0.hasSuffix("ERROR:KRK_TB_GV:" + Self.foreign) })
        let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var table = try RecordTable(fieldNames: ["Age"], fieldTypes: [.int])
            table.addRecord()
            _ = table[1, try table.schema.field("Age", of: Int.self)]
        }
        #expect(lines(other).contains { $0.hasSuffix("ERROR:KRK_TB_GC:record 1 of a table that has 1") })
    }

    @Test("What tables refuse is reported once, under the code of the call")
    func tables() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var table = try RecordTable(fieldNames: ["Name", "Age"], fieldTypes: [.string, .int])
            try table.addRecord([.string("Ann"), .int(31)])
            try? table.load(from: MemoryLink([.array([.string("Bob")])]))
            try? table.load(from: MemoryLink([.array([.string("Bob"), .array([.int(1)])])]))
            try? table.load(from: MemoryLink([.string("Bob")]))
            _ = try? RecordTable(fieldNames: ["A", "A"], fieldTypes: [.int, .int])
            _ = try? RecordTable(fieldNames: [""], fieldTypes: [.int])
            var schema = table.schema
            _ = try? schema.add("Age", Int.self)
            _ = try? schema.add("", Int.self)
            _ = try? schema.add("Rate", Double.self, initialValue: .nan)
            _ = try? table.moving(RecordIndexes(0), to: 9)
            _ = try? await table.summary(of: FieldID(rawValue: 99))
            _ = try? await table.order(by: [SortRule(field: FieldID(rawValue: 98))])
            _ = try? BackupPolicy(interval: -1, count: 1)
        }
        let reports = reports(in: lines(result))
        #expect(
            reports == [
                "KRK_TB_LD:contents(KirokuTable.TableError.wrongCellCount(record: 0, expected: 2, found: 1))",
                "KRK_TB_LD:unfittingCell(record: 0, field: \"Age\")", "KRK_TB_LD:notARecord(record: 0)",
                "KRK_TB_MK:repeatedFieldName(\"A\")", "KRK_TB_MK:emptyFieldName",
                "KRK_TB_AF:repeatedFieldName(\"Age\")",
                "KRK_TB_AF:emptyFieldName",
                "KRK_TB_AF:unfittingValue(field: \"Rate\", type: KirokuTable.FieldType.float)",
                "KRK_TB_MV:recordOutOfRange(index: 9, count: 0)",
                "KRK_TB_SU:unknownField(KirokuTable.FieldID(rawValue: 99))",
                "KRK_TB_SO:unknownField(KirokuTable.FieldID(rawValue: 98))", "KRK_BU_PL:intervalOutOfRange",
            ])
    }

    @Test("Links report what the system says, and what is not in its format; a file that is not there yet is no error")
    func links() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let link = TextFileLink(path: "/nowhere/kiroku.txt", defaultPath: "/nowhere/shipped.txt")
            _ = try? link.load()
            _ = try? link.loadDefault()
            _ = try? TextFileLink(path: "/dev").load()
            _ = try? DictionaryFileLink(path: "/proc/self/stat").load()
            try? TextFileLink(path: "/proc/nowhere/kiroku.txt").save("a")
        }
        let reports = reports(in: lines(result))
        #expect(reports.count == 4)
        #expect(reports[0] == "KRK_ST_RD:cannot read /nowhere/shipped.txt: errno 2")
        #expect(reports[1].hasPrefix("KRK_ST_RD:notAFile"))
        #expect(reports[2] == "KRK_ST_RD:cannot read /proc/self/stat: not in the format")
        #expect(reports[3].hasPrefix("KRK_ST_WR:cannot write /proc/nowhere"))
    }

    private static func tableAndForeignHandle() throws -> (RecordTable, Field<Int>) {
        var schema = Schema()
        let handle = try schema.add("Age", Int.self)
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        table.addRecord()
        return (table, handle)
    }
}

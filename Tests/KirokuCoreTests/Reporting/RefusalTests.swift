import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuBase
@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Refused calls are reported", .serialized)
struct RefusalTests {
    /// The codes that are reported, of those that are asked for: other tests report at the same time.
    private func reports(_ code: String, of body: () throws -> Void) -> [String] {
        let log = ReportLog()
        try? body()
        return log.take().filter { $0.code == code }.map(\.message)
    }

    @Test("Each call of a table once, under a code of its own")
    func table() throws {
        var table = try RecordTable(fieldNames: ["Name", "Age"], fieldTypes: [.string, .int])
        try table.addRecord([.string("Ann"), .int(31)])
        let age = try table.schema.field("Age", of: Int.self)
        let before = table
        #expect(
            reports("KRK_TB_GC") { _ = try table.value(at: 918_273, age) }.contains(
                "recordOutOfRange(index: 918273, count: 1)"))
        #expect(
            reports("KRK_TB_SC") { try table.set(7, at: 918_274, age) }.contains(
                "recordOutOfRange(index: 918274, count: 1)"))
        #expect(
            reports("KRK_TB_DR") { try table.deleteRecord(at: -918_275) }.contains(
                "recordOutOfRange(index: -918275, count: 1)"))
        #expect(
            reports("KRK_TB_AR") { try table.addRecord([.string("918276")]) }.contains(
                "wrongCellCount(record: 1, expected: 2, found: 1)"))
        #expect(
            reports("KRK_TB_FD") { _ = try table.schema.field("no field 918277", of: Int.self) }.contains(
                "unknownField(\"no field 918277\")"))
        #expect(reports("KRK_TB_LD") { try table.load(from: MemoryLink([])) }.contains("noRecords"))
        #expect(table == before)
    }

    @Test("A handle of another table is refused, where the call can throw")
    func foreignHandle() throws {
        var schema = Schema()
        for number in 0..<3 { try schema.add("F\(number)", Int.self) }
        let strange = try schema.add("G", Int.self)
        let other = try schema.field("F0", of: Int.self)
        var table = try RecordTable(fieldNames: ["Name"], fieldTypes: [.string])
        table.addRecord()
        let before = table
        #expect(throws: TableError.foreignField) { try table.value(at: 0, strange) }
        #expect(throws: TableError.foreignField) { try table.set(1, at: 0, strange) }
        // The same identifier, but a field of another type.
        #expect(throws: TableError.foreignField) { try table.value(at: 0, other) }
        #expect(throws: TableError.foreignField) { try table.set(1, at: 0, other) }
        #expect(table == before)
    }

    @Test("An edit of a document once, as that, whatever part of the table refuses it")
    @MainActor
    func document() throws {
        let table = try RecordTable(fieldNames: ["Age 918280"], fieldTypes: [.int])
        let document = Document(title: "ages", inMemory: DocumentContents(table: table))
        try document.insertRecords(1, at: 0)
        /// The codes under which a refusal is reported.
        func codes(_ part: String, of body: () throws -> Void) -> [String] {
            let log = ReportLog()
            #expect(throws: EditError.self) { try body() }
            return log.take().filter { $0.message.contains(part) }.map(\.code)
        }
        let unfitting = CellEdit(record: 0, field: 0, value: .string("x"))
        #expect(codes("Age 918280") { try document.setCells([unfitting]) } == ["KRK_DC_ED"])
        #expect(codes("918281") { try document.insertRecords(1, at: 918_281) } == ["KRK_DC_ED"])
        let again = Change.insertRecords(document.table)
        #expect(codes("repeatedRecord") { try document.apply(again) } == ["KRK_DC_ED"])
        #expect(document.table.count == 1)
        // Whoever keeps a table of their own hears of it as well, once.
        var other = document.table
        let log = ReportLog()
        #expect(throws: TableError.repeatedRecord) { try other.make(again) }
        #expect(log.take().filter { $0.message.contains("repeatedRecord") }.map(\.code) == ["KRK_TB_CH"])
    }

    @Test("Calls of the clock")
    func clock() throws {
        let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 0))
        #expect(reports("KRK_CL_SS") { try clock.setShift(.nan) }.contains("timeOutOfRange"))
        #expect(reports("KRK_CL_SR") { try clock.setRatio(-1) }.contains("ratioOutOfRange"))
    }

    @Test("Calls of preferences, in English whatever the user's language is")
    @MainActor
    func preferences() throws {
        let preferences = Preferences(defaults: ["a": .int(1)], version: 1, link: MemoryLink())
        #expect(
            reports("KRK_PR_GET") { _ = try preferences.value(named: "key 918278") }.contains(
                "unknownKey(\"key 918278\")"))
        #expect(
            reports("KRK_PR_SET") { try preferences.set(.int(2), named: "key 918279") }.contains(
                "unknownKey(\"key 918279\")"))
    }

    @Test("A loop of refusals does not fill the log")
    func loop() throws {
        let table = try RecordTable(fieldNames: ["A"], fieldTypes: [.int])
        let reported = reports("KRK_TB_GR") {
            for _ in 0..<100_000 { _ = try? table.values(ofRecord: 918_280) }
        }
        // The minute may change meanwhile.
        #expect((1...3 * Reports.refusalLimit).contains(reported.count))
        #expect(reported.contains { $0.hasSuffix("no more of these are reported in this minute") })
    }
}

import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("What is chosen at a header or a cell")
struct FindListTests {
    private let table: RecordTable
    private var schema: Schema { table.schema }
    private var place: FieldDefinition { schema[0] }
    private var rate: FieldDefinition { schema[1] }

    init() throws {
        var table = try RecordTable(fieldNames: ["Place", "Rate"], fieldTypes: [.string, .int])
        let rows: [[CellValue]] = [
            [.string("Kyoto"), .int(3)], [.string("Nara"), .int(5)], [.string("kyoto"), .empty], [.empty, .unfit("x")],
        ]
        for row in rows { try table.addRecord(row) }
        self.table = table
    }

    private func text(_ text: String) -> CellContent { .value(.string(text)) }

    private func found(_ request: FindRequest) async throws -> [Int]? {
        guard let condition = try request.condition(for: schema) else { return nil }
        return try await table.find(condition)
    }

    @Test("Records with what is ticked are shown, exactly as it is written")
    func shown() async throws {
        var request = FindRequest()
        request.narrow(place.id, to: FindList([text("Kyoto"), .empty]), in: schema)
        #expect(try await found(request) == [0, 3])
        request.narrow(rate.id, to: FindList([.toFix]), in: schema)
        #expect(try await found(request) == [3])
        request.narrow(place.id, to: .everything, in: schema)
        #expect(request.lines.count == 1)
        request.narrow(rate.id, to: .value(.int(5)), hides: false, in: schema)
        #expect(try await found(request) == [1])
    }

    @Test("Records with what is not ticked are hidden, and those with everything else stay")
    func hidden() async throws {
        var request = FindRequest()
        request.narrow(place.id, to: text("Kyoto"), hides: true, in: schema)
        #expect(try await found(request) == [1, 2, 3])
        request.narrow(place.id, to: .empty, hides: true, in: schema)
        #expect(try await found(request) == [1, 2])
        #expect(request.lines.count == 1)
        request.narrow(place.id, to: FindList([text("Nara"), text("kyoto")]), in: schema)
        request.narrow(place.id, to: text("Nara"), hides: true, in: schema)
        #expect(try await found(request) == [2])
        // The last value of a list is hidden by a list of what is left out.
        request.narrow(place.id, to: text("kyoto"), hides: true, in: schema)
        #expect(try await found(request) == [0, 1, 3])
    }

    @Test("Ticks say what is shown")
    func ticks() {
        var list = FindList.everything
        #expect(list.shows(.empty) && list.shows(text("a")))
        list.set(text("a"), isShown: false)
        #expect(!list.shows(text("a")) && list.shows(text("b")))
        list.set(text("a"), isShown: true)
        #expect(list == .everything)
        list = FindList([text("a")])
        list.set(text("b"), isShown: true)
        list.set(text("a"), isShown: false)
        #expect(list == FindList([text("b")]))
    }

    @Test("A list comes back from its condition, also beside other lines, a text, and in each way of joining")
    func roundTrip() throws {
        var request = FindRequest()
        for list in [FindList([text("Kyoto"), .empty]), FindList(leavesOut: true, [text("Nara")]), FindList([.toFix])] {
            request.lines = [FindLine(field: place.id, list: list)]
            #expect(FindRequest(try #require(try request.condition(for: schema)), for: schema) == request)
            request.text = "o"
            request.lines.append(FindLine(field: rate.id, comparison: .less, text: "5"))
            request.lines.append(FindLine(field: place.id, comparison: .contains, text: "x"))
            for joining in FindRequest.Joining.allCases {
                request.joining = joining
                #expect(FindRequest(try #require(try request.condition(for: schema)), for: schema) == request)
            }
            request = FindRequest()
        }
    }

    @Test("A condition that a list says is read as a list, and its texts do not decide what others ignore")
    func reading() throws {
        let request = FindRequest(try Condition(text: "Place in (Kyoto, Nara) and Rate > 1", for: schema), for: schema)
        #expect(request.list(of: place.id) == FindList([text("Kyoto"), text("Nara")]))
        #expect(request.ignored == [.case, .width])
        let two = FindRequest(try Condition(text: "Place = Kyoto or Rate = 1", for: schema), for: schema)
        #expect(two.lines.count == 2 && two.lines.allSatisfy { $0.list == nil })
    }

    @Test("A range has one end or two, and is one line")
    func range() async throws {
        var request = FindRequest()
        request.narrow(rate.id, from: "4", to: "", in: schema)
        #expect(try await found(request) == [1])
        request.narrow(rate.id, from: "1", to: "4", in: schema)
        #expect(try await found(request) == [0])
        #expect(request.range(of: rate.id) == ("1", "4"))
        request.narrow(rate.id, from: "", to: "4", in: schema)
        #expect(request.lines == [FindLine(field: rate.id, comparison: .lessOrEqual, text: "4")])
        request.narrow(rate.id, from: "", to: "", in: schema)
        #expect(request.lines.isEmpty)
    }

    @Test(
        "Lines that are joined by any or none stay a condition of their own",
        arguments: [
            (FindRequest.Joining.any, [0, 1]), (.none, [2, 3]),
        ])
    func otherJoining(joining: FindRequest.Joining, expected: [Int]) async throws {
        var request = FindRequest()
        request.joining = joining
        request.lines = [
            FindLine(field: rate.id, comparison: .equal, text: "3"),
            FindLine(field: rate.id, comparison: .equal, text: "5"),
        ]
        #expect(try await found(request) == expected)
        request.narrow(place.id, to: text("Nara"), hides: true, in: schema)
        request.narrow(place.id, to: text("kyoto"), hides: true, in: schema)
        #expect(try await found(request) == expected.filter { $0 != 1 && $0 != 2 })
        #expect(request.kept != nil && request.lines.count == 1 && request.joining == .all)
    }

    @Test("What is left to choose from does not depend on the list itself")
    func others() throws {
        var request = FindRequest()
        request.narrow(place.id, to: FindList([text("Kyoto")]), in: schema)
        request.narrow(rate.id, from: "1", to: "", in: schema)
        #expect(request.withoutList(of: place.id).lines.map(\.field) == [rate.id])
    }

    @Test("A list for another field is empty, and an empty list is not filled in")
    func moved() throws {
        let line = FindLine(field: place.id, list: FindList([text("Kyoto")])).moved(to: rate)
        #expect(line.field == rate.id && line.list == FindList())
        #expect(!line.isFilledIn)
        var request = FindRequest()
        request.lines = [line]
        #expect(try request.condition(for: schema) == nil)
    }

    @Test("A list is told in one line, of which a long one has only the beginning")
    func summary() {
        let list = FindList((1_000_001...1_000_007).map { .value(.int($0)) } + [.empty])
        #expect(list.summary(in: rate) == "1000001 · 1000002 · 1000003 · 1000004 · +4")
        #expect(FindList([.value(.int(1)), .empty]).summary(in: rate) == "1 · Empty")
        let long = FindList([text(String(repeating: "x", count: 100)), .empty])
        #expect(long.summary(in: place).hasSuffix(" · +1"))
    }
}

import KirokuCore
import Testing

@testable import KirokuServer

/// Which columns of a table are the fields of a document, with and without marks.
@Suite("Columns of fields")
struct FieldColumnsTests {
    /// Fields with their names and numbers; `Gone` was number 2.
    private let fields = [("Name", 1), ("Phone", 3), ("Salary", 4)].enumerated().map {
        FieldColumns.Field(id: FieldID(rawValue: $0 + 1), name: $1.0, number: $1.1)
    }

    /// What is found, by the names of the fields; `nil` if it is uncertain, and then of which field.
    private func match(_ columns: [(Int, String, String?)]) -> (found: [String: String], uncertain: Int?) {
        let own = [("kiroku_record", 90), ("kiroku_texts", 91)].map {
            FieldColumns.Column(number: $1, name: $0, comment: nil)
        }
        do throws(FieldColumns.Uncertain) {
            let made = try FieldColumns(
                of: fields, among: columns.map { FieldColumns.Column(number: $0, name: $1, comment: $2) } + own)
            let pairs = fields.compactMap { field in made.found[field.id].map { (field.name, $0.name) } }
            return (Dictionary(uniqueKeysWithValues: pairs), nil)
        } catch {
            return ([:], error.field.rawValue)
        }
    }

    private func mark(_ field: Int) -> String { FieldColumns.mark(FieldID(rawValue: field)) }

    private let all = ["Name": "Name", "Phone": "Phone", "Salary": "Salary"]

    @Test("Where nothing has happened, the numbers say it")
    func plain() {
        #expect(match([(1, "Name", nil), (3, "Phone", nil), (4, "Salary", nil)]).found == all)
    }

    @Test("A restored table has other numbers; marks or names say which columns they are")
    func restored() {
        #expect(match([(1, "Name", nil), (2, "Phone", nil), (3, "Salary", nil)]).found == all)
        #expect(match([(1, "Name", mark(1)), (2, "Phone", mark(2)), (3, "Salary", mark(3))]).found == all)
        // A column of another program behind them.
        #expect(match([(1, "Name", nil), (2, "Phone", nil), (3, "Salary", nil), (4, "other", nil)]).found == all)
        #expect(
            match([(1, "Name", mark(1)), (2, "Phone", mark(2)), (3, "Salary", mark(3)), (4, "other", nil)]).found == all
        )
    }

    @Test("Renames are followed, with marks also those of before a dump")
    func renamed() {
        #expect(
            match([(1, "Name", nil), (3, "Tel", nil), (4, "Salary", nil)]).found
                == ["Name": "Name", "Phone": "Tel", "Salary": "Salary"])
        #expect(
            match([(1, "Name", mark(1)), (2, "Tel", "the number " + mark(2)), (3, "Salary", mark(3))]).found
                == ["Name": "Name", "Phone": "Tel", "Salary": "Salary"])
        // Two that have changed their names with each other.
        #expect(
            match([(1, "Name", mark(1)), (3, "Salary", mark(2)), (4, "Phone", mark(3))]).found
                == ["Name": "Name", "Phone": "Salary", "Salary": "Phone"])
    }

    @Test("What is uncertain is not guessed")
    func uncertain() {
        // Changed names with each other, or restored: not without marks.
        #expect(match([(1, "Name", nil), (3, "Salary", nil), (4, "Phone", nil)]).uncertain != nil)
        // Renamed and restored.
        #expect(match([(1, "Name", nil), (2, "Tel", nil), (3, "Salary", nil)]).uncertain == 2)
        #expect(match([(1, "Name", nil), (2, "Phone", nil), (3, "Pay", nil)]).uncertain != nil)
        // Renamed, and another one of the old name.
        #expect(match([(1, "Name", nil), (3, "Old phone", nil), (4, "Salary", nil), (5, "Phone", nil)]).uncertain == 2)
        // A mark on two columns.
        #expect(match([(1, "Name", mark(2)), (3, "Phone", mark(2)), (4, "Salary", nil)]).uncertain == 2)
    }

    @Test("A column that another program has removed takes its field along")
    func removed() {
        #expect(match([(1, "Name", nil), (4, "Salary", nil)]).found == ["Name": "Name", "Salary": "Salary"])
        #expect(
            match([(1, "Name", mark(1)), (4, "Salary", mark(3)), (2, "mine", nil)]).found
                == ["Name": "Name", "Salary": "Salary"])
        // In its place is another one now.
        #expect(
            match([(1, "Name", mark(1)), (4, "Salary", mark(3)), (5, "Phone", nil)]).found
                == ["Name": "Name", "Salary": "Salary"])
    }

    @Test("A comment that somebody has taken away matters only after a dump")
    func taken() {
        #expect(match([(1, "Name", mark(1)), (3, "Tel", "mine"), (4, "Salary", mark(3))]).found["Phone"] == "Tel")
        #expect(match([(1, "Name", mark(1)), (2, "Phone", "mine"), (3, "Salary", mark(3))]).found == all)
        #expect(match([(1, "Name", mark(1)), (2, "Tel", "mine"), (3, "Salary", mark(3))]).uncertain == 2)
        #expect(FieldColumns.comment(FieldID(rawValue: 7), besides: "mine") == "mine [kiroku field 7]")
        #expect(FieldColumns.comment(FieldID(rawValue: 7), besides: "a [kiroku field 7] b") == "a [kiroku field 7] b")
    }
}

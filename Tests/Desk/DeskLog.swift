import FoundationEssentials
import Glibc
import KirokuCore

/// What a desk says of itself, a line of JSON for each event, on the standard output.
///
/// A line that has been written is in the pipe, and stays there when the process is killed.
struct DeskLog {
    struct Line: Encodable {
        let event: String
        var number: Int?
        var text: String?
        var cells: [Sight.Difference]?
        var conflicts: [Conflict]?
        var table: WholeTable?
    }

    /// An edit that was left out because of what others have changed.
    struct Conflict: Encodable, Hashable {
        let reason: String
        let record: Int64?
        let field: String?
        let own: String
        /// The cells of a record that is gone.
        var lost: [LostCell]?
    }

    struct LostCell: Encodable, Hashable {
        let record: Int64
        let field: String
        let to: String
    }

    /// What fields are called for good; those that are gone may still be in a conflict.
    private var fields: [FieldID: String] = [:]

    mutating func note(_ schema: Schema) {
        for field in schema.fields { fields[field.id] = field.lasting }
    }

    func write(_ line: Line) {
        guard var bytes = try? JSONEncoder().encode(line) else { return }
        bytes.append(UInt8(ascii: "\n"))
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            // Whoever has started this desk is gone.
            guard count > 0 else { exit(1) }
            rest = rest.dropFirst(count)
        }
    }

    func conflicts(of document: some Sequence<EditConflict>) -> [Conflict] {
        document.map { conflict in
            Conflict(
                reason: conflict.reason.rawValue, record: conflict.record?.rawValue,
                field: conflict.field.map { fields[$0] ?? "" }, own: conflict.own.shown,
                lost: conflict.lost.map { cells(of: $0) })
        }
    }

    private func cells(of record: RecordTable) -> [LostCell] {
        guard let id = record.ids.first else { return [] }
        return record.schema.fields.enumerated().map { place, field in
            LostCell(record: id.rawValue, field: fields[field.id] ?? "", to: record[0, place].shown)
        }
    }
}
